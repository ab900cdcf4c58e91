import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ErrorKey, type Language, limits, type Permission, readInput } from '@pontic/contract'
import type * as z from 'zod/mini'
import { type AuditEntry, recordAudit } from '../audit/audit.service.ts'
import type { Db, Tx } from '../db/database.ts'
import { pauseForRequests } from '../pauses.ts'
import type { Services } from '../services.ts'
import { Turns } from '../turns.ts'
import { createScope, findActorOfSession, hashToken } from './actor.ts'
import { toCsvHead, toCsvLine } from './csv.ts'
import { fail } from './fail.ts'
import type { Call, StreamCall } from './handlers.ts'
import { dayIn, zoneOfRequest } from './reader-zone.ts'
import type { Scope } from './scope.ts'
import { cutResponse } from './sending.ts'

const ticketBytes = 16
/** Milliseconds after which the formatting of a page lets the node serve requests. */
const sliceMs = 1

/** Lists with a CSV export. */
export type ExportedList = 'orders' | 'audit' | 'manage'

/** Time zone (IANA name) and language of the reader. */
export type ExportReader = { zone: string; language: Language }

/** The export that a ticket was created for: the query of the list, and the time zone and language of the reader. */
export type ExportTicket<Query> = ExportReader & { query: Query }

/**
 * The CSV export of a list.
 * - `refusal`: the error for an invalid ticket.
 * - `nameOf`: the file name without its date.
 * - `recordOf`: the audit entry. It omits search words, because they may be a person's name.
 * - `headOf`, `cellsOf`: the headings of the columns, and the cells of a row. Both may depend on who reads the list.
 * - `pagesOf`: the rows that the session may read, page by page, from `db`, which may be a replica.
 */
export type ListExport<Query extends object, Row> = {
  list: ExportedList
  schema: z.ZodMiniType<Query>
  refusal: ErrorKey
  permissionOf: (query: Query) => Permission
  nameOf: (query: Query) => string
  recordOf: (query: Query, scope: Scope) => AuditEntry
  headOf: (ticket: ExportTicket<Query>, scope: Scope) => readonly string[]
  cellsOf: (row: Row, ticket: ExportTicket<Query>, scope: Scope) => readonly string[]
  pagesOf: (
    call: Call<'scope' | 'services'>,
    ticket: ExportTicket<Query>,
    db: Db,
  ) => AsyncIterable<readonly Row[]>
}

type CreateCall = {
  tx: Tx
  scope: Scope
  services: Services
  request: Parameters<typeof zoneOfRequest>[0] & { language: Language }
}

/**
 * Creates a ticket with which the browser downloads a list, and records the export in the audit log. The ticket is 128 random
 * bits. Only its SHA-256 is stored, with the session of the caller and the query of the list.
 * @returns path of the download
 */
export async function createListExport<Query extends object, Row>(
  { tx, scope, services, request }: CreateCall,
  { list, recordOf }: ListExport<Query, Row>,
  query: Query,
): Promise<{ path: string }> {
  await recordAudit(tx, scope, recordOf(query, scope))
  const ticket = randomBytes(ticketBytes).toString('base64url')
  await tx
    .insertInto('list_export')
    .values({
      ticket_sha256: hashToken(ticket),
      session_id: scope.sessionId,
      list,
      query: JSON.stringify(query),
      language: request.language,
      zone: zoneOfRequest(request),
      created_at: services.now(),
    })
    .execute()
  return { path: `/restful/${list}/exports/${ticket}` }
}

/** The parts of the download call that `sendListExport` needs. */
export type ExportCall = { services: Services; params: { ticket: string } } & Pick<
  StreamCall,
  'request' | 'outgoing'
>

/**
 * Sends the list of a ticket as CSV, page by page. Checks again that the session of the ticket is valid and has the permission.
 * @throws `refusal` if the ticket is unknown or expired, its query no longer matches the schema, or its session was revoked;
 *   request.forbidden
 */
export async function sendListExport<Query extends object, Row>(
  { services, params, request, outgoing }: ExportCall,
  kind: ListExport<Query, Row>,
): Promise<void> {
  const { sessionId, ...ticket } = await getTicket(services, kind, params.ticket)
  const actor = await findActorOfSession(services.database, sessionId, services.now())
  if (actor === undefined) fail(kind.refusal)
  const rules = { allowsWaitingMembers: false, allowsMissingTwoFactor: false, mode: services.config.mode }
  const scope = createScope(actor, kind.permissionOf(ticket.query), rules, request)
  const fileName = `${kind.nameOf(ticket.query)}-${dayIn(ticket.zone, services.now())}.csv`
  outgoing.setHeader('content-type', 'text/csv; charset=utf-8')
  outgoing.setHeader('content-disposition', `attachment; filename="${fileName}"`)
  outgoing.setHeader('cache-control', 'no-store')
  const watched = { sessionId, accountId: scope.account.id, organizationId: scope.organization.id }
  // Closes the connection if the session is revoked: an incomplete list must not look complete (threat T11).
  const unwatch = services.watchSession(watched, () => cutResponse(outgoing))
  try {
    await pipeline(Readable.from(linesOf(kind, { services, scope }, ticket)), outgoing)
  } finally {
    unwatch()
  }
}

/** Formats the rows of a page as CSV lines. Serves requests in between, because a page takes several milliseconds. */
async function toLines<Row>(rows: readonly Row[], lineOf: (row: Row) => string): Promise<string> {
  let text = ''
  let startedMs = performance.now()
  for (const row of rows) {
    text += lineOf(row)
    if (performance.now() - startedMs < sliceMs) continue
    await nextTurn()
    startedMs = performance.now()
  }
  return text
}

/**
 * Yields the lines of an export, one page after the other. Organizations take turns: a node reads one page at a time, and after
 * each page another organization comes next (decision 0054). While the node receives requests, it pauses after each page.
 */
async function* linesOf<Query extends object, Row>(
  { headOf, cellsOf, pagesOf }: ListExport<Query, Row>,
  call: Call<'scope' | 'services'>,
  ticket: ExportTicket<Query>,
): AsyncGenerator<string> {
  yield toCsvHead(headOf(ticket, call.scope))
  const db = await call.services.database.findReadDb()
  const pages = pagesOf(call, ticket, db)[Symbol.asyncIterator]()
  try {
    for (;;) {
      const lines = await turnsOf(call.services).run(call.scope.organization.id, async () => {
        const startedMs = performance.now()
        const { done, value } = await pages.next()
        if (done) return undefined
        const text = await toLines(value, (row) => toCsvLine(cellsOf(row, ticket, call.scope)))
        await pauseForRequests(startedMs)
        return text
      })
      if (lines === undefined) return
      yield lines
    }
  } finally {
    await pages.return?.()
  }
}

const nodes = new WeakMap<Services, Turns>()

/** Returns the turns of the exports of this node. */
function turnsOf(services: Services): Turns {
  const known = nodes.get(services) ?? new Turns(1)
  nodes.set(services, known)
  return known
}

async function getTicket<Query extends object, Row>(
  services: Services,
  { list, schema, refusal }: ListExport<Query, Row>,
  ticket: string,
): Promise<ExportTicket<Query> & { sessionId: string }> {
  const earliest = new Date(services.now().getTime() - limits.exportStartSeconds * 1000)
  const row = await services.database.db
    .selectFrom('list_export')
    .select(['session_id', 'query', 'language', 'zone'])
    .where('ticket_sha256', '=', hashToken(ticket))
    .where('list', '=', list)
    .where('created_at', '>', earliest.toISOString())
    .executeTakeFirst()
  const query = readInput(schema, row?.query)
  if (row === undefined || !query.isValid) fail(refusal)
  const { session_id: sessionId, zone, language } = row
  return { sessionId, query: query.value, language: language as Language, zone }
}
