import { limits, type Order } from '@pontic/contract'
import { clsx } from 'clsx'
import { createContext, useContext, useMemo } from 'react'
import { useNow } from 'use-intl'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { IconCalendarQuestion, IconEyeCheck, IconHelpCircle, IconMessage2 } from '../../ui/icons.ts'
import { canWriteMessages, partyOf } from './actions/order-actions.ts'
import css from './OrderMarks.module.css'
import { reviewTexts } from './task-titles.ts'

const minuteMs = 60_000

/** The number of unread messages by order id, for all orders shown on a page. */
export const UnreadCounts = createContext<ReadonlyMap<string, number>>(new Map())

/** Reads the number of unread messages of all cases of a page with one call. */
export function useUnreadCounts(orders: readonly Order[] | undefined): ReadonlyMap<string, number> {
  const session = useSession()
  const orderIds = (orders ?? [])
    .filter((order) => order.labId !== null && !order.isWithdrawn)
    .map((order) => order.id)
    .slice(0, limits.pageSizeMax)
    .sort()
  const isEnabled = session !== undefined && canWriteMessages(session) && orderIds.length > 0
  const { data } = useRead('conversation.unread', { body: { orderIds } }, { isEnabled })
  return useMemo(() => new Map(data?.list.map(({ orderId, unread }) => [orderId, unread])), [data])
}

/**
 * The open question, the proposed delivery day, the design review and the number of unread messages of a case, for the board and for the list on
 * phones.
 * @param props.isShort abbreviates the age of the question and the proposal
 */
export function OrderMarks({ order, isShort = false }: { order: Order; isShort?: boolean }) {
  const unread = useContext(UnreadCounts).get(order.id) ?? 0
  const hasMark = order.questionOpenSince !== null || order.proposedOn !== null || unread > 0
  if (!hasMark && !hasReviewMark(order)) return null
  return (
    <span className={clsx('row-marks', css.marks)}>
      <QuestionMark order={order} isShort={isShort} />
      <ProposedMark order={order} isShort={isShort} />
      <ReviewMark order={order} isShort={isShort} />
      <UnreadMark order={order} />
    </span>
  )
}

/** The delivery day that the laboratory proposes; empty if there is none. The clinic has to answer. */
function ProposedMark({ order, isShort }: { order: Order; isShort: boolean }) {
  const t = useTexts('orders.marks')
  const { weekday } = useFormats()
  const session = useSession()
  if (order.proposedOn === null) return null
  const text = t('proposed', { day: weekday(order.proposedOn) })
  const isOurs = session !== undefined && partyOf(order, session) === 'clinic'
  return (
    <span className={css.mark} data-ours={isOurs || undefined} title={text}>
      <IconCalendarQuestion size={14} stroke={2} />
      <span className={isShort ? 'only-read' : undefined}>{text}</span>
    </span>
  )
}

const hasReviewMark = ({ reviewState, isReviewRequired, status }: Order) =>
  reviewState !== 'none' || (isReviewRequired && isBeforeShipping(status))

const isBeforeShipping = (status: Order['status']) => status === 'pending' || status === 'accepted'

/** The design review of a case, highlighted if the user's party has to act; empty if there is none and none is demanded. */
export function ReviewMark({ order, isShort = false }: { order: Order; isShort?: boolean }) {
  const t = useTexts()
  const session = useSession()
  if (!hasReviewMark(order)) return null
  const text = t(reviewTexts[order.reviewState])
  const party = session && partyOf(order, session)
  const isOurs = party !== undefined && party === reviewTurns[order.reviewState]
  return (
    <span className={css.mark} data-review={order.reviewState} data-ours={isOurs || undefined} title={text}>
      <IconEyeCheck size={14} stroke={2} />
      <span className={isShort ? 'only-read' : undefined}>{text}</span>
    </span>
  )
}

/** The party that acts next in each state of a review. */
const reviewTurns = {
  none: undefined,
  requested: 'clinic',
  changes_asked: 'lab',
  approved: undefined,
} as const

/** The number of unread messages of a case; empty if all are read. */
export function UnreadMark({ order }: { order: Order }) {
  const t = useTexts('orders.marks')
  const count = useContext(UnreadCounts).get(order.id) ?? 0
  if (count === 0) return null
  return (
    <span className={css.mark} title={t('unread', { count })}>
      <IconMessage2 size={14} stroke={2} />
      <span aria-hidden="true" className="figures">
        {count}
      </span>
      <span className="only-read">{t('unread', { count })}</span>
    </span>
  )
}

/**
 * The open question of a case with its age, highlighted if the user's party has to answer; empty without a question.
 * @param props.isShort abbreviates the age
 */
export function QuestionMark({ order, isShort = false }: { order: Order; isShort?: boolean }) {
  return order.questionOpenSince === null ? null : (
    <OpenQuestion order={order} since={order.questionOpenSince} isShort={isShort} />
  )
}

function OpenQuestion({ order, since, isShort }: { order: Order; since: string; isShort: boolean }) {
  const t = useTexts('orders.marks')
  const { relative, relativeShort, moment } = useFormats()
  const session = useSession()
  const now = useNow({ updateInterval: minuteMs })
  const askedAt = new Date(since)
  const isOurs = session !== undefined && partyOf(order, session) === order.questionWaitsFor
  const age = (isShort ? relativeShort : relative)(askedAt, askedAt > now ? askedAt : now)
  return (
    <span className={css.mark} data-question data-ours={isOurs || undefined} title={moment(since)}>
      <IconHelpCircle size={14} stroke={2} />
      {t(isOurs ? 'answer' : 'hold', { age })}
    </span>
  )
}
