import type { Question } from '@pontic/contract'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { MessageBox } from '../conversation/MessageBox.tsx'
import { useOrderWrite } from '../orders/actions/use-order-write.ts'

/** The field of the answer to a question, which gets the focus when it appears. Its text is the same draft as on the case. */
export function AnswerBox(props: { orderId: string; question: Question; onAnswered: () => void }) {
  const { orderId, question } = props
  const t = useTexts('conversation.banner')
  const write = useOrderWrite('conversation.answer', { orderId })
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('textarea')?.focus(), [])
  return (
    <div ref={box}>
      <MessageBox
        draft={`answer.${question.id}`}
        label={t('answer')}
        isLabelShown
        send={t('send')}
        isFilled
        needsText
        onSend={async ({ text, imageIds }) => {
          const body = { questionId: question.id, text, imageIds: [...imageIds] }
          const isSent = (await write.send({ body })) !== undefined
          if (isSent) props.onAnswered()
          return isSent
        }}
      />
    </div>
  )
}
