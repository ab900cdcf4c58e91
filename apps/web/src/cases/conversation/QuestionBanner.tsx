import { Button, Group, Stack, Text } from '@mantine/core'
import type { OrderDetail, Question } from '@pontic/contract'
import { useState } from 'react'
import { useNow } from 'use-intl'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { IconHelpCircle } from '../../ui/icons.ts'
import { ConfirmCall } from '../orders/actions/ConfirmCall.tsx'
import { canWriteMessages, partyOf } from '../orders/actions/order-actions.ts'
import { useOrderWrite } from '../orders/actions/use-order-write.ts'
import { MessageBox } from './MessageBox.tsx'
import css from './QuestionBanner.module.css'

const minuteMs = 60_000

/** The open question of a case with its reason and age. One party can answer the question, the other can withdraw it. */
export function QuestionBanner({ detail }: { detail: OrderDetail }) {
  const t = useTexts('conversation.banner')
  const reasons = useTexts('order.reason')
  const session = useSession()
  const { order, question } = detail
  if (!question) return null
  const party = session && canWriteMessages(session) ? partyOf(order, session) : undefined
  const isOurTurn = party !== undefined && party !== question.askedBy
  const other = question.askedBy === 'clinic' ? (order.labName ?? '') : order.clinicName
  return (
    <Stack component="section" className={css.banner} gap={8} aria-label={t('label')}>
      <Group gap={10} wrap="nowrap" align="flex-start">
        <IconHelpCircle />
        <div>
          <Text component="strong" fw={600}>
            {reasons(question.reason)}
          </Text>
          <Text fz="sm">
            {t('asked', { who: question.by, organization: question.organizationName })} ·{' '}
            <Age question={question} />
          </Text>
        </div>
      </Group>
      <Text className={css.text}>{question.text}</Text>
      {isOurTurn ? (
        <AnswerForm orderId={order.id} question={question} />
      ) : (
        <Group justify="space-between" gap="4px 12px" fw={500}>
          <span>{t('waits', { other })}</span>
          {party === question.askedBy && <WithdrawButton orderId={order.id} question={question} />}
        </Group>
      )}
    </Stack>
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
      pins="answer"
      onSend={async ({ text, imageIds, pins }) =>
        (await write.send({ body: { questionId: question.id, text, imageIds: [...imageIds], pins } })) !==
        undefined
      }
    />
  )
}

function WithdrawButton({ orderId, question }: { orderId: string; question: Question }) {
  const t = useTexts('conversation.withdraw')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" variant="subtle" color="gray" onClick={() => setOpen(true)}>
        {t('button')}
      </Button>
      <ConfirmCall
        orderId={orderId}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('title')}
        confirm={t('button')}
        call="conversation.withdraw"
        input={{ body: { questionId: question.id } }}
        text={t('text')}
      />
    </>
  )
}
