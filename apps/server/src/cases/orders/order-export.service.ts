import { OrderView } from '@pontic/contract'
import { getTeethNumbering } from '../../people/accounts/accounts.service.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Call } from '../../platform/http/handlers.ts'
import type { ExportTicket, ListExport } from '../../platform/http/list-exports.ts'
import { sideOf } from '../access/order-side.shared.ts'
import { type ExportedOrder, orderCells, orderHead } from './order-csv.ts'
import { listOrderRows } from './order-list.queries.ts'
import { canSort, readFilter, recordRead } from './order-list.service.ts'
import { cursorKeyOf } from './order-sorts.ts'
import { visibleOrder } from './person-view.ts'

/** Small, because the node serves few requests while it reads the rows of a page. */
const rowsAPage = 100

/** The case list as CSV. */
export const orderExport: ListExport<OrderView, ExportedOrder> = {
  list: 'orders',
  schema: OrderView,
  refusal: 'order.export_invalid',
  permissionOf: () => 'order.read',
  nameOf: () => 'pontic',
  recordOf: (view, scope) => ({
    objectType: 'order',
    objectId: '',
    subjectOrganizationIds: [scope.organization.id],
    // Search words may name a patient, so the record only states whether the view has search words.
    detail: { view: { ...view, words: undefined }, hasWords: view.words !== '' },
  }),
  headOf: (reader, scope) => orderHead(reader, sideOf(scope).party),
  cellsOf: (row, reader, scope) => orderCells(row, reader, sideOf(scope).party),
  pagesOf,
}

type Ticket = ExportTicket<OrderView>

/**
 * Yields the rows of the list in pages. If the caller is the platform, an audit record of each page names the clinics
 * and laboratories (threat T63).
 */
async function* pagesOf(
  { scope, services }: Call<'scope' | 'services'>,
  ticket: Ticket,
  db: Db,
): AsyncGenerator<ExportedOrder[]> {
  const { query: view, zone } = ticket
  const { direction } = view
  const { transaction } = services.database
  const side = sideOf(scope)
  const notation = await getTeethNumbering(db, scope.account.id)
  const filter = readFilter(view, { accountId: scope.account.id, zone, now: services.now() })
  // The list may have grown since the ticket was created. All rows are exported, in the order that an index has.
  const sort = (await canSort(db as Tx, side, view)) ? view.sort : 'createdAt'
  let cursor: { key: string | null; id: string } | undefined
  for (;;) {
    const paging = { sort, direction, cursor, offset: 0, rowsMax: rowsAPage, isOrderedScan: false }
    const rows = await listOrderRows(db as Tx, side, filter, paging, true)
    const last = rows.at(-1)
    if (last === undefined) return
    if (side.party === 'platform') await transaction((tx) => recordRead({ tx, scope }, rows))
    yield rows.map((order) => ({ order: visibleOrder(side.party, order), notation }))
    if (rows.length < rowsAPage) return
    cursor = { key: cursorKeyOf(sort, side.party, last), id: last.id }
  }
}
