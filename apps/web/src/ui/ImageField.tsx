import { Button } from '@mantine/core'
import { CallError } from '@pontic/client'
import { imageRules, type StoredImage } from '@pontic/contract'
import { clsx } from 'clsx'
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import { showNotice } from '../frame/notices.ts'
import { portal } from '../frame/session.ts'
import { type CroppedPurpose, closeImage, openImage, type PickedImage } from './crop-image.ts'
import { FileField } from './DropZone.tsx'
import css from './ImageField.module.css'
import { ImageView } from './ImageView.tsx'
import { IconPhoto } from './icons.ts'

const CropDialog = lazy(() => import('./CropDialog.tsx').then((file) => ({ default: file.CropDialog })))

/**
 * A field for one picture. The user chooses and crops a JPG or PNG, and the field uploads it.
 * @param props.imageId id of the current picture, or null
 * @param props.fallback shown if there is no picture
 * @param props.isBusy true while the caller saves
 * @param props.onUploaded saves the id of the stored picture
 */
export function ImageField(props: {
  label: ReactNode
  purpose: CroppedPurpose
  imageId: string | null
  fallback?: ReactNode
  isBusy?: boolean
  onUploaded: (image: StoredImage) => void
  onRemove?: () => void
}) {
  const ids = { label: useId(), error: useId(), rules: useId() }
  const picking = useImagePicking(props.purpose, props.onUploaded)
  return (
    <fieldset
      className={css.imageField}
      aria-labelledby={ids.label}
      aria-describedby={picking.error ? `${ids.rules} ${ids.error}` : ids.rules}
    >
      <span className="mantine-InputWrapper-label" id={ids.label}>
        {props.label}
      </span>
      <div className={css.imageFieldRow}>
        <span className="image-field-frame" data-purpose={props.purpose}>
          <ImageView
            imageId={props.imageId}
            alt=""
            fallback={props.fallback ?? <IconPhoto size={24} stroke={1.5} />}
          />
        </span>
        <div className={css.imageFieldSide}>
          <ImageButtons
            hasImage={props.imageId !== null}
            isBusy={(props.isBusy ?? false) || picking.isBusy}
            onChoose={picking.choose}
            onRemove={props.onRemove}
          />
          <ImageRules id={ids.rules} purpose={props.purpose} />
          {picking.error && (
            <p
              className={clsx(css.imageFieldError, 'mantine-InputWrapper-error')}
              id={ids.error}
              role="alert"
            >
              {picking.error}
            </p>
          )}
        </div>
      </div>
      {picking.field}
      {picking.dialog}
    </fieldset>
  )
}

function ImageButtons(props: {
  hasImage: boolean
  isBusy: boolean
  onChoose: () => void
  onRemove: (() => void) | undefined
}) {
  const t = useTexts('ui.image')
  const common = useTexts('common')
  return (
    <div className={css.imageFieldButtons}>
      <Button variant="default" loading={props.isBusy} onClick={props.onChoose}>
        {t(props.hasImage ? 'change' : 'choose')}
      </Button>
      {props.hasImage && props.onRemove && (
        <Button variant="subtle" color="gray" disabled={props.isBusy} onClick={props.onRemove}>
          {common('do.remove')}
        </Button>
      )}
    </div>
  )
}

/** Allowed formats and minimum width of a picture, in one line (requirement 5.images). */
export function ImageRules({ id, purpose }: { id?: string; purpose: CroppedPurpose }) {
  const t = useTexts('ui.image')
  const widthPx = imageRules[purpose].minWidthPx
  return (
    <span className="meta" id={id}>
      {widthPx > 1 ? t('rulesWidth', { widthPx }) : t('rules')}
    </span>
  )
}

/**
 * Lets the user choose, crop and upload a picture. Render `field` and `dialog`.
 * @returns `choose` opens the file dialog; `error` is a message for the user
 */
export function useImagePicking(purpose: CroppedPurpose, onUploaded: (image: StoredImage) => void) {
  const t = useTexts('ui.image')
  const errors = useTexts('errors.image')
  const input = useRef<HTMLInputElement>(null)
  const [picked, setPicked] = useState<PickedImage>()
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<string>()
  const { upload, isBusy } = useUpload(purpose)
  useEffect(() => () => picked && closeImage(picked), [picked])

  const open = async (file: File | undefined) => {
    if (!file) return
    const found = await openImage(file, purpose)
    setError('fault' in found ? errors(found.fault, { width: imageRules[purpose].minWidthPx }) : undefined)
    if ('fault' in found) return
    setPicked(found.image)
    setOpen(true)
  }
  const use = async (part: Blob) => {
    const result = await upload(part)
    setOpen(false)
    if ('image' in result) onUploaded(result.image)
    else setError(result.error)
  }
  const onFailure = () => {
    setOpen(false)
    showNotice({ level: 'error', text: t('failed') })
  }
  return {
    choose: () => input.current?.click(),
    isBusy,
    error,
    field: (
      <FileField
        ref={input}
        isSingle
        accept="image/jpeg,image/png"
        onFiles={([picked]) => void open(picked?.file)}
      />
    ),
    dialog: picked && (
      <Suspense>
        <CropDialog
          key={picked.url}
          image={picked}
          purpose={purpose}
          isOpen={isOpen}
          isBusy={isBusy}
          onClose={() => setOpen(false)}
          onCropped={(part) => void use(part)}
          onFailure={onFailure}
        />
      </Suspense>
    ),
  }
}

/**
 * Uploads a picture.
 * @returns `upload` resolves to the stored picture, or to an error message; `isBusy` is true while it runs
 */
function useUpload(purpose: CroppedPurpose) {
  const t = useTexts('ui.image')
  const [isBusy, setBusy] = useState(false)
  const upload = async (part: Blob): Promise<{ image: StoredImage } | { error: string }> => {
    setBusy(true)
    try {
      return { image: await portal.call('images.create', { params: { purpose }, body: part }) }
    } catch (failure) {
      return { error: failure instanceof CallError && failure.message ? failure.message : t('failed') }
    } finally {
      setBusy(false)
    }
  }
  return { upload, isBusy }
}
