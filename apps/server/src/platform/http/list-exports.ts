import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ErrorKey, type Language, limits, type Permission, readInput } from '@pontic/contract'
import type * as z from 'zod/mini'
import type { Tx } from '../db/database.ts'
import type { Services } from '../services.ts'
import { findActorOfSession, hashToken, mintScope } from './actor.ts'
import { fail } from './fail.ts'
import type { StreamCall } from './handlers.ts'
import { dayIn } from './reader-zone.ts'
import type { Scope } from './scope.ts'

const ticketBytes = 16

/** Lists that leave as CSV. */
export type ExportedList = 'orders' | 'audit' | 'manage'

/** Whose words and days a list has: time zone by its IANA name, language. */
export type ExportReader = { zone: string; language: Language }

/** What a ticket was made for. */
export type ExportTicket<Query> = ExportReader & { query: Query }

/**
 * Makes a ticket for the browser's own download of a list: 128 random bits, kept only as their SHA-256, bound to the
 * session and to what the list was asked for.
 * @returns the path of the download
 */
export async function createExportTicket(
  tx: Tx,
  scope: Scope,
  list: ExportedList,
  query: object,
  { zone, language, now }: ExportReader & { now: Date },
): Promise<{ path: string }> {
  const ticket = randomBytes(ticketBytes).toString('base64url')
  await tx
    .insertInto('list_export')
    .values({
      ticket_sha256: hashToken(ticket),
      session_id: scope.sessionId,
      list,
      query: JSON.stringify(query),
      language,
      zone,
      created_at: now,
    })
    .execute()
  return { path: `/restful/${list}/exports/${ticket}` }
}

/** How a list is sent: by which right, under which name, and how it is refused. */
export type ListExport<Query> = {
  list: ExportedList
  schema: z.ZodMiniType<Query>
  refusal: ErrorKey
  permissionOf: (query: Query) => Permission
  /** What the file is called before its day. */
  nameOf: (query: Query) => string
  linesOf: (services: Services, scope: Scope, ticket: ExportTicket<Query>) => AsyncIterable<string>
}

/** A call of the download. */
export type ExportCall = { services: Services; params: { ticket: string } } & Pick<
  StreamCall,
  'request' | 'outgoing'
>

/**
 * Sends the list that a ticket was made for as CSV, a page after the other, to the session that asked for it, while that
 * lives and may read it; the right is judged anew.
 * @throws `refusal` for a ticket that is unknown, too old or of another version of the list, and where the session is gone;
 *   request.forbidden
 */
export async function sendListExport<Query>(
  { services, params, request, outgoing }: ExportCall,
  kind: ListExport<Query>,
): Promise<void> {
  const { sessionId, ...ticket } = await needTicket(services, kind, params.ticket)
  const actor = await findActorOfSession(services.database, sessionId, services.now())
  if (actor === undefined) fail(kind.refusal)
  const opening = { isOpenToWaiting: false, isOpenToUnsecured: false, mode: services.config.mode }
  const scope = mintScope(actor, kind.permissionOf(ticket.query), opening, request)
  const fileName = `${kind.nameOf(ticket.query)}-${dayIn(ticket.zone, services.now())}.csv`
  outgoing.setHeader('content-type', 'text/csv; charset=utf-8')
  outgoing.setHeader('content-disposition', `attachment; filename="${fileName}"`)
  outgoing.setHeader('cache-control', 'no-store')
  const watched = { sessionId, accountId: scope.account.id, organizationId: scope.organization.id }
  // Half a list must not look whole (threat T11).
  const unwatch = services.watchSession(watched, () => outgoing.destroy())
  try {
    await pipeline(Readable.from(kind.linesOf(services, scope, ticket)), outgoing)
  } finally {
    unwatch()
  }
}

async function needTicket<Query>(
  services: Services,
  { list, schema, refusal }: ListExport<Query>,
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
