import {
  deliveringStatuses,
  dueStatuses,
  type OrderQuery,
  type OrderStatus,
  type OrderView,
  riskStatuses,
  waitingStatuses,
} from '@pontic/contract'
import { sql } from 'kysely'
import {
  type Condition,
  type FilterConditions,
  isSet,
  toConditions,
} from '../../platform/db/filter-conditions.ts'
import { type SearchTerm, searchConditions } from '../../platform/db/text-search.ts'
import { type OrderSide, visibleTo } from '../access/order-side.shared.ts'
import { numberCondition, orderText } from './order-search.shared.ts'

/**
 * A validated list query without its paging, with the search split into terms. `today` is the reader's date for
 * `due`.
 */
export type OrderFilter = Omit<OrderView, 'words' | 'sort' | 'direction'> & {
  terms: readonly SearchTerm[]
  today: string
}

/** Whether the list has a filter other than the status. Its total is then counted, not read from the stored counts. */
export const isFiltered = (filter: OrderFilter): boolean =>
  Object.keys(withdrawnRows).some((field) => field !== 'status' && isSet(filter[field as keyof OrderFilter]))

/**
 * Whether a laboratory's rows of lost orders can match. They match no filter by status, delivery day, due date or
 * waiting party.
 */
export const reachesWithdrawn = (side: OrderSide, filter: OrderFilter): boolean =>
  side.party === 'lab' &&
  Object.entries(withdrawnRows).every(
    ([field, row]) => row !== null || !isSet(filter[field as keyof OrderFilter]),
  )

/**
 * Condition for orders between a side and its partner. The platform gets the orders of any organization, as clinic or
 * laboratory.
 */
export function partnerCondition(side: OrderSide, partnerId: string): Condition {
  if (side.party === 'clinic') return sql`o.lab_id = ${partnerId}`
  if (side.party === 'lab') return sql`o.clinic_id = ${partnerId}`
  return sql`(o.clinic_id = ${partnerId} or o.lab_id = ${partnerId})`
}

/**
 * Returns alternative sets of conditions for a side's orders. No order matches two sets. For the platform, the filter
 * by organization gives two sets, one for its orders as clinic and one as laboratory. An index sorts the rows of each
 * set, but no index sorts the rows of both.
 */
export function ownAlternatives(side: OrderSide, filter: OrderFilter, isOrderedScan: boolean): Condition[][] {
  const { partnerId } = filter
  if (side.party !== 'platform' || partnerId === null) return [ownConditions(side, filter, isOrderedScan)]
  const others = ownConditions(side, { ...filter, partnerId: null }, isOrderedScan)
  return [
    [...others, sql`o.clinic_id = ${partnerId}`],
    [...others, sql`o.lab_id = ${partnerId}`],
  ]
}

function ownConditions(side: OrderSide, filter: OrderFilter, isOrderedScan: boolean): Condition[] {
  const rows: FilterConditions<Omit<OrderFilter, 'today'>> = {
    status: (status) => sql`o.status = ${status}`,
    types: (types) => sql`o.type = any(${types}::smallint[])`,
    partnerId: (id) => partnerCondition(side, id),
    createdFrom: (day) => sql`o.created_at >= ${day}::date`,
    createdTo: (day) => sql`o.created_at < ${day}::date + 1`,
    deliveryFrom: (day) => sql`o.delivery_on >= ${day}::date`,
    deliveryTo: (day) => sql`o.delivery_on <= ${day}::date`,
    due: (due) => dueConditions(side, due, filter.today),
    waitsForMe: () => waitingCondition(side),
    terms: (terms) => searchConditions(orderText, terms, isOrderedScan),
  }
  return [visibleTo(side), sql`o.discarded_at is null`, ...toConditions(rows, filter)]
}

/** The filters for a row `w` of an order `o` that a laboratory has lost. `null` means that no such row matches. */
const withdrawnRows: FilterConditions<Omit<OrderFilter, 'today'>> = {
  status: null,
  types: (types) => sql`o.type = any(${types}::smallint[])`,
  partnerId: (id) => sql`o.clinic_id = ${id}`,
  createdFrom: (day) => sql`w.order_created_at >= ${day}::date`,
  createdTo: (day) => sql`w.order_created_at < ${day}::date + 1`,
  deliveryFrom: null,
  deliveryTo: null,
  due: null,
  waitsForMe: null,
  terms: (terms) => numberCondition(terms),
}

/** Returns the conditions for rows of orders that a laboratory has lost. */
export const withdrawnConditions = (labId: string, filter: OrderFilter): Condition[] => [
  sql`w.lab_id = ${labId}`,
  ...toConditions(withdrawnRows, filter),
]

// Inlines the statuses, so that the planner can use the partial indexes.
const among = (statuses: readonly OrderStatus[]) =>
  sql<boolean>`o.status in (${sql.raw(statuses.map((status) => `'${status}'`).join(', '))})`

/**
 * Condition for orders whose delivery day is still to be met. Rejected orders do not count for a laboratory.
 */
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

/** Condition for orders that wait for this side. Nothing matches for individuals and the platform. */
function waitingCondition({ party }: OrderSide): Condition {
  if (party !== 'clinic' && party !== 'lab') return sql`false`
  return sql`(o.question_waits_for = ${sql.lit(party)}
    or (o.question_waits_for is null and ${among(waitingStatuses[party])}))`
}
