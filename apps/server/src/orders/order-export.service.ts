import { randomBytes } from 'node:crypto'
import { type Language, limits, type Order, OrderView, readInput } from '@pontic/contract'
import { writeAudit } from '../audit/audit.service.ts'
import type { Tx } from '../db/database.ts'
import { hashToken } from '../http/actor.ts'
import { fail } from '../http/fail.ts'
import type { StreamCall } from '../http/handlers.ts'
import { dayIn } from '../http/reader-zone.ts'
import type { Scope } from '../http/scope.ts'
import { sendCsv } from '../http/send-csv.ts'
import type { Services } from '../services.ts'
import { csvHead, csvLine } from './order-csv.ts'
import { listOrderRows } from './order-list.queries.ts'
import { auditRead, readFilter } from './order-list.service.ts'
import { sideOf } from './order-side.service.ts'
import { showOrder } from './person-view.ts'

const ticketBytes = 16
const rowsAPage = 500

type Reader = { zone: string; language: Language; now: Date }

/**
 * Makes a ticket for the browser's own download of the list: 128 random bits, kept only as their SHA-256, bound to the
 * session and to what the list was asked for.
 */
export async function createExport(
  tx: Tx,
  scope: Scope,
  view: OrderView,
  reader: Reader,
): Promise<{ path: string }> {
  const ticket = randomBytes(ticketBytes).toString('base64url')
  await tx
    .insertInto('order_export')
    .values({
      ticket_sha256: hashToken(ticket),
      session_id: scope.sessionId,
      query: JSON.stringify(view),
      language: reader.language,
      zone: reader.zone,
      created_at: reader.now,
    })
    .execute()
  await writeAudit(tx, scope, {
    action: 'orders.export',
    objectType: 'order',
    objectId: '',
    subjectOrganizationIds: [scope.organization.id],
    // A search may name a patient: the log tells that there was one.
    detail: { view: { ...view, words: undefined }, hasWords: view.words !== '' },
  })
  return { path: `/restful/orders/exports/${ticket}` }
}

type Ticket = { sessionId: string; view: OrderView; language: Language; zone: string }

/** @throws order.export_invalid for one that is unknown, too old, or of another version of the list */
async function needTicket(services: Services, ticket: string): Promise<Ticket> {
  const earliest = new Date(services.now().getTime() - limits.exportStartSeconds * 1000)
  const row = await services.database.db
    .selectFrom('order_export')
    .select(['session_id', 'query', 'language', 'zone'])
    .where('ticket_sha256', '=', hashToken(ticket))
    .where('created_at', '>', earliest.toISOString())
    .executeTakeFirst()
  const view = readInput(OrderView, row?.query)
  if (row === undefined || !view.isValid) fail('order.export_invalid')
  return { sessionId: row.session_id, view: view.value, language: row.language as Language, zone: row.zone }
}

/**
 * Sends the list that a ticket was made for as CSV, a page of rows after the other, while its session lives.
 * @throws order.export_invalid
 */
export async function sendExport(call: {
  services: Services
  params: { ticket: string }
  request: StreamCall['request']
  outgoing: StreamCall['outgoing']
}): Promise<void> {
  const { services } = call
  const ticket = await needTicket(services, call.params.ticket)
  await sendCsv(call, {
    sessionId: ticket.sessionId,
    permission: 'order.read',
    refusal: 'order.export_invalid',
    fileName: `pontic-${dayIn(ticket.zone, services.now())}.csv`,
    linesOf: (scope) => linesOf(services, scope, ticket),
  })
}

async function* linesOf(services: Services, scope: Scope, ticket: Ticket): AsyncGenerator<string> {
  yield csvHead(ticket.language)
  for await (const rows of pagesOf(services, scope, ticket)) {
    yield rows.map((order) => csvLine(order, ticket)).join('')
  }
}

/** The rows of the list, as its pages hold them; the platform leaves a row in the audit for each (threat T63). */
async function* pagesOf(services: Services, scope: Scope, ticket: Ticket): AsyncGenerator<Order[]> {
  const { view, zone } = ticket
  const { sort, direction } = view
  const { db, transaction } = services.database
  const side = sideOf(scope)
  const filter = readFilter(view, { zone, now: services.now() })
  let cursor: { key: string | null; id: string } | undefined
  for (;;) {
    const paging = { sort, direction, cursor, rowsMax: rowsAPage, isWalk: false }
    const rows = await listOrderRows(db as Tx, side, filter, paging, true)
    const last = rows.at(-1)
    if (last === undefined) return
    if (side.party === 'platform') await transaction((tx) => auditRead(tx, scope, rows))
    yield rows.map((order) => showOrder(side.party, order))
    if (rows.length < rowsAPage) return
    cursor = { key: last[sort], id: last.id }
  }
}
