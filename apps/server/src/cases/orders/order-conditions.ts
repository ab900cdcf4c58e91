import {
  deliveringStatuses,
  dueStatuses,
  type OrderQuery,
  type OrderStatus,
  riskStatuses,
  waitingStatuses,
} from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import { type SearchTerm, searchConditions } from '../../platform/db/text-search.ts'
import { numberCondition, orderText } from './order-search.service.ts'
import type { OrderSide } from './order-side.service.ts'

/** A condition on an order `o`, or on a row `w` of an order that a laboratory lost. */
export type Condition = RawBuilder<boolean>

/** A validated list query without its paging, with the search split into terms. `today`: the reader's date, for `due`. */
export type OrderFilter = Pick<
  OrderQuery,
  | 'status'
  | 'types'
  | 'partnerId'
  | 'createdFrom'
  | 'createdTo'
  | 'deliveryFrom'
  | 'deliveryTo'
  | 'due'
  | 'waitsForMe'
> & { terms: readonly SearchTerm[]; today: string }

/** Whether the list is filtered by more than the status, so that the counters do not give the total. */
export function isFiltered(filter: OrderFilter): boolean {
  const { terms, types, partnerId, due, waitsForMe } = filter
  const isListed = terms.length > 0 || types.length > 0 || partnerId !== null
  return isListed || due !== null || waitsForMe || hasRange(filter)
}

function hasRange(filter: OrderFilter): boolean {
  const { createdFrom, createdTo, deliveryFrom, deliveryTo } = filter
  return [createdFrom, createdTo, deliveryFrom, deliveryTo].some((day) => day !== null)
}

/** Rows of lost orders have neither a status nor a delivery day to filter by. */
export function reachesWithdrawn(side: OrderSide, filter: OrderFilter): boolean {
  return (
    side.party === 'lab' &&
    filter.status === null &&
    filter.deliveryFrom === null &&
    filter.deliveryTo === null &&
    filter.due === null &&
    !filter.waitsForMe
  )
}

/**
 * The single rule of who sees an order `o` (rules §5): its clinic, the addressed laboratory, individuals with a share, the
 * platform. A recall, a transfer to another laboratory and a return clear the laboratory; a shipped order keeps it.
 */
export function visibleTo(side: OrderSide): Condition {
  if (side.party === 'clinic') return sql`o.clinic_id = ${side.id}`
  if (side.party === 'lab') return sql`o.lab_id = ${side.id}`
  if (side.party === 'platform') return sql`true`
  return sql`exists (select 1 from order_share s where s.order_id = o.id and s.account_id = ${side.id})`
}

/** The orders between a side and a partner. */
export function partnerCondition(side: OrderSide, partnerId: string): Condition {
  if (side.party === 'clinic') return sql`o.lab_id = ${partnerId}`
  if (side.party === 'lab') return sql`o.clinic_id = ${partnerId}`
  return sql`(o.clinic_id = ${partnerId} or o.lab_id = ${partnerId})`
}

/**
 * Alternative sets of conditions for a side's orders; no order fulfils two sets. The platform's orders with an
 * organization split into those as clinic and those as laboratory: each has a sorted index, both together have none.
 */
export function ownWays(side: OrderSide, filter: OrderFilter, isWalk: boolean): Condition[][] {
  const { partnerId } = filter
  if (side.party !== 'platform' || partnerId === null) return [ownConditions(side, filter, isWalk)]
  const others = ownConditions(side, { ...filter, partnerId: null }, isWalk)
  return [
    [...others, sql`o.clinic_id = ${partnerId}`],
    [...others, sql`o.lab_id = ${partnerId}`],
  ]
}

function ownConditions(side: OrderSide, filter: OrderFilter, isWalk: boolean): Condition[] {
  const found = [visibleTo(side), sql<boolean>`o.discarded_at is null`]
  if (filter.status !== null) found.push(sql`o.status = ${filter.status}`)
  if (filter.types.length > 0) found.push(sql`o.type = any(${filter.types}::smallint[])`)
  if (filter.partnerId !== null) found.push(partnerCondition(side, filter.partnerId))
  if (filter.createdFrom !== null) found.push(sql`o.created_at >= ${filter.createdFrom}::date`)
  if (filter.createdTo !== null) found.push(sql`o.created_at < ${filter.createdTo}::date + 1`)
  if (filter.deliveryFrom !== null) found.push(sql`o.delivery_on >= ${filter.deliveryFrom}::date`)
  if (filter.deliveryTo !== null) found.push(sql`o.delivery_on <= ${filter.deliveryTo}::date`)
  if (filter.due !== null) found.push(...dueConditions(side, filter.due, filter.today))
  if (filter.waitsForMe) found.push(waitingCondition(side))
  return [...found, ...searchConditions(orderText, filter.terms, isWalk)]
}

/** Conditions for rows of orders that a laboratory lost. */
export function withdrawnConditions(labId: string, filter: OrderFilter): Condition[] {
  const found: Condition[] = [sql`w.lab_id = ${labId}`]
  if (filter.types.length > 0) found.push(sql`o.type = any(${filter.types}::smallint[])`)
  if (filter.partnerId !== null) found.push(sql`o.clinic_id = ${filter.partnerId}`)
  if (filter.createdFrom !== null) found.push(sql`w.order_created_at >= ${filter.createdFrom}::date`)
  if (filter.createdTo !== null) found.push(sql`w.order_created_at < ${filter.createdTo}::date + 1`)
  if (filter.terms.length > 0) found.push(numberCondition(filter.terms))
  return found
}

// Inlined, not bound: the planner must see that the partial indexes cover all of them.
const among = (statuses: readonly OrderStatus[]) =>
  sql<boolean>`o.status in (${sql.raw(statuses.map((status) => `'${status}'`).join(', '))})`

/** Statuses with a delivery day still to be met. Returned orders do not count for a laboratory. */
export const dueCondition = (side: OrderSide): Condition =>
  among(side.party === 'lab' ? deliveringStatuses : dueStatuses)

function dueConditions(side: OrderSide, due: Exclude<OrderQuery['due'], null>, today: string): Condition[] {
  const day = sql`${today}::date`
  const conditions = {
    late: [sql<boolean>`o.delivery_on < ${day}`],
    today: [sql<boolean>`o.delivery_on = ${day}`],
    week: [sql<boolean>`o.delivery_on > ${day}`, sql<boolean>`o.delivery_on <= ${day} + 7`],
    atRisk: [
      among(riskStatuses),
      sql<boolean>`o.delivery_on >= ${day}`,
      sql<boolean>`o.at_risk_on <= ${day}`,
    ],
  } as const
  return [dueCondition(side), ...conditions[due]]
}

/** Orders that wait for this side; none for readers who are no party. */
function waitingCondition({ party }: OrderSide): Condition {
  if (party !== 'clinic' && party !== 'lab') return sql`false`
  return sql`(o.question_waits_for = ${sql.lit(party)}
    or (o.question_waits_for is null and ${among(waitingStatuses[party])}))`
}
