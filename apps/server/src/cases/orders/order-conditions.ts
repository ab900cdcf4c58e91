import {
  deliveringStatuses,
  dueStatuses,
  keysOf,
  type OrderQuery,
  type OrderSort,
  type OrderStatus,
  type OrderView,
  riskStatuses,
  unlimitedSorts,
  waitingStatuses,
} from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Bind, bindForCustomPlan, bindForGenericPlan } from '../../platform/db/bound-values.ts'
import {
  type Condition,
  type FilterConditions,
  isSet,
  toConditions,
} from '../../platform/db/filter-conditions.ts'
import type { SearchTerm } from '../../platform/db/text-search.ts'
import { type OrderSide, visibleTo } from '../access/order-side.shared.ts'
import { numberCondition, searchCondition } from './order-search.shared.ts'
import { taskOf } from './order-tasks.shared.ts'

/**
 * The filters of a validated list query, with the search split into terms. `today` is the current date in the reader's
 * time zone, with which the filters `due` and `task` compare delivery days. It is empty without them.
 */
export type OrderFilter = Omit<OrderView, 'words' | 'sort' | 'direction'> & {
  terms: readonly SearchTerm[]
  today: string
}

type ListedFilter = Omit<OrderFilter, 'today'>

/** Joins conditions with AND. */
export const and = (conditions: readonly Condition[]) => sql.join(conditions, sql` and `)

/** Whether the list has a filter other than the status. Its total is then counted, not read from the stored counts. */
export const isFiltered = (filter: OrderFilter): boolean =>
  filterFields.some((field) => field !== 'status' && isSet(filter[field]))

/**
 * Whether rows of withdrawn orders can match the filter. After a recall, a return or a send to another laboratory, the
 * earlier laboratory keeps such a row, with the number and dates of the order. No such row matches if a filter by
 * status, delivery day, `due`, technician, review, `waitsForMe` or `task` is set.
 */
export const reachesWithdrawn = (side: OrderSide, filter: OrderFilter): boolean =>
  side.party === 'lab' &&
  filterFields.every((field) => withoutBinding[field] !== null || !isSet(filter[field]))

/**
 * Condition for orders between a side and its partner. For sides other than clinic and laboratory, `partnerId` is any
 * organization, and its orders as clinic and as laboratory match.
 */
export function partnerCondition(side: OrderSide, partnerId: string): Condition {
  if (side.party === 'clinic') return sql`o.lab_id = ${partnerId}`
  if (side.party === 'lab') return sql`o.clinic_id = ${partnerId}`
  return sql`(o.clinic_id = ${partnerId} or o.lab_id = ${partnerId})`
}

/**
 * Returns how a list binds its values. Lists without a filter, and those whose only filter has an index in the sort order, use
 * a generic plan. The best plan of other lists depends on how many rows match.
 */
export function bindOf(side: OrderSide, filter: OrderFilter, sort: OrderSort): Bind {
  if (side.party !== 'clinic' && side.party !== 'lab') return bindForCustomPlan
  const [first, ...others] = filterFields.filter((field) => isSet(filter[field]))
  if (others.length > 0) return bindForCustomPlan
  const hasIndex =
    first === undefined ? unlimitedSorts.some((one) => one === sort) : indexedSorts[first] === sort
  return hasIndex ? bindForGenericPlan : bindForCustomPlan
}

/** The sort order in which an index of each party returns the rows that match a filter. */
const indexedSorts: Partial<Record<FilterField, OrderSort>> = {
  status: 'createdAt',
  waitsForMe: 'createdAt',
  due: 'deliveryOn',
}

/**
 * Returns one or two lists of conditions. An order matches the filter if it meets all conditions of one list; no order
 * meets both lists. The platform's filter by organization gives two lists, one for the organization's orders as clinic
 * and one for those as laboratory, so that an index can return the rows of each in order.
 */
export function ownAlternatives(
  side: OrderSide,
  filter: OrderFilter,
  bind: Bind,
  isOrderedScan: boolean,
): Condition[][] {
  const { partnerId } = filter
  if (side.party !== 'platform' || partnerId === null)
    return [ownConditions(side, filter, bind, isOrderedScan)]
  const others = ownConditions(side, { ...filter, partnerId: null }, bind, isOrderedScan)
  return [
    [...others, sql`o.clinic_id = ${partnerId}`],
    [...others, sql`o.lab_id = ${partnerId}`],
  ]
}

function ownConditions(
  side: OrderSide,
  filter: OrderFilter,
  bind: Bind,
  isOrderedScan: boolean,
): Condition[] {
  const rows: FilterConditions<ListedFilter> = {
    status: (status) => among([status]),
    types: (types) => sql`o.type = any(${types}::smallint[])`,
    partnerId: (id) => partnerCondition(side, id),
    createdFrom: (day) => sql`o.created_at >= ${day}::date`,
    createdTo: (day) => sql`o.created_at < ${day}::date + 1`,
    deliveryFrom: (day) => sql`o.delivery_on >= ${day}::date`,
    deliveryTo: (day) => sql`o.delivery_on <= ${day}::date`,
    due: (due) => dueConditions(side, due, bind(filter.today, 'date')),
    technicianId: (technician) => technicianCondition(side, technician, bind),
    reviewState: (state) => sql`o.review_state = ${state}`,
    waitsForMe: () => waitingCondition(side),
    task: (task) => taskOf(side, task, bind(filter.today, 'date')).conditions,
    terms: (terms) => searchCondition(terms, searchedOf(side, bind), isOrderedScan),
  }
  return [visibleTo(side, bind), sql`o.discarded_at is null`, ...toConditions(rows, filter)]
}

/** Conditions on the row `s` of `order_search` that narrow the search index to the orders of a side. */
export function searchedOf({ party, id }: OrderSide, bind: Bind): Condition[] {
  if (party === 'clinic') return [sql`s.clinic_id = ${bind(id, 'uuid')}`]
  return party === 'lab' ? [sql`s.lab_id = ${bind(id, 'uuid')} and s.is_at_lab`] : []
}

/** The filters for a row `w` of an order `o` that was withdrawn from a laboratory. `null` means that no such row matches. */
const withdrawnRows = (bind: Bind): FilterConditions<ListedFilter> => ({
  status: null,
  types: (types) => sql`o.type = any(${types}::smallint[])`,
  partnerId: (id) => sql`o.clinic_id = ${id}`,
  createdFrom: (day) => sql`w.order_created_at >= ${day}::date`,
  createdTo: (day) => sql`w.order_created_at < ${day}::date + 1`,
  deliveryFrom: null,
  deliveryTo: null,
  due: null,
  technicianId: null,
  reviewState: null,
  waitsForMe: null,
  task: null,
  terms: (terms) => numberCondition(terms, bind),
})

/** The filters that a row of a lost order can match are those that are not null. */
const withoutBinding = withdrawnRows(bindForCustomPlan)
type FilterField = keyof ListedFilter
const filterFields = keysOf(withoutBinding)

/** Returns the conditions for rows of orders that a laboratory has lost. */
export const withdrawnConditions = (labId: string, filter: OrderFilter, bind: Bind): Condition[] => [
  sql`w.lab_id = ${bind(labId, 'uuid')}`,
  ...toConditions(withdrawnRows(bind), filter),
]

// Inlines the statuses, so that the planner can use the partial indexes and knows how frequent they are.
const among = (statuses: readonly OrderStatus[]) =>
  sql<boolean>`o.status in (${sql.raw(statuses.map((status) => `'${status}'`).join(', '))})`

/**
 * Condition for orders whose delivery day is still to be met. Rejected orders do not count for a laboratory.
 */
export const dueCondition = (side: OrderSide): Condition =>
  among(side.party === 'lab' ? deliveringStatuses : dueStatuses)

function dueConditions(
  side: OrderSide,
  due: Exclude<OrderQuery['due'], null>,
  day: RawBuilder<unknown>,
): Condition[] {
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

/**
 * Condition for orders with a technician. Only the laboratory sees technicians (rules §16), so nothing matches for other sides.
 * @param technician an account, or `none`
 */
export function technicianCondition({ party }: OrderSide, technician: string, bind: Bind): Condition {
  if (party !== 'lab') return sql`false`
  if (technician === 'none') return sql`o.technician_id is null`
  return sql`o.technician_id = ${bind(technician, 'uuid')}`
}

/** Condition for orders that wait for this side. Nothing matches for individuals and the platform. */
function waitingCondition({ party }: OrderSide): Condition {
  if (party !== 'clinic' && party !== 'lab') return sql`false`
  const others =
    party === 'clinic'
      ? sql`o.proposed_on is not null or o.review_state = 'requested'`
      : sql`o.review_state = 'changes_asked'`
  return sql`(o.question_waits_for = ${sql.lit(party)} or ${others}
    or (o.question_waits_for is null and ${among(waitingStatuses[party])}))`
}
