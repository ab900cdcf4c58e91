import { Button } from '@mantine/core'
import type { Point, ScanScene } from '@pontic/viewer/scene'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { IconPencil } from '../../../ui/icons.ts'
import type { PinDraft, PinTarget } from '../../conversation/pins/pin-desk.ts'
import { fromFileAxes } from '../file-axes.ts'

const PinPictureDialog = lazy(() =>
  import('./PinPictureDialog.tsx').then((file) => ({ default: file.PinPictureDialog })),
)

/** The button that attaches a picture of the 3D view to a new pin, with strokes drawn on it. */
export function PinPicture(props: { scene: ScanScene; target: PinTarget; pin: PinDraft }) {
  const t = useTexts('viewer.pins')
  const [picture, setPicture] = useState<HTMLCanvasElement>()
  const open = () => setPicture(capturePin(props.scene, props.pin))
  if (props.pin.imageId !== null) return null
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        style={{ justifySelf: 'start' }}
        leftSection={<IconPencil size={14} />}
        onClick={open}
      >
        {t('picture')}
      </Button>
      <Suspense fallback={null}>
        {picture && <PinPictureDialog {...props} picture={picture} onClose={() => setPicture(undefined)} />}
      </Suspense>
    </>
  )
}

/** Pixels of the picture for a pixel of the screen. */
const scale = 2

/** Returns the present picture with a ring around the pin, which the markers over the 3D view are not part of. */
function capturePin(scene: ScanScene, { point, fileId }: PinDraft): HTMLCanvasElement {
  const { picture } = scene.capture(scale)
  const place = fromFileAxes(scene, fileId).point(point as unknown as Point)
  const pixel = scene.project(place, fileId)
  const context = picture.getContext('2d')
  if (!pixel || !context) return picture
  for (const [color, widthPx] of [
    ['#ffffff', 4],
    ['#2446d8', 2],
  ] as const) {
    context.strokeStyle = color
    context.lineWidth = widthPx * scale
    context.beginPath()
    context.arc(pixel.x * scale, pixel.y * scale, 9 * scale, 0, 2 * Math.PI)
    context.stroke()
  }
  return picture
}
