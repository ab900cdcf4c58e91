import { limits, type Order } from '@pontic/contract'
import { IconHelpCircle, IconMessage2 } from '@tabler/icons-react'
import { createContext, useContext, useMemo } from 'react'
import { useNow } from 'use-intl'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { mayWriteIn, partyOf } from './actions/order-actions.ts'
import css from './OrderMarks.module.css'

const minuteMs = 60_000

/** Unread messages by case, for the rows below. */
export const UnreadCounts = createContext<ReadonlyMap<string, number>>(new Map())

/** Unread messages of the cases of a page, asked for once for all of them. */
export function useUnreadCounts(orders: readonly Order[] | undefined): ReadonlyMap<string, number> {
  const session = useSession()
  const orderIds = (orders ?? [])
    .filter((order) => order.labId !== null && !order.isWithdrawn)
    .map((order) => order.id)
    .slice(0, limits.pageSizeMax)
    .sort()
  const isEnabled = session !== undefined && mayWriteIn(session) && orderIds.length > 0
  const { data } = useRead('conversation.unread', { body: { orderIds } }, { isEnabled })
  return useMemo(() => new Map(data?.list.map(({ orderId, unread }) => [orderId, unread])), [data])
}

/**
 * What waits on a case, in lists that have a line for it: a question that holds it, and unread messages. No setting hides
 * them.
 */
export function OrderMarks({ order }: { order: Order }) {
  const unread = useContext(UnreadCounts).get(order.id) ?? 0
  if (order.questionOpenSince === null && unread === 0) return null
  return (
    <span className={css.orderMarks}>
      <HoldMark order={order} />
      <UnreadMark order={order} />
    </span>
  )
}

/** How many messages of a case the reader has not read. Nothing where he has read all. */
export function UnreadMark({ order }: { order: Order }) {
  const t = useTexts('orders.marks')
  const unread = useContext(UnreadCounts).get(order.id) ?? 0
  if (unread === 0) return null
  return (
    <span className="order-mark" title={t('unread', { count: unread })}>
      <IconMessage2 size={14} stroke={2} aria-hidden="true" />
      <span aria-hidden="true" className="figures">
        {unread}
      </span>
      <span className="only-read">{t('unread', { count: unread })}</span>
    </span>
  )
}

/**
 * The question that holds a case, with its age and whose turn it is. Nothing where none does.
 * @param props.isShort the age in few letters
 */
export function HoldMark({ order, isShort = false }: { order: Order; isShort?: boolean }) {
  return order.questionOpenSince === null ? null : (
    <Hold order={order} since={order.questionOpenSince} isShort={isShort} />
  )
}

function Hold({ order, since, isShort }: { order: Order; since: string; isShort: boolean }) {
  const t = useTexts('orders.marks')
  const { relative, relativeShort, moment } = useFormats()
  const session = useSession()
  const now = useNow({ updateInterval: minuteMs })
  const askedAt = new Date(since)
  const isOurs = session !== undefined && partyOf(order, session) === order.questionWaitsFor
  const age = (isShort ? relativeShort : relative)(askedAt, askedAt > now ? askedAt : now)
  return (
    <span className="order-mark" data-ours={isOurs || undefined} title={moment(since)}>
      <IconHelpCircle size={14} stroke={2} aria-hidden="true" />
      {t(isOurs ? 'answer' : 'hold', { age })}
    </span>
  )
}
