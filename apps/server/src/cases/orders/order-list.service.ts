import {
  foldText,
  isSortable,
  limits,
  type Order,
  type OrderCounts,
  type OrderQuery,
  type OrderSort,
  type OrderView,
  orderStatuses,
  type RouteReply,
  type Routes,
} from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isKnownLarge, largeCountOf, rememberLarge } from '../../platform/db/large-counts.ts'
import { parseSearch } from '../../platform/db/text-search.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { offsetOf } from '../../platform/http/list-cursor.ts'
import { dayIn } from '../../platform/http/reader-zone.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { type OrderSide, sideOf } from '../access/order-side.shared.ts'
import { isFiltered, type OrderFilter } from './order-conditions.ts'
import { parseOrderCursor, serializeOrderCursor } from './order-cursor.ts'
import { isSampled, listOrderRows, type OrderPaging, readOrderPage } from './order-list.queries.ts'
import { type OrderNumbers, readOrderNumbers, readStatusCounts } from './order-numbers.queries.ts'
import { isSearchedSort, searchAllOrders, searchNewestOrders } from './order-search-all.queries.ts'
import { cursorKeyOf } from './order-sorts.ts'
import { visibleOrder } from './person-view.ts'

/** The only LIMITs of the page query, so that there are few prepared statements. */
const fetchSizes = [limits.pageSizeDefault + 1, limits.pageSizeMax + 1] as const

/**
 * Returns one page of the caller's orders with the counts by status. Runs one statement; a search runs a second one if its
 * matches are counted and do not fit on the first page.
 * @returns the page. For a list with a filter other than the status, `total` is counted only up to `query.totalMax`.
 * `totalIsExact` is false if more rows match, or may match if none are counted.
 * @throws request.invalid for a cursor of another list, or a page number beyond the limit of `offsetOf`; order.sort_too_long
 */
export async function listOrders(
  call: Call<'tx' | 'scope'>,
  query: OrderQuery,
  reader: Reader,
): Promise<RouteReply<Routes['orders.list']>> {
  const { tx, scope } = call
  const { sort, direction, page, pageSize } = query
  const cursor = query.cursor === undefined ? undefined : parseOrderCursor(sort, direction, query.cursor)
  const side = sideOf(scope)
  const filter = readFilter(query, reader)
  await assertSortable(tx, side, query)
  const rowsMax = fetchSizes.find((size) => size > pageSize) ?? limits.pageSizeMax + 1
  const paging = { sort, direction, cursor, offset: offsetOf(query), rowsMax, isOrderedScan: false }
  const { rows, numbers, found } = await readPage(tx, side, filter, paging, query)
  const counts = toCounts(numbers)
  const list = rows.slice(0, pageSize).map((order) => visibleOrder(side.party, order))
  if (side.party === 'platform') await recordRead(call, list)
  const last = rows.length > pageSize ? list.at(-1) : undefined
  return {
    list,
    ...totalOf(filter, numbers, counts, found),
    page,
    pageSize,
    cursor:
      last === undefined
        ? null
        : serializeOrderCursor(sort, direction, { key: cursorKeyOf(sort, side.party, last), id: last.id }),
    counts,
  }
}

/**
 * Asserts that a list can be sorted. The counts are read only for columns without an index.
 * @throws order.sort_too_long
 */
async function assertSortable(
  tx: Tx,
  side: OrderSide,
  { sort, status }: Pick<OrderView, 'sort' | 'status'>,
): Promise<void> {
  if (!(await canSort(tx, side, { sort, status })))
    fail('order.sort_too_long', { max: limits.sortedTotalMax })
}

/** Whether a side can sort its list, or the part of it with a status, by a column. */
export async function canSort(
  tx: Tx,
  side: OrderSide,
  { sort, status }: Pick<OrderView, 'sort' | 'status'>,
): Promise<boolean> {
  if (isAlwaysSortable(side, sort)) return true
  const counts = toCounts({ byStatus: await readStatusCounts(tx, side) })
  return isSortable(sort, counts[status ?? 'total'])
}

// The patients of all organizations have no index.
const isAlwaysSortable = ({ party }: OrderSide, sort: OrderSort): boolean =>
  isSortable(sort, Number.POSITIVE_INFINITY) && (party !== 'platform' || sort !== 'patientName')

/** The reader's account and IANA time zone, and the current moment. */
export type Reader = { accountId: string; zone: string; now: Date }

/**
 * Converts a list view to a filter. `today` is the reader's date if the view filters by `due` or `task`, otherwise empty. The
 * technician `me` is the reader.
 */
export function readFilter(view: OrderView, reader: Reader): OrderFilter {
  const today = view.due === null && view.task === null ? '' : dayIn(reader.zone, reader.now)
  const technicianId = view.technicianId === 'me' ? reader.accountId : view.technicianId
  return { ...view, technicianId, today, terms: parseSearch(foldText(view.words)) }
}

/** The number of rows that match the filters of a list. `isExact` is false if counting stopped, or did not take place. */
type Found = { count: number; isExact: boolean }

/** The rows of a page and its counts. `found` is undefined for a list whose total is stored. */
type ReadPage = { rows: Order[]; numbers: OrderNumbers; found: Found | undefined }

async function readPage(
  tx: Tx,
  side: OrderSide,
  filter: OrderFilter,
  paging: OrderPaging,
  query: OrderQuery,
): Promise<ReadPage> {
  const { totalMax } = query
  if (filter.terms.length > 0) return await readSearchPage(tx, side, filter, paging, query)
  if (!isFiltered(filter) || totalMax === 0) {
    const { rows, numbers } = await readOrderPage(tx, side, filter, paging, totalMax)
    return { rows, numbers, found: isFiltered(filter) ? shownOf(rows, query) : undefined }
  }
  const key = `orders ${JSON.stringify([side, filter, totalMax])}`
  if (isKnownLarge(tx, key)) {
    const { rows, numbers } = await readOrderPage(tx, side, filter, paging, 0)
    return { rows, numbers, found: { count: totalMax, isExact: false } }
  }
  const { rows, numbers } = await readOrderPage(tx, side, filter, paging, totalMax)
  if (numbers.filtered >= largeCountOf(totalMax)) rememberLarge(tx, key)
  return { rows, numbers, found: toFound(numbers, totalMax) }
}

async function readSearchPage(
  tx: Tx,
  side: OrderSide,
  filter: OrderFilter,
  paging: OrderPaging,
  query: OrderQuery,
): Promise<ReadPage> {
  const { totalMax, sort } = query
  if (side.party === 'platform' && isSearchedSort(sort)) {
    const newest = totalMax === 0 ? await searchNewestOrders(tx, side, filter, paging) : undefined
    if (newest) return { ...newest, found: shownOf(newest.rows, query) }
    const { numbers, isExact, ...all } = await searchAllOrders(tx, side, filter, { ...paging, sort })
    const rows =
      all.rows ?? (await listOrderRows(tx, side, filter, { ...paging, isOrderedScan: true }, false))
    // All matches are counted to sort them.
    const found = toFound(numbers, totalMax === 0 ? limits.filteredTotalMax : totalMax)
    return { rows, numbers, found: { ...found, isExact: found.isExact && isExact } }
  }
  if (totalMax > 0 && !isSampled(side, filter, paging))
    return await countThenRead(tx, side, filter, paging, query)
  const { rows, numbers } = await readOrderPage(tx, side, filter, paging, 0)
  const shown = shownOf(rows, query)
  if (shown.isExact || totalMax === 0) return { rows, numbers, found: shown }
  const counted = await readOrderNumbers(tx, side, filter, totalMax)
  return { rows, numbers: counted, found: toFound(counted, totalMax) }
}

/** Counts the matches of a search before it reads the rows, because their number decides how the rows are found. */
async function countThenRead(
  tx: Tx,
  side: OrderSide,
  filter: OrderFilter,
  paging: OrderPaging,
  { pageSize, totalMax }: OrderQuery,
): Promise<ReadPage> {
  const numbers = await readOrderNumbers(tx, side, filter, totalMax)
  const isOrderedScan = isOrderedScanFaster(numbers, toCounts(numbers).total, pageSize)
  const rows = await listOrderRows(tx, side, filter, { ...paging, isOrderedScan }, numbers.withdrawn > 0)
  return { rows, numbers, found: toFound(numbers, totalMax) }
}

/** Returns the number of rows up to the end of a page. It is exact if the page was not reached by a cursor and is the last. */
function shownOf(rows: readonly Order[], { cursor, page, pageSize }: OrderQuery): Found {
  const before = rows.length === 0 ? 0 : (page - 1) * pageSize
  const isLast = rows.length <= pageSize && (rows.length > 0 || page === 1)
  return { count: before + Math.min(rows.length, pageSize), isExact: isLast && cursor === undefined }
}

function toFound({ filtered, withdrawn }: OrderNumbers, totalMax: number): Found {
  const found = filtered + withdrawn
  return { count: Math.min(found, totalMax), isExact: found <= totalMax }
}

/**
 * Returns whether a search reads fewer rows by walking the sorted index than by sorting all matches. The walk reads
 * about pageSize × total / matches rows until a page is full.
 */
function isOrderedScanFaster(numbers: OrderNumbers, total: number, pageSize: number): boolean {
  return numbers.filtered ** 2 > pageSize * total
}

/** Returns the side from which the caller sees orders, for features that count them. */
export const orderSideOf = (scope: Scope): OrderSide => sideOf(scope)

/** Returns the number of the caller's orders, in total and by status. */
export async function readOrderCounts({ tx, scope }: Call<'tx' | 'scope'>): Promise<OrderCounts> {
  return toCounts({ byStatus: await readStatusCounts(tx, sideOf(scope)) })
}

function toCounts(numbers: Pick<OrderNumbers, 'byStatus'>): OrderCounts {
  const counts = Object.fromEntries(
    orderStatuses.map((status) => [status, numbers.byStatus.get(status) ?? 0]),
  ) as Omit<OrderCounts, 'total'>
  return { total: Object.values(counts).reduce((sum, count) => sum + count, 0), ...counts }
}

function totalOf(
  filter: OrderFilter,
  numbers: OrderNumbers,
  counts: OrderCounts,
  found: Found | undefined,
): { total: number; totalIsExact: boolean } {
  if (found !== undefined) return { total: found.count, totalIsExact: found.isExact }
  if (filter.status !== null) return { total: counts[filter.status], totalIsExact: true }
  return {
    total: counts.total + numbers.withdrawn,
    totalIsExact: numbers.withdrawn <= limits.filteredTotalMax,
  }
}

/** Records that the platform has read orders, and names their clinics and laboratories (threat T63). */
export async function recordRead({ tx, scope }: Call<'tx' | 'scope'>, list: readonly Order[]): Promise<void> {
  const concerned = list.flatMap((order) =>
    order.labId === null ? [order.clinicId] : [order.clinicId, order.labId],
  )
  await recordAudit(tx, scope, {
    objectType: 'order',
    objectId: '',
    subjectOrganizationIds: [...new Set(concerned)],
    detail: { orderIds: list.map((order) => order.id) },
  })
}
