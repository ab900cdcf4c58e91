import { Button } from '@mantine/core'
import type { OrderDetail, Question } from '@pontic/contract'
import { IconHelpCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useNow } from 'use-intl'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { AskDialog } from '../../ui/Dialog.tsx'
import { mayWriteIn, partyOf } from '../orders/actions/order-actions.ts'
import { useCaseWrite, useOrderWrite } from '../orders/actions/use-order-write.ts'
import { MessageBox } from './MessageBox.tsx'
import css from './QuestionBanner.module.css'

const minuteMs = 60_000

/** The question that holds a case: why, since when, and the answer's form for the side that it waits for. */
export function QuestionBanner({ detail }: { detail: OrderDetail }) {
  const t = useTexts('conversation.banner')
  const reasons = useTexts('order.reason')
  const session = useSession()
  const { order, question } = detail
  if (!question) return null
  const party = session && mayWriteIn(session) ? partyOf(order, session) : undefined
  const isOurTurn = party !== undefined && party !== question.askedBy
  const other = question.askedBy === 'clinic' ? (order.labName ?? '') : order.clinicName
  return (
    <section className="question-banner" aria-label={t('label')}>
      <div className={css.questionHead}>
        <IconHelpCircle size={18} stroke={1.75} aria-hidden="true" />
        <div>
          <strong>{reasons(question.reason)}</strong>
          <p className={css.questionMeta}>
            {t('asked', { who: question.by, organization: question.organizationName })} ·{' '}
            <Age question={question} />
          </p>
        </div>
      </div>
      <p className={css.questionText}>{question.text}</p>
      {isOurTurn ? (
        <AnswerForm orderId={order.id} question={question} />
      ) : (
        <div className={css.questionWait}>
          <span>{t('waits', { other })}</span>
          {party === question.askedBy && <WithdrawButton orderId={order.id} question={question} />}
        </div>
      )}
    </section>
  )
}

function Age({ question }: { question: Question }) {
  const { relative, moment } = useFormats()
  const now = useNow({ updateInterval: minuteMs })
  const askedAt = new Date(question.askedAt)
  return (
    <time dateTime={question.askedAt} title={moment(question.askedAt)}>
      {relative(askedAt, askedAt > now ? askedAt : now)}
    </time>
  )
}

function AnswerForm({ orderId, question }: { orderId: string; question: Question }) {
  const t = useTexts('conversation.banner')
  const write = useOrderWrite('conversation.answer', { orderId })
  return (
    <MessageBox
      draft={`answer.${question.id}`}
      label={t('answer')}
      isLabelShown
      send={t('send')}
      isFilled
      needsText
      onSend={async ({ text, imageIds }) =>
        (await write.send({ body: { questionId: question.id, text, imageIds: [...imageIds] } })) !== undefined
      }
    />
  )
}

function WithdrawButton({ orderId, question }: { orderId: string; question: Question }) {
  const t = useTexts('conversation.withdraw')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const write = useCaseWrite(orderId, close)
  return (
    <>
      <Button size="xs" variant="subtle" color="gray" onClick={() => setOpen(true)}>
        {t('button')}
      </Button>
      <AskDialog
        isOpen={isOpen}
        onClose={close}
        title={t('title')}
        confirm={t('button')}
        call="conversation.withdraw"
        input={{ body: { questionId: question.id } }}
        {...write}
        staysOnFailure
      >
        <p>{t('text')}</p>
      </AskDialog>
    </>
  )
}
