import { type RawBuilder, sql } from 'kysely'
import { bindForGenericPlan } from '../../platform/db/bound-values.ts'
import type { Condition } from '../../platform/db/filter-conditions.ts'
import type { SearchTerm } from '../../platform/db/text-search.ts'
import { ownColumnsOf } from '../access/order-columns.shared.ts'
import type { OrderSide } from '../access/order-side.shared.ts'
import {
  comparedLength,
  createdMonth,
  indexedWords,
  lengthInMonth,
  narrowedWords,
  orderText,
  scannedWords,
  storedText,
} from './order-search.shared.ts'

/** The newest rows in which a search first counts its matches. */
const sampledRows = 300
/** Matches in the sample from which the list is walked: more than one row in a hundred matches. */
const frequentHits = 4
/** Rows of the list that a search walks at most. */
const walkedRows = 4000
/** An organization is large if it has more than a tenth of all orders. */
const largeShare = 10

const number = (value: number) => sql.raw(String(value))

/** The parts of a search. `list` has the conditions of the list without the words; `after` those of the cursor. */
export type OrderSearch = {
  side: Pick<OrderSide, 'party'>
  terms: readonly SearchTerm[]
  list: readonly Condition[]
  /** Conditions on the row `s` of `order_search` that narrow its index to the orders of the reader. */
  indexed: readonly Condition[]
  order: RawBuilder<unknown>
  rowsMax: number
}

/**
 * Builds the query for the first matches of a search. It compares the first rows of the list without an index. If matches are
 * frequent among them, or the list is short, it walks the list in its order until the page is full. Otherwise it finds all
 * matches with the search index and sorts them. PostgreSQL does not execute the part that is not needed (decision 0053).
 */
export function searchBranch({
  side,
  terms,
  list,
  indexed,
  order,
  rowsMax,
}: OrderSearch): RawBuilder<unknown> {
  const isHit = scannedWords(terms, orderText)
  const inList = sql.join(list, sql` and `)
  const words = sql`o.id, o.number, o.patient_name, o.doctor`
  // Each limit is a subquery, so that the planner expects to read a tenth of the rows and walks the sorted index.
  return sql`(
    with sample as materialized (
      select count(*) as rows, count(*) filter (where ${isHit}) as hits
      from (select ${words} from orders o where ${inList} order by ${order} limit (select ${number(sampledRows)})) o
    ), walk as materialized (
      select o.id, o.place from (
        select ${words}, row_number() over (order by ${order}) as place from orders o where ${inList} order by ${order}
        limit (select case when hits >= ${number(frequentHits)} or rows < ${number(sampledRows)}
          then ${number(walkedRows)} else 0 end from sample)
      ) o where o.place = ${number(walkedRows)} or (${isHit}) limit ${number(rowsMax)}
    ), walked as materialized (
      select (hits >= ${number(frequentHits)} or rows < ${number(sampledRows)})
        and not exists (select from walk where place = ${number(walkedRows)}) as is_complete from sample
    )
    select ${ownColumnsOf(side)} from walk join orders o on o.id = walk.id where (select is_complete from walked)
    union all
    (select ${ownColumnsOf(side)} from order_search s join orders o on o.id = s.order_id
    where (select not is_complete from walked) and ${sql.join([...indexed, ...indexedWords(terms, bindForGenericPlan), ...list], sql` and `)}
    order by ${order} limit (select ${number(rowsMax)})))`
}

/** Months that are searched one after the other before all months are searched at once. */
const searchedMonths = 3
/** Matches in the newest month from which the next months are searched: several months then probably fill a page. */
const promisingHits = 6

/** The parts of a search in the list by registration. */
export type NewestSearch = {
  side: OrderSide & { party: 'clinic' | 'lab' }
  terms: readonly SearchTerm[]
  /** Conditions of the cursor on the row `s` of `order_search`. */
  after: readonly Condition[]
  /** Conditions of the list on the order `o`, without words and cursor. */
  list: readonly Condition[]
  isDescending: boolean
  rowsMax: number
}

/**
 * Builds the query for the first matches of a search in the list by registration without other filters. It works like
 * `searchBranch`, with three differences (decision 0056):
 * - The list is an index of `order_search` that contains the folded texts, so that a row takes a tenth of the time.
 * - Before it finds all matches through the search index, it searches the newest months.
 * - The search index intersects the matches with the orders of the reader only if these are few. The list of a large clinic takes
 *   longer to read than the matches of others.
 */
export function newestSearchBranch(search: NewestSearch): RawBuilder<unknown> {
  const { side, terms, after, list, isDescending, rowsMax } = search
  const isHit = scannedWords(terms, storedText)
  const owner = sql.raw(side.party === 'clinic' ? 's.clinic_id' : 's.lab_id')
  const id = bindForGenericPlan(side.id, 'uuid')
  const isOwn = sql`${owner} = ${id}`
  const and = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)
  const inList = and([isOwn, sql`s.is_listed`, ...after])
  const direction = sql.raw(isDescending ? 'desc' : 'asc')
  const order = sql`order by s.created_at ${direction}, s.order_id ${direction}`
  const page = sql.raw(String(rowsMax))
  const atLab = side.party === 'lab' ? [sql`s.is_at_lab`] : []
  // The index of the list does not contain `is_at_lab`, because it changes with most steps. It is read for matches only.
  const isAtLab = sql`(select h.is_at_lab from order_search h where h.order_id = s.order_id)`
  const isShown = side.party === 'lab' ? sql`${isHit} and ${isAtLab}` : isHit
  // `coalesce` and `OFFSET 0` keep the planner from walking the index of the list.
  const found = (conditions: readonly RawBuilder<unknown>[]) => sql`
    select s.order_id from (
      select s.order_id, s.created_at from order_search s
      where ${and([...conditions, sql`coalesce(s.is_listed, false)`, ...atLab, ...after])} offset 0
    ) s ${order} limit (select ${page})`
  const inMonth = (back: RawBuilder<unknown>) =>
    found([
      sql`(select not is_complete from walked)`,
      sql`${createdMonth} = (select month from sample) - ${back} * interval '1 month'`,
      isOwn,
      ...narrowedWords(terms, lengthInMonth, bindForGenericPlan),
    ])
  // The search index has the pairs of East Asian characters without months. They are rare enough to be found at once.
  const hasMonths = isDescending && terms.every(({ kind }) => kind !== 'pairs')
  const nothing = sql`select null::uuid as order_id where false`
  // `OFFSET 0` in the last line keeps the planner from reading all orders of the organization for the join.
  return sql`(
    with sample as materialized (
      select count(*) as rows, count(*) filter (where ${isHit}) as hits, date_trunc('month', max(created_at) at time zone 'UTC') as month
      from (select s.text, s.created_at from order_search s where ${inList} ${order} limit (select ${number(sampledRows)})) s
    ), walk as materialized (
      select s.order_id from (
        select s.order_id, s.text from order_search s where ${inList} ${order}
        limit (select case when hits >= ${number(frequentHits)} or rows < ${number(sampledRows)}
          then ${number(walkedRows)} else 0 end from sample)
      ) s where ${isShown} limit (select ${page})
    ), walked as materialized (
      select rows < ${number(sampledRows)} or (select count(*) from walk) = ${page} as is_complete from sample
    ), newest as materialized (${hasMonths ? inMonth(sql`0`) : nothing}),
    newer as materialized (${
      hasMonths
        ? sql`
      select f.order_id from generate_series(1, ${number(searchedMonths - 1)}) back cross join lateral (${inMonth(sql`back`)}) f
      where (select count(*) >= ${number(promisingHits)} and count(*) < ${page} from newest)
      limit (select ${page} - count(*) from newest)`
        : nothing
    }),
    missing as materialized (
      select not is_complete and (select count(*) from newest) + (select count(*) from newer) < ${page} as is_missing,
        coalesce((select sum(count) * ${number(largeShare)} from org_status_count where organization_id = ${id})
          > (select sum(count) from platform_status_count), false) as is_large
      from walked
    )
    select ${ownColumnsOf(side)} from (
      select order_id from walk where (select is_complete from walked)
      union all
      select order_id from (select order_id from newest union all select order_id from newer) s where (select not is_missing from missing)
      union all
      (${found([sql`(select is_missing and is_large from missing)`, sql`coalesce(${isOwn}, false)`, ...narrowedWords(terms, comparedLength(terms), bindForGenericPlan)])})
      union all
      (${found([sql`(select is_missing and not is_large from missing)`, isOwn, ...narrowedWords(terms, comparedLength(terms), bindForGenericPlan)])})
    ) s cross join lateral (select o.* from orders o where o.id = s.order_id offset 0) o where ${and(list)})`
}
