import { Button, Textarea } from '@mantine/core'
import { canRunWorkOrderAction, limits, type WorkOrderDetail } from '@pontic/contract'
import { useCallback, useState } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { useFollowUp } from './follow-up.ts'
import { PictureField } from './PictureField.tsx'
import css from './WorkOrders.module.css'

type Written = { readonly text: string; readonly imageId: string | null }
const nothing: Written = { text: '', imageId: null }
const isNothing = ({ text, imageId }: Written) => text === '' && imageId === null

/** Where somebody writes a reply with a picture; who only reads, and everybody after the end, is told so. */
export function ReplyBox({ detail }: { detail: WorkOrderDetail }) {
  const t = useTexts('support.detail')
  const { workOrder, parties } = detail
  const order = { status: workOrder.status, parties }
  if (canRunWorkOrderAction('reply', order)) return <Composer workOrderId={workOrder.id} />
  const isOpen = canRunWorkOrderAction('close', order)
  if (isOpen) return <p className={css.requestNote}>{t('readOnly')}</p>
  return (
    <div className={css.requestNote}>
      <span>{t('ended')}</span>
      {parties.includes('submitter') && workOrder.status === 'unresolved' && <FollowUp detail={detail} />}
    </div>
  )
}

function FollowUp({ detail }: { detail: WorkOrderDetail }) {
  const t = useTexts('support.detail')
  const begin = useFollowUp()
  return (
    <Button size="xs" variant="default" onClick={() => begin(detail)}>
      {t('newRequest')}
    </Button>
  )
}

function Composer({ workOrderId }: { workOrderId: string }) {
  const t = useTexts('support.detail')
  const [written, setWritten] = useDraft(`reply.${workOrderId}`, nothing, isNothing)
  const [isLoading, setLoading] = useState(false)
  const write = useWrite('workorders.reply')
  const setImage = useCallback(
    (imageId: string | null) => setWritten((before) => ({ ...before, imageId })),
    [setWritten],
  )
  const isEmpty = written.text.trim() === '' && written.imageId === null
  const send = async () => {
    if (isEmpty || isLoading || write.isBusy) return
    if (await write.send({ body: { id: workOrderId, ...written } })) setWritten(nothing)
  }
  return (
    <form
      className={css.requestReply}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <PictureField
        imageId={written.imageId}
        onChange={setImage}
        onBusy={setLoading}
        foot={
          <Button type="submit" loading={write.isBusy} disabled={isEmpty || isLoading}>
            {t('send')}
          </Button>
        }
      >
        <Textarea
          aria-label={t('reply')}
          placeholder={t('reply')}
          value={written.text}
          maxLength={limits.workOrderContentLengthMax}
          autosize
          minRows={3}
          maxRows={12}
          onChange={(event) => {
            const text = event.currentTarget.value
            setWritten((before) => ({ ...before, text }))
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
          }}
        />
      </PictureField>
    </form>
  )
}
