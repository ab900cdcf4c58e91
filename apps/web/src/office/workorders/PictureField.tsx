import { ActionIcon, Button, Group } from '@mantine/core'
import { CallError } from '@pontic/client'
import { clsx } from 'clsx'
import { type ClipboardEvent, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { portal } from '../../frame/session.ts'
import { closeImage, openImage } from '../../ui/crop-image.ts'
import { FileField } from '../../ui/DropZone.tsx'
import { useFileDrop } from '../../ui/file-drop.ts'
import { ImageView } from '../../ui/ImageView.tsx'
import { IconPhoto, IconX } from '../../ui/icons.ts'
import css from './WorkOrders.module.css'

/**
 * A text field with one picture. The user chooses the picture, takes it with the camera, drops it or pastes it.
 * @param props.children the text field, shown above the picture
 * @param props.foot buttons beside the button that adds a picture
 * @param props.onBusy called when the upload of the picture starts or ends
 */
export function PictureField(props: {
  imageId: string | null
  onChange: (imageId: string | null) => void
  onBusy?: (isBusy: boolean) => void
  foot?: ReactNode
  children: ReactNode
}) {
  const { imageId, onChange, onBusy } = props
  const picture = usePicture(imageId, onChange)
  const { isOver, dropProps } = useFileDrop((files) => void picture.add(files.map(({ file }) => file)))
  useEffect(() => onBusy?.(picture.isBusy), [onBusy, picture.isBusy])
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files].filter((file) => file.type.startsWith('image/'))
    if (files.length === 0) return
    event.preventDefault()
    void picture.add(files)
  }
  return (
    <div className={css.requestField} data-over={isOver || undefined} onPaste={paste} {...dropProps}>
      {props.children}
      <Chosen imageId={imageId} isBusy={picture.isBusy} onRemove={() => onChange(null)} />
      {picture.error && (
        <p className={clsx(css.requestFault, 'mantine-InputWrapper-error')} role="alert">
          {picture.error}
        </p>
      )}
      <Group justify="space-between" gap={6}>
        <PictureButton
          isDisabled={imageId !== null || picture.isBusy}
          onFiles={(files) => void picture.add(files)}
        />
        {props.foot}
      </Group>
    </div>
  )
}

function Chosen(props: { imageId: string | null; isBusy: boolean; onRemove: () => void }) {
  const t = useTexts('support.image')
  if (props.isBusy) return <div className={css.requestPicture} role="status" aria-label={t('coming')} />
  if (props.imageId === null) return null
  return (
    <div className={css.requestPicture}>
      <ImageView imageId={props.imageId} alt={t('attached')} />
      <ActionIcon
        className={css.requestPictureRemove}
        size={24}
        variant="default"
        aria-label={t('remove')}
        onClick={props.onRemove}
      >
        <IconX size={14} />
      </ActionIcon>
    </div>
  )
}

function PictureButton({ isDisabled, onFiles }: { isDisabled: boolean; onFiles: (files: File[]) => void }) {
  const t = useTexts('support.image')
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  return (
    <Group component="span" gap="0 6px">
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        disabled={isDisabled}
        leftSection={<IconPhoto size={16} />}
        aria-describedby={id}
        onClick={() => input.current?.click()}
      >
        {t('add')}
      </Button>
      <span id={id} className="meta">
        {t('rules')}
      </span>
      <FileField
        ref={input}
        isSingle
        accept="image/jpeg,image/png"
        onFiles={(picked) => onFiles(picked.map(({ file }) => file))}
      />
    </Group>
  )
}

const purpose = 'workorder'

/**
 * Uploads the picture of a request or a reply as soon as the user adds it.
 * @param onUploaded called with the id of the stored picture
 * @returns `add` checks and uploads a picture; `error` is a message for the user
 */
function usePicture(imageId: string | null, onUploaded: (imageId: string) => void) {
  const t = useTexts('support.image')
  const ui = useTexts('ui')
  const errors = useTexts('errors.image')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const upload = useCallback(
    async (file: File): Promise<string | undefined> => {
      const opened = await openImage(file, purpose)
      if ('fault' in opened) return errors(opened.fault, { width: 1 })
      closeImage(opened.image)
      try {
        const { id } = await portal.call('images.create', { params: { purpose }, body: file })
        onUploaded(id)
        return undefined
      } catch (failure) {
        return failure instanceof CallError && failure.message ? failure.message : ui('image.failed')
      }
    },
    [onUploaded, errors, ui],
  )
  const add = useCallback(
    async (files: readonly File[]) => {
      const [file] = files
      if (!file || isBusy) return
      if (imageId !== null || files.length > 1) return setError(t('one'))
      setBusy(true)
      setError(await upload(file))
      setBusy(false)
    },
    [imageId, isBusy, upload, t],
  )
  return { add, isBusy, error }
}
