import { imageRules } from '@pontic/contract'
import { useId, useState } from 'react'
import Cropper from 'react-easy-crop'
import { useTexts } from '../frame/i18n.tsx'
import css from './CropDialog.module.css'
import { type CropArea, type CroppedPurpose, cropImage, type PickedImage } from './crop-image.ts'
import { ConfirmDialog } from './Dialog.tsx'

/** Aspect ratio and shape of the crop frame. `isFree` lets it extend over the picture's edge. */
const frames = {
  avatar: { aspect: 1, shape: 'round', isFree: false },
  logo: { aspect: 1, shape: 'rect', isFree: true },
  cover: { aspect: 3, shape: 'rect', isFree: false },
} as const satisfies Record<CroppedPurpose, { aspect: number; shape: 'rect' | 'round'; isFree: boolean }>

const zoomStep = 0.05
const zoomMax = 4

/** Dialog in which the user crops a picture. @param props.onCropped called with the cropped picture */
export function CropDialog(props: {
  image: PickedImage
  purpose: CroppedPurpose
  isOpen: boolean
  isBusy: boolean
  onClose: () => void
  onCropped: (part: Blob) => void
  onFailure: () => void
}) {
  const t = useTexts('ui.image')
  const { image, purpose } = props
  const [area, setArea] = useState<CropArea>()
  const crop = async () => {
    if (!area) return
    try {
      props.onCropped(await cropImage(image, area, purpose))
    } catch (error) {
      console.error(error)
      props.onFailure()
    }
  }
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t('cropTitle')}
      confirm={t('use')}
      isBusy={props.isBusy || area === undefined}
      widthPx={560}
      onConfirm={crop}
    >
      <p className="quiet">{t('cropText')}</p>
      <Frame image={image} purpose={purpose} onArea={setArea} />
    </ConfirmDialog>
  )
}

function Frame(props: { image: PickedImage; purpose: CroppedPurpose; onArea: (area: CropArea) => void }) {
  const t = useTexts('ui.image')
  const { image, purpose } = props
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const { shape, isFree } = frames[purpose]
  const aspect = aspectOf(image, purpose)
  const bounds = zoomBounds(image, purpose)
  const id = useId()
  return (
    <>
      <div className={css.cropFrame}>
        <Cropper
          image={image.url}
          crop={crop}
          zoom={zoom}
          minZoom={bounds.min}
          maxZoom={bounds.max}
          aspect={aspect}
          cropShape={shape}
          restrictPosition={!isFree}
          objectFit="contain"
          showGrid={false}
          mediaProps={{ alt: '' }}
          cropperProps={{ role: 'group', 'aria-label': t('cropArea') }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => props.onArea(pixels)}
        />
      </div>
      <div className={css.cropZoom}>
        <label htmlFor={id}>{t('zoom')}</label>
        <input
          id={id}
          type="range"
          min={bounds.min}
          max={bounds.max}
          step={zoomStep}
          value={zoom}
          disabled={bounds.max - bounds.min < zoomStep}
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
        />
      </div>
    </>
  )
}

// A picture whose height is too small for the usual frame gets a wider frame, so that the result has the minimum width.
function aspectOf({ element }: PickedImage, purpose: CroppedPurpose): number {
  return Math.max(frames[purpose].aspect, imageRules[purpose].minWidthPx / element.naturalHeight)
}

/** Returns the limits of the zoom. The maximum ensures the minimum width of the result. A free frame allows values below 1. */
function zoomBounds(image: PickedImage, purpose: CroppedPurpose): { min: number; max: number } {
  const { element } = image
  const { isFree } = frames[purpose]
  const aspect = aspectOf(image, purpose)
  const widestPx = Math.min(element.naturalWidth, element.naturalHeight * aspect)
  const allowed = widestPx / imageRules[purpose].minWidthPx
  return { min: isFree ? 0.5 : 1, max: Math.max(1, Math.min(zoomMax, allowed)) }
}
