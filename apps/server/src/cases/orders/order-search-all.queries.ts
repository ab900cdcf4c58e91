import type { Order, OrderSort } from '@pontic/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { findSearchPage, type SearchedList } from '../../platform/db/search-page.ts'
import { ownColumns } from '../access/order-columns.shared.ts'
import type { OrderSide } from '../access/order-side.shared.ts'
import { isFiltered, type OrderFilter } from './order-conditions.ts'
import { listOrderRows, type OrderPaging, statementOf, toOrderPage } from './order-list.queries.ts'
import {
  hitsOfAll,
  hitsOfMonths,
  type OrderNumbers,
  readStatusCounts,
  statusCounts,
} from './order-numbers.queries.ts'

/**
 * Searches the orders of all organizations: finds and counts all matches with one search of the index, and reads the rows of the
 * page with a second statement. Lists by other columns are not supported.
 * @returns `rows` is undefined for more matches than `limits.filteredTotalMax`. A walk of the list then finds them fast
 */
export async function searchAllOrders(
  tx: Tx,
  side: OrderSide,
  filter: OrderFilter,
  paging: OrderPaging & { sort: SearchedSort },
): Promise<{ rows: Order[] | undefined; numbers: OrderNumbers; isExact: boolean }> {
  const { sort, direction } = paging
  const { name, type } = searchedKeys[sort]
  const searched = {
    hits: hitsOfAll(side, filter, name),
    key: type,
    isNewestFirst: direction === 'descending',
  }
  const { ids, total, totalIsExact } = await findPage(tx, searched, paging)
  const { rows, byStatus } = await readFound(tx, side, ids, paging)
  return { rows: ids && rows, numbers: { byStatus, withdrawn: 0, filtered: total }, isExact: totalIsExact }
}

/** The number of months that are searched first, and their maximum number. After that, all months are searched at once. */
const firstMonths = 2
const monthsMax = 12
/** Maximum number of matches that are sorted. With more, reading the list in its order soon finds enough for a page. */
const sortedMax = 1000

/**
 * Searches the orders of all organizations in the list by registration without other filters, newest first, without a total. The
 * search index finds the matches of one month in a fraction of the time that it takes for all.
 * @returns undefined if the list has other filters or another order, or if twelve months probably contain too few matches for the page
 */
export async function searchNewestOrders(
  tx: Tx,
  side: OrderSide,
  filter: OrderFilter,
  paging: OrderPaging,
): Promise<{ rows: Order[]; numbers: OrderNumbers } | undefined> {
  const { sort, direction, cursor, offset, rowsMax } = paging
  const isPlain = !isFiltered({ ...filter, terms: [] }) && filter.status === null
  // The index has the pairs of East Asian characters without months.
  const hasMonths = filter.terms.every(({ kind }) => kind !== 'pairs')
  if (!isPlain || !hasMonths || sort !== 'createdAt' || direction !== 'descending' || offset > 0) return
  let months = firstMonths
  while (months <= monthsMax) {
    const hits = hitsOfMonths(filter, months, cursor?.key ?? undefined)
    const searched = { hits, key: 'timestamptz', isNewestFirst: true, max: sortedMax } as const
    const { ids } = await findPage(tx, searched, paging)
    if (ids === undefined) {
      const rows = await listOrderRows(tx, side, filter, { ...paging, isOrderedScan: true }, false)
      return { rows, numbers: numbersOf(await readStatusCounts(tx, side)) }
    }
    if (ids.length >= rowsMax) {
      const { rows, byStatus } = await readFound(tx, side, ids, paging)
      return { rows, numbers: numbersOf(byStatus) }
    }
    // As many months as probably fill the page, and half of that more.
    months = ids.length === 0 ? monthsMax + 1 : Math.ceil((months * rowsMax * 1.5) / ids.length)
  }
  return
}

const numbersOf = (byStatus: OrderNumbers['byStatus']): OrderNumbers => ({
  byStatus,
  withdrawn: 0,
  filtered: 0,
})

const findPage = (tx: Tx, searched: SearchedList, { cursor, offset, rowsMax }: OrderPaging) =>
  findSearchPage(tx, searched, {
    cursor: cursor && { key: cursor.key ?? '', id: cursor.id },
    offset,
    limit: rowsMax,
  })

/** Reads orders in the order of the list, and the numbers of all orders by status. */
async function readFound(
  tx: Tx,
  side: OrderSide,
  ids: readonly string[] | undefined,
  paging: OrderPaging,
): Promise<{ rows: Order[]; byStatus: OrderNumbers['byStatus'] }> {
  const query = sql`select ${ownColumns} from orders o where o.id = any(${ids ?? []}::uuid[])`
  const { rows } = await statementOf(statusCounts(side), query, side, paging).execute(tx)
  const page = rows.length > 0 ? toOrderPage(rows) : undefined
  return { rows: page?.rows ?? [], byStatus: page?.numbers.byStatus ?? (await readStatusCounts(tx, side)) }
}

const searchedKeys = {
  createdAt: { name: 'created_at', type: 'timestamptz' },
  updatedAt: { name: 'updated_at', type: 'timestamptz' },
  number: { name: 'number', type: 'text' },
} as const
type SearchedSort = keyof typeof searchedKeys

/** Whether `searchAllOrders` supports a sort column. */
export const isSearchedSort = (sort: OrderSort): sort is SearchedSort => Object.hasOwn(searchedKeys, sort)
