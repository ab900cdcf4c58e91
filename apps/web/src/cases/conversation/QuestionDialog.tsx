import { questionReasons, questionReasonsOf } from '@pontic/contract'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { partyOf } from '../orders/actions/order-actions.ts'
import { type CaseDialogProps, useCaseDialog } from '../orders/actions/use-order-write.ts'
import { MessageField, useMessageDraft } from './MessageBox.tsx'
import { removeSent, toNewPins, useDraftPins, usePinDesk } from './pins/pin-desk.ts'

/** Asks the other party a question with a coded reason, a text, photos and pins. The open question pauses the case. @param props.onPinsSet opens the dialog again */
export function QuestionDialog(props: CaseDialogProps & { onPinsSet: () => void }) {
  const t = useTexts('conversation.question')
  const orders = useTexts('orders')
  const reasons = useTexts('order.reason')
  const { id, number, labName, clinicName } = props.order
  const message = useMessageDraft(`question.${id}`)
  const [isLoading, setLoading] = useState(false)
  const session = useSession()
  const party = (session && partyOf(props.order, session)) ?? 'clinic'
  const text = message.written.text.trim()
  const desk = usePinDesk()
  const pins = useDraftPins('question')
  const isPlacing = desk.isRequested.useValue()
  const { isOpen, onClose } = props
  // The 3D view, in which pins are set, is behind the dialog.
  useEffect(() => {
    if (isOpen && isPlacing) onClose()
  }, [isOpen, isPlacing, onClose])
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
        body: {
          orderId: id,
          reason,
          text,
          imageIds: [...message.written.imageIds],
          pins: toNewPins(pins),
        },
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
            pins="question"
            onPinsSet={props.onPinsSet}
          />
        ),
      ]}
      resets
      onDone={() => {
        message.forget()
        removeSent(desk, 'question', pins)
      }}
    />
  )
}
