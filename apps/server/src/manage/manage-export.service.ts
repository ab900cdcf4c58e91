import { randomBytes } from 'node:crypto'
import {
  type Language,
  limits,
  type ManagedOrganization,
  type ManagedUser,
  ManageExport,
  manageExportFields,
  readInput,
} from '@pontic/contract'
import { translate } from '@pontic/messages'
import { writeAudit } from '../audit/audit.service.ts'
import type { Tx } from '../db/database.ts'
import { hashToken } from '../http/actor.ts'
import { toCsvHead, toCsvLine } from '../http/csv.ts'
import { fail } from '../http/fail.ts'
import type { StreamCall } from '../http/handlers.ts'
import { dayIn, momentIn } from '../http/reader-zone.ts'
import type { Scope } from '../http/scope.ts'
import { sendCsv } from '../http/send-csv.ts'
import type { Services } from '../services.ts'
import { listOrganizations } from './managed-organizations.service.ts'
import { listUsers } from './managed-users.service.ts'

const ticketBytes = 16

type Reader = { zone: string; language: Language }

/**
 * Makes a ticket for the browser's own download of a list: 128 random bits, kept only as their SHA-256, bound to the
 * session and to what the list was asked for.
 */
export async function createManageExport(
  tx: Tx,
  scope: Scope,
  query: ManageExport,
  reader: Reader & { now: Date },
): Promise<{ path: string }> {
  const ticket = randomBytes(ticketBytes).toString('base64url')
  await tx
    .insertInto('manage_export')
    .values({
      ticket_sha256: hashToken(ticket),
      session_id: scope.sessionId,
      query: JSON.stringify(query),
      language: reader.language,
      zone: reader.zone,
      created_at: reader.now,
    })
    .execute()
  // The words of a search may be a person's name.
  const { words, ...filter } = query.filter
  await writeAudit(tx, scope, {
    action: 'manage.export',
    objectType: query.list,
    objectId: '',
    detail: { list: query.list, filter: { ...filter, hasWords: words !== '' } },
  })
  return { path: `/restful/manage/exports/${ticket}` }
}

type Ticket = Reader & { sessionId: string; query: ManageExport }

/** @throws order.export_invalid for one that is unknown or too old */
async function needTicket(services: Services, ticket: string): Promise<Ticket> {
  const earliest = new Date(services.now().getTime() - limits.exportStartSeconds * 1000)
  const row = await services.database.db
    .selectFrom('manage_export')
    .select(['session_id', 'query', 'language', 'zone'])
    .where('ticket_sha256', '=', hashToken(ticket))
    .where('created_at', '>', earliest.toISOString())
    .executeTakeFirst()
  const query = readInput(ManageExport, row?.query)
  if (row === undefined || !query.isValid) fail('order.export_invalid')
  return { sessionId: row.session_id, query: query.value, language: row.language as Language, zone: row.zone }
}

/**
 * Sends the list that a ticket was made for as CSV, a page of rows after the other, while its session lives.
 * @throws order.export_invalid
 */
export async function sendManageExport(call: {
  services: Services
  params: { ticket: string }
  request: StreamCall['request']
  outgoing: StreamCall['outgoing']
}): Promise<void> {
  const { services } = call
  const ticket = await needTicket(services, call.params.ticket)
  await sendCsv(call, {
    sessionId: ticket.sessionId,
    permission: ticket.query.list === 'users' ? 'manage.user' : 'manage.organization',
    refusal: 'order.export_invalid',
    fileName: `pontic-${ticket.query.list}-${dayIn(ticket.zone, services.now())}.csv`,
    linesOf: (scope) => linesOf(services, scope, ticket),
  })
}

type Row = ManagedOrganization | ManagedUser
type Page = { list: readonly Row[]; cursor: string | null }

async function* linesOf(services: Services, scope: Scope, ticket: Ticket): AsyncGenerator<string> {
  const fields = manageExportFields[ticket.query.list]
  yield toCsvHead(fields.map((field) => translate(ticket.language, `manage.columns.${field}`)))
  let cursor: string | undefined
  do {
    const page = await readPage(services, scope, ticket.query, cursor)
    yield page.list
      .map((row) => toCsvLine(fields.map((field) => textOf(row as AnyFields, field, ticket))))
      .join('')
    cursor = page.cursor ?? undefined
  } while (cursor !== undefined)
}

function readPage(
  services: Services,
  scope: Scope,
  query: ManageExport,
  cursor: string | undefined,
): Promise<Page> {
  const { db } = services.database
  const paging = { page: 1, pageSize: limits.pageSizeMax, cursor }
  return query.list === 'users'
    ? listUsers(db, scope, services, { ...query.filter, ...paging })
    : listOrganizations(db, scope, services, { ...query.filter, ...paging })
}

type Field = (typeof manageExportFields)[ManageExport['list']][number]
type AnyFields = { readonly [Key in Field]?: unknown }

const moments: readonly Field[] = ['registeredAt', 'createdAt', 'lastSignedInAt', 'deletedAt']

function textOf(row: AnyFields, field: Field, { language, zone }: Reader): string {
  const value = row[field]
  if (value === null || value === undefined) return ''
  if (moments.includes(field)) return momentIn(zone, new Date(String(value)))
  if (field === 'state') return translate(language, `manage.state.${row.state as ManagedUser['state']}`)
  if (field === 'businessType')
    return translate(language, `orgTypes.${row.businessType as ManagedUser['businessType']}`)
  if (typeof value === 'boolean') return translate(language, value ? 'manage.yes' : 'manage.no')
  return String(value)
}
