import { Button, Textarea } from '@mantine/core'
import { CallError } from '@pontic/client'
import { limits, type Order } from '@pontic/contract'
import { useState } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { portal, useSession } from '../../frame/session.ts'
import { FormDialogFrame, useShownFailure } from '../../ui/Dialog.tsx'
import { saveFile } from '../../ui/download.ts'
import { IconDownload } from '../../ui/icons.ts'
import type { DialogProps } from '../../ui/use-dialogs.tsx'
import { partyOf } from '../orders/actions/order-actions.ts'
import { PictureStrokes } from '../viewer/pictures/PictureStrokes.tsx'
import { toMessagePicture, toSavedPicture } from '../viewer/pictures/strokes.ts'
import { useStrokes } from '../viewer/pictures/use-strokes.ts'
import type { CapturedPicture } from '../viewer/save-picture.ts'

/** A picture of the 3D view of a case. */
export type PictureSubject = { readonly order: Order; readonly captured: CapturedPicture }

/** Lets the user draw on a picture of the 3D view, then download it or send it into the conversation of the case. */
export function PictureDialog({ subject, ...frame }: DialogProps<PictureSubject, 'picture'>) {
  return subject && <OpenPicture {...subject} {...frame} />
}

function OpenPicture(props: PictureSubject & { isOpen: boolean; onClose: () => void }) {
  const t = useTexts('conversation')
  const viewer = useTexts('viewer')
  const actions = useTexts('order.action')
  const session = useSession()
  const { order, captured, onClose } = props
  const { picture, name } = captured
  const strokes = useStrokes()
  const [text, setText] = useState('')
  const party = session && partyOf(order, session)
  const other = (party === 'clinic' ? order.labName : order.clinicName) ?? ''
  const { send, isSending, failure } = useSending(order.id, onClose)
  return (
    <FormDialogFrame
      isOpen={props.isOpen}
      onClose={onClose}
      title={viewer('tools.picture')}
      confirm={t('send')}
      widthPx={760}
      isBusy={isSending}
      onSubmit={(event) => {
        event.preventDefault()
        void send(picture, strokes.list, text)
      }}
      footStart={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          onClick={async () => {
            saveFile(await toSavedPicture(picture, strokes.list), name)
            onClose()
          }}
        >
          {actions('download')}
        </Button>
      }
    >
      {failure}
      <PictureStrokes picture={picture} strokes={strokes} />
      <Textarea
        label={t('write', { other })}
        value={text}
        maxLength={limits.messageLengthMax}
        autosize
        minRows={1}
        maxRows={4}
        data-autofocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </FormDialogFrame>
  )
}

/** Uploads a picture and posts it as a message. If that fails, the dialog shows the error and keeps the strokes and the text. */
function useSending(orderId: string, onSent: () => void) {
  const t = useTexts('conversation')
  const viewer = useTexts('viewer')
  const refusal = useShownFailure()
  const post = useWrite('conversation.post', { onFailure: refusal.show })
  const [isSending, setSending] = useState(false)
  const upload = async (picture: HTMLCanvasElement, strokes: Parameters<typeof toMessagePicture>[1]) => {
    try {
      const body = await toMessagePicture(picture, strokes)
      return (await portal.call('images.create', { params: { purpose: 'message' }, body })).id
    } catch (failure) {
      const message = failure instanceof CallError ? failure.message : ''
      refusal.show({ message: message || t('photoFailed') })
      return undefined
    }
  }
  const send = async (
    picture: HTMLCanvasElement,
    strokes: Parameters<typeof toMessagePicture>[1],
    text: string,
  ) => {
    if (isSending) return
    setSending(true)
    refusal.clear()
    const imageId = await upload(picture, strokes)
    const sent = imageId && (await post.send({ body: { orderId, text, imageIds: [imageId] } }))
    setSending(false)
    if (!sent) return
    onSent()
    showNotice({ level: 'info', text: viewer('pictureSent') })
  }
  return { send, isSending, failure: refusal.text }
}
