import { ActionIcon, Button } from '@mantine/core'
import { IconPhoto, IconX } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type ClipboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { useFileDrop } from '../../ui/file-drop.ts'
import { ImageView } from '../../ui/ImageView.tsx'
import { usePicture } from './use-picture.ts'
import css from './WorkOrders.module.css'

/**
 * A place around a text field that takes one picture: chosen, taken with the camera, dropped or pasted.
 * @param props.children the text field, above the picture
 * @param props.foot buttons beside the one that adds
 * @param props.onBusy while the picture is on its way
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
      <div className={css.requestFieldFoot}>
        <PictureButton
          isDisabled={imageId !== null || picture.isBusy}
          onFiles={(files) => void picture.add(files)}
        />
        {props.foot}
      </div>
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
        <IconX size={14} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}

function PictureButton({ isDisabled, onFiles }: { isDisabled: boolean; onFiles: (files: File[]) => void }) {
  const t = useTexts('support.image')
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  return (
    <span className={css.requestAdd}>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        disabled={isDisabled}
        leftSection={<IconPhoto size={16} stroke={1.75} aria-hidden="true" />}
        aria-describedby={id}
        onClick={() => input.current?.click()}
      >
        {t('add')}
      </Button>
      <span id={id} className="meta">
        {t('rules')}
      </span>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png"
        hidden
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          // The same file must be a change again next time.
          event.currentTarget.value = ''
          onFiles(files)
        }}
      />
    </span>
  )
}
