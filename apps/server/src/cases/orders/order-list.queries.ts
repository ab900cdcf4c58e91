import type { Order, OrderQuery, OrderSort } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Bind, bindForGenericPlan } from '../../platform/db/bound-values.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Condition } from '../../platform/db/filter-conditions.ts'
import { executeTemplate, slotOf } from '../../platform/db/statement-template.ts'
import { listedColumns, ownColumnsOf, withdrawnColumns } from '../access/order-columns.shared.ts'
import type { OrderSide } from '../access/order-side.shared.ts'
import {
  and,
  bindOf,
  isFiltered,
  type OrderFilter,
  ownAlternatives,
  reachesWithdrawn,
  searchedOf,
  withdrawnConditions,
} from './order-conditions.ts'
import type { OrderCursor } from './order-cursor.ts'
import { numbersQuery, type OrderNumbers, toNumbers } from './order-numbers.queries.ts'
import { newestSearchBranch, searchBranch } from './order-search.queries.ts'
import { type OrderSortKeys, sortKeysOf } from './order-sorts.ts'

/** The range of a page. `isOrderedScan` is true for a search with so many matches that walking the sorted index is faster. */
export type OrderPaging = {
  sort: OrderSort
  direction: OrderQuery['direction']
  cursor: OrderCursor | undefined
  /** Rows to skip for a page number; 0 with a cursor. */
  offset: number
  rowsMax: number
  isOrderedScan: boolean
}

/**
 * Returns the rows of one page in the requested order. Orders without a delivery day come last in both directions.
 * @param withdrawn whether to include rows of orders that the laboratory has lost
 */
export async function listOrderRows(
  tx: Tx,
  side: OrderSide,
  filter: OrderFilter,
  paging: OrderPaging,
  withdrawn: boolean,
): Promise<Order[]> {
  const { rows } =
    await sql<Order>`select ${listedColumns} from (${pageQuery(side, filter, paging, withdrawn)}) o
    ${joinedNames} order by ${pageOrder(side, paging)}`.execute(tx)
  return rows
}

/**
 * Returns rows and counts of one page with a single statement, which takes a fifth less time than two.
 * @param totalMax up to how many matches of a filtered list are counted; 0 counts none
 */
export async function readOrderPage(
  tx: Tx,
  side: OrderSide,
  filter: OrderFilter,
  paging: OrderPaging,
  totalMax: number,
): Promise<{ rows: Order[]; numbers: OrderNumbers }> {
  const rows = await readPageRows(tx, side, filter, paging, totalMax)
  if (rows.length > 0) return toOrderPage(rows)
  const numbers = numbersQuery(side, filter, bindOfPage(side, filter, paging), totalMax)
  const counted = await sql<{ numbers: string | null }>`select ${countsOf(numbers)}`.execute(tx)
  return { rows: [], numbers: numbersOf(counted.rows[0]) }
}

const numbersOf = (row: { numbers: string | null } | undefined): OrderNumbers =>
  toNumbers(Object.entries(JSON.parse(row?.numbers ?? '{}') as Record<string, number>))

/** Splits the rows of a page that is not empty into orders and counts. */
export const toOrderPage = (rows: readonly PageRow[]): { rows: Order[]; numbers: OrderNumbers } => ({
  rows: rows.map(({ numbers: _, ...order }) => order),
  numbers: numbersOf(rows[0]),
})

const countsOf = (numbers: RawBuilder<unknown>) =>
  sql`(select json_object_agg(name, count)::text from (${numbers}) counted) as numbers`

/** A row of a page. Each row has the counts of the page as JSON. */
export type PageRow = Order & { numbers: string | null }

async function readPageRows(
  tx: Tx,
  side: OrderSide,
  filter: OrderFilter,
  paging: OrderPaging,
  totalMax: number,
): Promise<PageRow[]> {
  const isGeneric = bindOfPage(side, filter, paging) === bindForGenericPlan
  if (!isGeneric || paging.offset > 0 || filter.terms.length > 0) {
    return (await pageStatement(side, filter, paging, totalMax).execute(tx)).rows
  }
  const { sort, direction, cursor, rowsMax } = paging
  const { status, due, waitsForMe, today } = filter
  const start = cursor && { key: cursor.key && slotOf('key'), id: slotOf('id') }
  const shape = [
    side.party,
    sort,
    direction,
    rowsMax,
    start?.key,
    start?.id,
    status,
    due,
    waitsForMe,
    totalMax,
  ]
  const values = { side: side.id, today, key: cursor?.key, id: cursor?.id }
  return await executeTemplate(tx, `order page ${JSON.stringify(shape)}`, values, () =>
    pageStatement(
      { party: side.party, id: slotOf('side') },
      { ...filter, today: slotOf('today') },
      { ...paging, cursor: start },
      totalMax,
    ),
  )
}

function pageStatement(
  side: OrderSide,
  filter: OrderFilter,
  paging: OrderPaging,
  totalMax: number,
): RawBuilder<PageRow> {
  const numbers = numbersQuery(side, filter, bindOfPage(side, filter, paging), totalMax)
  return statementOf(numbers, pageQuery(side, filter, paging, true), side, paging)
}

/** Builds the statement of a page from the queries of its counts and of its rows. */
export const statementOf = (
  numbers: RawBuilder<unknown>,
  rows: RawBuilder<unknown>,
  side: OrderSide,
  paging: OrderPaging,
) =>
  sql<PageRow>`select ${countsOf(numbers)}, ${listedColumns} from (${rows}) o
    ${joinedNames} order by ${pageOrder(side, paging)}`

/**
 * Joins the clinic `c` and the laboratory `l` of rows `o`. The planner cannot merge these subqueries into the statement. Otherwise it
 * may read all organizations up to the last laboratory of the page, and sort the page twice.
 */
export const joinedNames =
  sql.raw(`left join lateral (select name from organization where id = o.clinic_id limit 1) c on true
    left join lateral (select name, banned_at, deleted_at from organization where id = o.lab_id limit 1) l on true`)

const keysOf = ({ party }: OrderSide, { sort, direction }: OrderPaging): OrderSortKeys =>
  sortKeysOf(sort, direction === 'ascending', party)

function pageOrder(side: OrderSide, paging: OrderPaging): RawBuilder<unknown> {
  const key = keysOf(side, paging).listed('o.')
  return sql`${key} ${directionOf(paging)} ${nullsOf(paging)}, o.id ${directionOf(paging)}`
}

const neverEmpty: readonly OrderSort[] = ['createdAt', 'updatedAt', 'number']

/** With the order of the index of a branch, PostgreSQL does not sort the page again. */
const nullsOf = ({ sort }: OrderPaging) => (neverEmpty.includes(sort) ? sql`` : sql`nulls last`)

function pageQuery(
  side: OrderSide,
  filter: OrderFilter,
  paging: OrderPaging,
  withdrawn: boolean,
): RawBuilder<unknown> {
  // Sorts all matches, because a generic plan may walk the orders of all organizations for a term without matches.
  const isSorted = side.party === 'platform' && filter.terms.length > 0 && !paging.isOrderedScan
  const bind = bindOfPage(side, filter, paging)
  const branches = isSampled(side, filter, paging)
    ? [sampledBranch(side, filter, paging)]
    : ownAlternatives(side, filter, bind, paging.isOrderedScan).flatMap((conditions) =>
        ownBranches(side, conditions, paging, bind, isSorted),
      )
  if (withdrawn && reachesWithdrawn(side, filter)) {
    branches.push(withdrawnBranch(side, withdrawnConditions(side.id, filter, bind), paging, bind))
  }
  const [only] = branches
  if (only !== undefined && branches.length === 1 && paging.offset === 0) return only
  const { listed, isExpression } = keysOf(side, paging)
  const direction = directionOf(paging)
  const skipped = paging.offset === 0 ? sql`` : sql`offset ${paging.offset}`
  // PostgreSQL rejects a second ORDER BY after a parenthesized query, and an expression that sorts a union.
  const all = sql`(${sql.join(branches, sql` union all `)})`
  const rows = branches.length === 1 || isExpression ? sql`select * from ${all} o` : all
  return sql`${rows} order by ${listed('')} ${direction} ${nullsOf(paging)}, id ${direction}
    limit ${sql.raw(String(paging.rowsMax))} ${skipped}`
}

/**
 * Whether a search compares a sample of the list to choose how it finds its rows, so that they need no count. The list without
 * the words must have an index in its order.
 */
export function isSampled(side: OrderSide, filter: OrderFilter, { sort, offset }: OrderPaging): boolean {
  if (filter.terms.length === 0 || sort === 'deliveryOn' || offset > 0) return false
  return bindOf(side, { ...filter, terms: [] }, sort) === bindForGenericPlan
}

const bindOfPage = (side: OrderSide, filter: OrderFilter, paging: OrderPaging): Bind =>
  isSampled(side, filter, paging) ? bindForGenericPlan : bindOf(side, filter, paging.sort)

function sampledBranch(side: OrderSide, filter: OrderFilter, paging: OrderPaging): RawBuilder<unknown> {
  const bind = bindForGenericPlan
  const [conditions = []] = ownAlternatives(side, { ...filter, terms: [] }, bind, false)
  const { party } = side
  const isPlain = !isFiltered({ ...filter, terms: [] }) && filter.status === null
  if (isPlain && paging.sort === 'createdAt' && (party === 'clinic' || party === 'lab')) {
    return newestSearchBranch({
      side: { ...side, party },
      terms: filter.terms,
      after: after(paging, keysOf(side, paging), sql`s.created_at`, sql`s.order_id`, bind),
      list: conditions,
      isDescending: paging.direction === 'descending',
      rowsMax: paging.rowsMax,
    })
  }
  const keys = keysOf(side, paging)
  const id = sql.raw('o.id')
  return searchBranch({
    side,
    terms: filter.terms,
    list: [...conditions, ...after(paging, keys, keys.own, id, bind)],
    indexed: searchedOf(side, bind),
    order: sql.join([keys.own, id].map((column) => sql`${column} ${directionOf(paging)}`)),
    rowsMax: paging.rowsMax,
  })
}

/**
 * Builds the query for the matching rows. A list sorted by delivery day has a second query, for orders without one.
 * @param isSorted finds all matching rows and sorts them, instead of walking the sorted index
 */
function ownBranches(
  side: OrderSide,
  conditions: readonly Condition[],
  paging: OrderPaging,
  bind: Bind,
  isSorted: boolean,
): RawBuilder<unknown>[] {
  const keys = keysOf(side, paging)
  const key = keys.own
  const branch = (more: readonly Condition[], columns: readonly RawBuilder<unknown>[]) => {
    const by = columns.map((column) => sql`${column} ${directionOf(paging)}`)
    const found = and([...conditions, ...more])
    // `OFFSET 0` keeps the planner from flattening this subquery.
    const from = isSorted
      ? sql`(select * from orders o where ${found} offset 0) o`
      : sql`orders o where ${found}`
    return sql`(select ${ownColumnsOf(side)} from ${from}
      order by ${sql.join(by)} limit ${rowsOfBranch(paging, bind)})`
  }
  const id = sql.raw('o.id')
  if (paging.sort !== 'deliveryOn') return [branch(after(paging, keys, key, id, bind), [key, id])]
  const dayless = branch([sql`o.delivery_on is null`, ...afterDayless(paging, id, bind)], [id])
  if (paging.cursor?.key === null) return [dayless]
  return [branch([sql`o.delivery_on is not null`, ...after(paging, keys, key, id, bind)], [key, id]), dayless]
}

function withdrawnBranch(
  side: OrderSide,
  conditions: readonly Condition[],
  paging: OrderPaging,
  bind: Bind,
): RawBuilder<unknown> {
  const id = sql.raw('w.order_id')
  const keys = keysOf(side, paging)
  const key = keys.withdrawn
  const more = key === undefined ? afterDayless(paging, id, bind) : after(paging, keys, key, id, bind)
  const by = [key, id]
    .filter((column) => column !== undefined)
    .map((column) => sql`${column} ${directionOf(paging)}`)
  return sql`(select ${withdrawnColumns} from order_withdrawal w join orders o on o.id = w.order_id
    where ${and([...conditions, ...more])} order by ${sql.join(by)} limit ${rowsOfBranch(paging, bind)})`
}

/**
 * Returns the limit of a branch. Limits of first pages are inlined, so that there are few prepared statements. In a generic plan
 * the limit is a subquery, which the planner estimates as a tenth of the rows. It then walks the sorted index. Otherwise it
 * sorts all rows of the organization, because an average organization has fewer rows than a page.
 */
function rowsOfBranch({ rowsMax, offset }: OrderPaging, bind: Bind): RawBuilder<unknown> {
  if (offset > 0) return sql`${rowsMax + offset}`
  const rows = sql.raw(String(rowsMax))
  return bind === bindForGenericPlan ? sql`(select ${rows})` : rows
}
const directionOf = (paging: OrderPaging) => sql.raw(paging.direction === 'ascending' ? 'asc' : 'desc')
const beyond = (paging: OrderPaging) => sql.raw(paging.direction === 'ascending' ? '>' : '<')

function after(
  paging: OrderPaging,
  { ofCursor, type }: OrderSortKeys,
  key: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  bind: Bind,
): Condition[] {
  if (paging.cursor === undefined) return []
  const last = sql`(${ofCursor(bind(paging.cursor.key, type))}, ${bind(paging.cursor.id, 'uuid')})`
  return [sql`(${key}, ${id}) ${beyond(paging)} ${last}`]
}

/** Rows without a delivery day come last, so only a cursor without a delivery day excludes some of them. */
function afterDayless(paging: OrderPaging, id: RawBuilder<unknown>, bind: Bind): Condition[] {
  if (paging.cursor === undefined || paging.cursor.key !== null) return []
  return [sql`${id} ${beyond(paging)} ${bind(paging.cursor.id, 'uuid')}`]
}
