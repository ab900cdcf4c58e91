import type { Order, OrderSort } from '@pontic/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { findSearchPage } from '../../platform/db/search-page.ts'
import { ownColumns } from '../access/order-columns.shared.ts'
import type { OrderSide } from '../access/order-side.shared.ts'
import type { OrderFilter } from './order-conditions.ts'
import { type OrderPaging, statementOf, toOrderPage } from './order-list.queries.ts'
import { hitsOfAll, type OrderNumbers, readStatusCounts, statusCounts } from './order-numbers.queries.ts'

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
  const { sort, direction, cursor, offset, rowsMax } = paging
  const { name, type } = searchedKeys[sort]
  const searched = {
    hits: hitsOfAll(side, filter, name),
    key: type,
    isNewestFirst: direction === 'descending',
  }
  const after = cursor && { key: cursor.key ?? '', id: cursor.id }
  const { ids, total, totalIsExact } = await findSearchPage(tx, searched, {
    cursor: after,
    offset,
    limit: rowsMax,
  })
  const query = sql`select ${ownColumns} from orders o where o.id = any(${ids ?? []}::uuid[])`
  const { rows } = await statementOf(statusCounts(side), query, side, paging).execute(tx)
  const page = rows.length > 0 ? toOrderPage(rows) : undefined
  const byStatus = page?.numbers.byStatus ?? (await readStatusCounts(tx, side))
  return {
    rows: ids && (page?.rows ?? []),
    numbers: { byStatus, withdrawn: 0, filtered: total },
    isExact: totalIsExact,
  }
}

const searchedKeys = {
  createdAt: { name: 'created_at', type: 'timestamptz' },
  updatedAt: { name: 'updated_at', type: 'timestamptz' },
  number: { name: 'number', type: 'text' },
} as const
type SearchedSort = keyof typeof searchedKeys

/** Whether `searchAllOrders` supports a sort column. */
export const isSearchedSort = (sort: OrderSort): sort is SearchedSort => Object.hasOwn(searchedKeys, sort)
