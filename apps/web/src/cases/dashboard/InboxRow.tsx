import { Button } from '@mantine/core'
import type { Order, Question } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useNow } from 'use-intl'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { IconMessage2 } from '../../ui/icons.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { createLazyPart, prefetch } from '../../ui/lazy-part.ts'
import { DeliveryDay } from '../delivery/DeliveryDay.tsx'
import { NextAction, type PressAction, useOfferedActions } from '../orders/actions/OrderActions.tsx'
import { canCreateCase } from '../orders/actions/order-actions.ts'
import { CaseThumb } from '../orders/OrderType.tsx'
import css from './Inbox.module.css'

const minuteMs = 60_000

const answerBox = createLazyPart(() => import('./AnswerBox.tsx').then((file) => file.AnswerBox))
const prefetchAnswer = () => prefetch(answerBox)

/**
 * A case on the home page: patient, number, kind of work and the other party, with the button of its action. A question is shown
 * with its text, and its answer is written below it.
 * @param props.onAnswered called after the answer was sent, because the row disappears
 */
export function InboxRow(props: {
  order: Order
  question: Question | undefined
  press: PressAction
  onAnswered: () => void
}) {
  const { order, question, press } = props
  const t = useTexts()
  const session = useSession()
  const [isAnswering, setAnswering] = useState(false)
  const formId = useId()
  const AnswerBox = answerBox.usePart()
  const partner = session && canCreateCase(session) ? order.labName : order.clinicName
  const facts = [order.number, t(`order.type.${order.type}`), partner].filter(Boolean)
  return (
    <li className={css.row} data-order={order.number}>
      <CaseThumb order={order} />
      <div className={css.lines}>
        <Link className={css.name} to="/order/detail/$id" params={{ id: order.id }}>
          {order.patientName}
        </Link>
        <span className="meta figures">{facts.join(' · ')}</span>
        {question && (
          <p className={css.question}>
            <strong>{t(`order.reason.${question.reason}`)}</strong> {question.text}{' '}
            <Age question={question} />
          </p>
        )}
      </div>
      <div className={css.tail}>
        <span className={css.day}>{order.deliveryOn !== null && <DeliveryDay order={order} />}</span>
        <span className={css.action}>
          {question ? (
            <Button
              size="xs"
              variant="light"
              leftSection={<IconMessage2 size={16} />}
              aria-expanded={isAnswering}
              aria-controls={formId}
              onPointerEnter={prefetchAnswer}
              onFocus={prefetchAnswer}
              onClick={() => {
                prefetchAnswer()
                setAnswering(!isAnswering)
              }}
            >
              {t('conversation.banner.send')}
            </Button>
          ) : (
            <RowAction order={order} press={press} />
          )}
        </span>
      </div>
      <div id={formId} className={css.form} hidden={!isAnswering}>
        {question && isAnswering && AnswerBox && (
          <AnswerBox orderId={order.id} question={question} onAnswered={props.onAnswered} />
        )}
      </div>
    </li>
  )
}

/** How long ago the question was asked. */
function Age({ question }: { question: Question }) {
  const { relative, moment } = useFormats()
  const now = useNow({ updateInterval: minuteMs })
  const askedAt = new Date(question.askedAt)
  return (
    <time className="meta" dateTime={question.askedAt} title={moment(question.askedAt)}>
      {relative(askedAt, askedAt > now ? askedAt : now)}
    </time>
  )
}

/** The button that advances the case. Cases that the user can only look after are opened. */
function RowAction({ order, press }: { order: Order; press: PressAction }) {
  const t = useTexts('common.do')
  const { next } = useOfferedActions(order)
  if (next) return <NextAction order={order} onPress={press} isSmall />
  return (
    <LinkButton size="xs" variant="subtle" to="/order/detail/$id" params={{ id: order.id }}>
      {t('openCase')}
    </LinkButton>
  )
}
