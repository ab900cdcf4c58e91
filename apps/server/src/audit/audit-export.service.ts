import { randomBytes } from 'node:crypto'
import { AuditFilter, type AuditRow, type Language, limits, readInput } from '@pontic/contract'
import type { Tx } from '../db/database.ts'
import { hashToken } from '../http/actor.ts'
import { fail } from '../http/fail.ts'
import type { StreamCall } from '../http/handlers.ts'
import type { NumberCursor } from '../http/number-cursor.ts'
import { dayIn } from '../http/reader-zone.ts'
import type { Scope } from '../http/scope.ts'
import { sendCsv } from '../http/send-csv.ts'
import type { Services } from '../services.ts'
import { listAuditLines } from './audit.queries.ts'
import { writeAudit } from './audit.service.ts'
import { auditCsvHead, auditCsvLine } from './audit-csv.ts'
import { readSearch, showLines } from './audit-list.service.ts'

const ticketBytes = 16
const rowsAPage = 500

/**
 * Makes a ticket for the browser's own download of the log: 128 random bits, kept only as their SHA-256, bound to the
 * session and to what was searched for. That the log left the house stands in the log.
 */
export async function createAuditExport(
  tx: Tx,
  scope: Scope,
  filter: AuditFilter,
  reader: { zone: string; language: Language; now: Date },
): Promise<{ path: string }> {
  const ticket = randomBytes(ticketBytes).toString('base64url')
  await tx
    .insertInto('audit_export')
    .values({
      ticket_sha256: hashToken(ticket),
      session_id: scope.sessionId,
      filter: JSON.stringify(filter),
      language: reader.language,
      zone: reader.zone,
      created_at: reader.now,
    })
    .execute()
  // The words can be somebody's name.
  const { words, ...plain } = filter
  await writeAudit(tx, scope, {
    action: 'audit.export',
    objectType: 'audit',
    objectId: '',
    detail: { filter: plain, hasWords: words !== undefined && words !== '' },
  })
  return { path: `/restful/audit/exports/${ticket}` }
}

type Ticket = { sessionId: string; filter: AuditFilter; language: Language; zone: string }

/** @throws audit.export_invalid for one that is unknown, too old, or of another version of the log */
async function needTicket(services: Services, ticket: string): Promise<Ticket> {
  const earliest = new Date(services.now().getTime() - limits.exportStartSeconds * 1000)
  const row = await services.database.db
    .selectFrom('audit_export')
    .select(['session_id', 'filter', 'language', 'zone'])
    .where('ticket_sha256', '=', hashToken(ticket))
    .where('created_at', '>', earliest.toISOString())
    .executeTakeFirst()
  const filter = readInput(AuditFilter, row?.filter)
  if (row === undefined || !filter.isValid) fail('audit.export_invalid')
  return {
    sessionId: row.session_id,
    filter: filter.value,
    language: row.language as Language,
    zone: row.zone,
  }
}

/**
 * Sends the rows that a ticket was made for as CSV, a page after the other, while its session lives and may read them.
 * @throws audit.export_invalid
 */
export async function sendAuditExport(call: {
  services: Services
  params: { ticket: string }
  request: StreamCall['request']
  outgoing: StreamCall['outgoing']
}): Promise<void> {
  const { services } = call
  const ticket = await needTicket(services, call.params.ticket)
  await sendCsv(call, {
    sessionId: ticket.sessionId,
    permission: 'audit.read',
    refusal: 'audit.export_invalid',
    fileName: `pontic-audit-${dayIn(ticket.zone, services.now())}.csv`,
    linesOf: (scope) => linesOf(services, scope, ticket),
  })
}

async function* linesOf(services: Services, scope: Scope, ticket: Ticket): AsyncGenerator<string> {
  yield auditCsvHead(ticket.language)
  for await (const rows of pagesOf(services, scope, ticket)) {
    yield rows.map((row) => auditCsvLine(row, ticket)).join('')
  }
}

async function* pagesOf(services: Services, scope: Scope, ticket: Ticket): AsyncGenerator<AuditRow[]> {
  const { db } = services.database
  const search = await readSearch(db, scope, ticket.filter, ticket.zone)
  let cursor: NumberCursor | undefined
  for (;;) {
    const lines = await listAuditLines(db, search, { cursor, offset: 0, limit: rowsAPage })
    const last = lines.at(-1)
    if (last === undefined) return
    yield await showLines(db, search.reader, lines)
    if (lines.length < rowsAPage) return
    cursor = last
  }
}
