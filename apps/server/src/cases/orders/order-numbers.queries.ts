import { limits, type OrderStatus } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Bind, bindForCustomPlan, bindForGenericPlan } from '../../platform/db/bound-values.ts'
import { plannedForValues } from '../../platform/db/connection.ts'
import type { Tx } from '../../platform/db/database.ts'
import { largeCountOf } from '../../platform/db/large-counts.ts'
import { type OrderSide, visibleTo } from '../access/order-side.shared.ts'
import {
  and,
  isFiltered,
  type OrderFilter,
  ownAlternatives,
  reachesWithdrawn,
  searchedOf,
  withdrawnConditions,
} from './order-conditions.ts'
import { comparedLength, createdMonth, lengthInMonth, narrowedWords } from './order-search.shared.ts'

/** Counts of a list; `withdrawn` and `filtered` are counted up to more than the limit of the caller. */
export type OrderNumbers = { byStatus: Map<OrderStatus, number>; withdrawn: number; filtered: number }

/**
 * Builds a query for all counts of a list, as rows of name and count.
 * @param totalMax up to how many matches of a filtered list are counted; 0 counts none
 */
export function numbersQuery(
  side: OrderSide,
  filter: OrderFilter,
  bind: Bind,
  totalMax: number,
): RawBuilder<unknown> {
  const parts = [statusCounts(side)]
  if (isFiltered(filter) && totalMax === 0) return statusCounts(side)
  const countMax = sql.raw(String(isFiltered(filter) ? largeCountOf(totalMax) : limits.filteredTotalMax + 1))
  if (isFiltered(filter)) {
    const [first = sql``, ...others] = matchesOf(side, filter, bind)
    const found = others.map((matches) => sql`union all (select 1 ${matches} limit ${countMax})`)
    const own = sql`select 1 ${first} limit ${countMax}`
    const all = others.length === 0 ? own : sql`(${own}) ${sql.join(found, sql` `)} limit ${countMax}`
    parts.push(sql`select 'filtered', (select count(*) from (${all}) found)`)
  }
  if (reachesWithdrawn(side, filter)) {
    const from = isFiltered(filter) ? sql`join orders o on o.id = w.order_id` : sql``
    parts.push(sql`select 'withdrawn', (select count(*) from (select 1 from order_withdrawal w ${from}
      where ${and(withdrawnConditions(side.id, filter, bind))} limit ${countMax}) lost)`)
  }
  return sql.join(parts, sql` union all `)
}

/**
 * Builds a query for the matches of a search among the orders of all organizations: `id`, and the value `key` of the sort column.
 */
export function hitsOfAll(
  side: OrderSide,
  filter: OrderFilter,
  key: 'created_at' | 'updated_at' | 'number',
): RawBuilder<unknown> {
  const words = narrowedWords(filter.terms, comparedLength(filter.terms), bindForCustomPlan)
  const others = { ...filter, terms: [] }
  if (key === 'created_at' && !isFiltered(others) && filter.status === null)
    return sql`select s.order_id as id, s.created_at as key from order_search s where s.is_listed and ${and(words)}`
  const hits = ownAlternatives(side, others, bindForCustomPlan, false).map(
    (
      found,
    ) => sql`select o.id, o.${sql.raw(key)} as key from order_search s join orders o on o.id = s.order_id
      where ${and([...words, ...found])}`,
  )
  return sql.join(hits, sql` union all `)
}

/**
 * Builds a query like `hitsOfAll`, without other filters, for the newest months.
 * @param months number of months
 * @param until a time in the newest of them, by default that of the newest order
 */
export function hitsOfMonths(
  { terms }: OrderFilter,
  months: number,
  until: string | undefined,
): RawBuilder<unknown> {
  const words = narrowedWords(terms, lengthInMonth, bindForCustomPlan)
  const newest =
    until === undefined
      ? sql`(select created_at from orders where discarded_at is null order by created_at desc, id desc limit 1)`
      : sql`${until}::timestamptz`
  // `OFFSET 0` keeps one look-up in the index for each month.
  return sql`select f.id, f.key from generate_series(0, ${months - 1}::int) back
    cross join (select date_trunc('month', ${newest} at time zone 'UTC') as month offset 0) m
    cross join lateral (
      select s.order_id as id, s.created_at as key from order_search s
      where ${createdMonth} = m.month - back * interval '1 month' and coalesce(s.is_listed, false) and ${and(words)}
      offset 0) f`
}

/** Returns the from and where clauses of the matching orders, one for each alternative of `ownAlternatives`. */
function matchesOf(side: OrderSide, filter: OrderFilter, bind: Bind): RawBuilder<unknown>[] {
  const { terms } = filter
  if (terms.length === 0 || side.party === 'person') {
    return ownAlternatives(side, filter, bind, false).map((found) => sql`from orders o where ${and(found)}`)
  }
  const words = [...searchedOf(side, bind), ...narrowedWords(terms, comparedLength(terms), bind)]
  const others = { ...filter, terms: [] }
  // The searched texts tell which orders are discarded, so a search without other filters reads no row of an order.
  if (!isFiltered(others) && filter.status === null) {
    return [sql`from order_search s where s.is_listed and ${and(words)}`]
  }
  return ownAlternatives(side, others, bind, false).map(
    (found) => sql`from order_search s join orders o on o.id = s.order_id where ${and([...words, ...found])}`,
  )
}

/**
 * Returns the counts of a list without its rows.
 * @param totalMax up to how many matches are counted
 */
export async function readOrderNumbers(
  tx: Tx,
  side: OrderSide,
  filter: OrderFilter,
  totalMax: number,
): Promise<OrderNumbers> {
  const { rows } = await sql<{
    name: string
    count: number
  }>`${sql.raw(plannedForValues)}${numbersQuery(side, filter, bindForCustomPlan, totalMax)}`.execute(tx)
  return toNumbers(rows.map((row) => [row.name, Number(row.count)]))
}

/** Maps counts by name. */
export function toNumbers(entries: Iterable<[string, number]>): OrderNumbers {
  const numbers = new Map(entries)
  return {
    byStatus: numbers as Map<OrderStatus, number>,
    withdrawn: numbers.get('withdrawn') ?? 0,
    filtered: numbers.get('filtered') ?? 0,
  }
}

/** Returns the number of orders by status. Organizations have stored counts; the orders of individuals are counted. */
export async function readStatusCounts(tx: Tx, side: OrderSide): Promise<Map<OrderStatus, number>> {
  const { rows } = await sql<{ name: OrderStatus; count: number }>`${statusCounts(side)}`.execute(tx)
  return new Map(rows.map(({ name, count }) => [name, Number(count)]))
}

/** Builds a query for the number of orders by status, as rows of name and count. */
export function statusCounts(side: OrderSide): RawBuilder<unknown> {
  if (side.party === 'person') {
    return sql`select o.status as name, count(*) as count from orders o
      where ${visibleTo(side)} and o.discarded_at is null group by o.status`
  }
  if (side.party === 'platform') {
    return sql`select status as name, sum(count)::bigint as count from platform_status_count group by status`
  }
  return sql`select status as name, count from org_status_count where organization_id = ${bindForGenericPlan(side.id, 'uuid')}`
}
