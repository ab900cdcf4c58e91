import { AuditFilter, type AuditRow } from '@pontic/contract'
import type { Db } from '../../platform/db/database.ts'
import type { Call } from '../../platform/http/handlers.ts'
import type { ExportTicket, ListExport } from '../../platform/http/list-exports.ts'
import type { NumberCursor } from '../../platform/http/number-cursor.ts'
import { listAuditLines } from './audit.queries.ts'
import { auditCells, auditHead } from './audit-csv.ts'
import { toAuditRows, toAuditSearch } from './audit-list.service.ts'

const rowsAPage = 500

/** Export of the audit log as CSV. */
export const auditExport: ListExport<AuditFilter, AuditRow> = {
  list: 'audit',
  schema: AuditFilter,
  refusal: 'audit.export_invalid',
  permissionOf: () => 'audit.read',
  nameOf: () => 'pontic-audit',
  recordOf: ({ words, ...plain }) => ({
    objectType: 'audit',
    objectId: '',
    detail: { filter: plain, hasWords: words !== undefined && words !== '' },
  }),
  headOf: ({ language }) => auditHead(language),
  cellsOf: auditCells,
  pagesOf,
}

type Ticket = ExportTicket<AuditFilter>

async function* pagesOf({ scope }: Call<'scope'>, ticket: Ticket, db: Db): AsyncGenerator<AuditRow[]> {
  const search = await toAuditSearch({ tx: db, scope }, ticket.query, ticket.zone)
  let cursor: NumberCursor | undefined
  for (;;) {
    const lines = await listAuditLines(db, search, { cursor, offset: 0, limit: rowsAPage })
    const last = lines.at(-1)
    if (last === undefined) return
    yield await toAuditRows(db, search.reader, lines)
    if (lines.length < rowsAPage) return
    cursor = last
  }
}
