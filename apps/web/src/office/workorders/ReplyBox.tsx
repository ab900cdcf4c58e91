import { Button, Group, Textarea } from '@mantine/core'
import { canRunWorkOrderAction, limits, type WorkOrderDetail } from '@pontic/contract'
import { useCallback, useState } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { useFollowUp } from './follow-up.ts'
import { PictureField } from './PictureField.tsx'
import css from './WorkOrders.module.css'

type Reply = { readonly text: string; readonly imageId: string | null }
const blank: Reply = { text: '', imageId: null }
const isBlank = ({ text, imageId }: Reply) => text === '' && imageId === null

/** The reply form of a request. Users who may not reply, and all users after the request has a final status, see a note instead. */
export function ReplyBox({ detail }: { detail: WorkOrderDetail }) {
  const t = useTexts('support.detail')
  const startFollowUp = useFollowUp()
  const { workOrder, parties } = detail
  const order = { status: workOrder.status, parties }
  if (canRunWorkOrderAction('reply', order)) return <Composer workOrderId={workOrder.id} />
  if (canRunWorkOrderAction('close', order)) return <p className={css.requestNote}>{t('readOnly')}</p>
  const mayFollowUp = parties.includes('submitter') && workOrder.status === 'unresolved'
  return (
    <Group className={css.requestNote} justify="space-between" gap="8px 16px">
      <span>{t('ended')}</span>
      {mayFollowUp && (
        <Button size="xs" variant="default" onClick={() => startFollowUp(detail)}>
          {t('newRequest')}
        </Button>
      )}
    </Group>
  )
}

function Composer({ workOrderId }: { workOrderId: string }) {
  const t = useTexts('support.detail')
  const [reply, setReply] = useDraft(`reply.${workOrderId}`, blank, isBlank)
  const [isLoading, setLoading] = useState(false)
  const write = useWrite('workorders.reply')
  const setImage = useCallback(
    (imageId: string | null) => setReply((before) => ({ ...before, imageId })),
    [setReply],
  )
  const isEmpty = reply.text.trim() === '' && reply.imageId === null
  const send = async () => {
    if (isEmpty || isLoading || write.isBusy) return
    if (await write.send({ body: { id: workOrderId, ...reply } })) setReply(blank)
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
        imageId={reply.imageId}
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
          value={reply.text}
          maxLength={limits.workOrderContentLengthMax}
          autosize
          minRows={3}
          maxRows={12}
          onChange={(event) => {
            const text = event.currentTarget.value
            setReply((before) => ({ ...before, text }))
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
          }}
        />
      </PictureField>
    </form>
  )
}
