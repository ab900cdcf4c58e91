import { NativeSelect } from '@mantine/core'
import { type Order, type QuestionReason, questionReasonsOf } from '@pontic/contract'
import { useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { MessageField, useWritten } from './MessageBox.tsx'
import { partyOf } from './order-actions.ts'
import { useOrderWrite } from './use-order-write.ts'

const widthPx = 520

/** Puts a question to the other side: a coded reason, what is to be answered, and photos. It holds the case. */
export function QuestionDialog(props: { order: Order; isOpen: boolean; onClose: () => void }) {
  const t = useTexts('conversation.question')
  const fields = useTexts('fields')
  const { order, isOpen, onClose } = props
  const state = useWritten(`question.${order.id}`)
  const [reason, setReason] = useState<QuestionReason | ''>('')
  const [isJudged, setJudged] = useState(false)
  const [isLoading, setLoading] = useState(false)
  const write = useOrderWrite('conversation.ask', { orderId: order.id, onConflict: onClose })
  const session = useSession()
  const party = session && partyOf(order, session)
  const text = state.written.text.trim()
  const submit = async () => {
    setJudged(true)
    if (reason === '' || text === '') return
    const { imageIds } = state.written
    if (!(await write.send({ body: { orderId: order.id, reason, text, imageIds: [...imageIds] } }))) return
    state.forget()
    setReason('')
    setJudged(false)
    onClose()
  }
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { number: order.number })}
      confirm={t('confirm', { other: (party === 'clinic' ? order.labName : order.clinicName) ?? '' })}
      isBusy={write.isBusy}
      isDisabled={isLoading}
      widthPx={widthPx}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p className="quiet">{t('text')}</p>
      <ReasonSelect
        party={party ?? 'clinic'}
        value={reason}
        error={isJudged && reason === '' ? fields('required') : undefined}
        onChange={setReason}
      />
      <MessageField
        state={state}
        label={t('label')}
        isLabelShown
        error={isJudged && text === '' ? fields('required') : undefined}
        onBusy={setLoading}
      />
    </FormDialog>
  )
}

function ReasonSelect(props: {
  party: 'clinic' | 'lab'
  value: QuestionReason | ''
  error: string | undefined
  onChange: (reason: QuestionReason) => void
}) {
  const t = useTexts('conversation.question')
  const orders = useTexts('orders')
  const reasons = useTexts('order.reason')
  return (
    <NativeSelect
      label={t('reason')}
      data={[
        { value: '', label: orders('reject.choose'), disabled: true },
        ...questionReasonsOf[props.party].map((value) => ({ value, label: reasons(value) })),
      ]}
      withAsterisk
      value={props.value}
      error={props.error}
      onChange={(event) => props.onChange(event.currentTarget.value as QuestionReason)}
    />
  )
}
