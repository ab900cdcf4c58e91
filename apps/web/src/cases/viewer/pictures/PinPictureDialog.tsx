import { Text } from '@mantine/core'
import { CallError } from '@pontic/client'
import { useState } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { portal } from '../../../frame/session.ts'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { changeDrafts, type PinDraft, type PinTarget, usePinDesk } from '../../conversation/pins/pin-desk.ts'
import { PictureStrokes } from './PictureStrokes.tsx'
import { toMessagePicture } from './strokes.ts'
import { useStrokes } from './use-strokes.ts'

/** Shows the picture of a new pin, lets the user draw on it, and attaches it. */
export function PinPictureDialog(props: {
  picture: HTMLCanvasElement
  target: PinTarget
  pin: PinDraft
  onClose: () => void
}) {
  const t = useTexts('viewer.pins')
  const conversation = useTexts('conversation')
  const desk = usePinDesk()
  const strokes = useStrokes()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { picture, target, pin, onClose } = props
  const attach = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const body = await toMessagePicture(picture, strokes.list)
      const { id: imageId } = await portal.call('images.create', { params: { purpose: 'message' }, body })
      changeDrafts(desk, target, (list) =>
        list.map((one) => (one.key === pin.key ? { ...one, imageId } : one)),
      )
      onClose()
    } catch (failure) {
      setError(
        failure instanceof CallError && failure.message ? failure.message : conversation('photoFailed'),
      )
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`${t('draft')} · ${pin.fileName}`}
      confirm={t('picture')}
      isBusy={isBusy}
      widthPx={860}
      onConfirm={attach}
    >
      {error && (
        <Text c="red" fz="sm" role="alert">
          {error}
        </Text>
      )}
      <PictureStrokes picture={picture} strokes={strokes} />
    </ConfirmDialog>
  )
}
