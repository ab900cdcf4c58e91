import { AuditFilter, type AuditRow } from '@pontic/contract'
import { writeAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import {
  createExportTicket,
  type ExportCall,
  type ExportReader,
  type ExportTicket,
  sendListExport,
} from '../../platform/http/list-exports.ts'
import type { NumberCursor } from '../../platform/http/number-cursor.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Services } from '../../platform/services.ts'
import { listAuditLines } from './audit.queries.ts'
import { auditCsvHead, auditCsvLine } from './audit-csv.ts'
import { readSearch, showLines } from './audit-list.service.ts'

const rowsAPage = 500

/** Makes a ticket for the log as CSV, and records the export in the audit log. @returns the path of the download */
export async function createAuditExport(
  tx: Tx,
  scope: Scope,
  filter: AuditFilter,
  reader: ExportReader & { now: Date },
): Promise<{ path: string }> {
  // The words can be somebody's name.
  const { words, ...plain } = filter
  await writeAudit(tx, scope, {
    objectType: 'audit',
    objectId: '',
    detail: { filter: plain, hasWords: words !== undefined && words !== '' },
  })
  return await createExportTicket(tx, scope, 'audit', filter, reader)
}

/** Sends the rows that a ticket was made for. @throws audit.export_invalid, request.forbidden */
export async function sendAuditExport(call: ExportCall): Promise<void> {
  await sendListExport(call, {
    list: 'audit',
    schema: AuditFilter,
    refusal: 'audit.export_invalid',
    permissionOf: () => 'audit.read',
    nameOf: () => 'pontic-audit',
    linesOf,
  })
}

type Ticket = ExportTicket<AuditFilter>

async function* linesOf(services: Services, scope: Scope, ticket: Ticket): AsyncGenerator<string> {
  yield auditCsvHead(ticket.language)
  for await (const rows of pagesOf(services, scope, ticket)) {
    yield rows.map((row) => auditCsvLine(row, ticket)).join('')
  }
}

async function* pagesOf(services: Services, scope: Scope, ticket: Ticket): AsyncGenerator<AuditRow[]> {
  const { db } = services.database
  const search = await readSearch(db, scope, ticket.query, ticket.zone)
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
