import { questionReasons, questionReasonsOf } from '@pontic/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { partyOf } from '../orders/actions/order-actions.ts'
import { type CaseDialogProps, useCaseDialog } from '../orders/actions/use-order-write.ts'
import { MessageField, useMessageDraft } from './MessageBox.tsx'

/** Asks the other party a question with a coded reason, a text and photos. The open question pauses the case. */
export function QuestionDialog(props: CaseDialogProps) {
  const t = useTexts('conversation.question')
  const orders = useTexts('orders')
  const reasons = useTexts('order.reason')
  const { id, number, labName, clinicName } = props.order
  const message = useMessageDraft(`question.${id}`)
  const [isLoading, setLoading] = useState(false)
  const session = useSession()
  const party = (session && partyOf(props.order, session)) ?? 'clinic'
  const text = message.written.text.trim()
  return (
    <FormDialog
      {...useCaseDialog(props)}
      title={t('title', { number })}
      confirm={t('confirm', { other: (party === 'clinic' ? labName : clinicName) ?? '' })}
      isDisabled={isLoading}
      widthPx={520}
      call="conversation.ask"
      rules={{ reason: z.enum(questionReasons, 'required') }}
      initial={{ reason: '' }}
      check={() => (text === '' ? { text: 'required' } : {})}
      input={({ reason }) => ({
        body: { orderId: id, reason, text, imageIds: [...message.written.imageIds] },
      })}
      lead={<p className="quiet">{t('text')}</p>}
      fields={[
        {
          name: 'reason',
          label: t('reason'),
          as: 'select',
          choose: orders('reject.choose'),
          options: questionReasonsOf[party].map((value) => ({ value, label: reasons(value) })),
        },
        ({ errors }) => (
          <MessageField
            state={message}
            label={t('label')}
            isLabelShown
            error={text === '' ? errors.text : undefined}
            onBusy={setLoading}
          />
        ),
      ]}
      resets
      onDone={message.forget}
    />
  )
}
