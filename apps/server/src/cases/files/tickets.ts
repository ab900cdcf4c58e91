import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { limits } from '@pontic/contract'
import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import { hashToken } from '../../platform/http/actor.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import type { Services } from '../../platform/services.ts'
import {
  findFileOrder,
  findVerifiedFile,
  listVerifiedFiles,
  readerOf,
} from '../access/file-access.service.ts'

/** A row of `download_ticket`. */
export type Ticket = Selectable<Tables['download_ticket']>

const ticketBytes = 16
const hourMs = 3_600_000

/**
 * Creates a ticket for a download by the browser (rules §7). The ticket has 128 random bits. It is stored as
 * its SHA-256, and is bound to the session and to one file or one order.
 * @param input.fileId null for the ZIP of all files
 * @throws order.not_found; file.not_found, also for an order without a verified file, and for a caller who
 *   may not download
 */
export async function createTicket(
  call: Call<'tx' | 'scope' | 'services'>,
  input: { id: string; fileId: string | null },
): Promise<{ ticket: string; path: string }> {
  const { tx, scope, services } = call
  const order = await findFileOrder(call, input.id)
  if (order === undefined) fail('order.not_found')
  const reader = readerOf(scope, order.party)
  const hasObject =
    input.fileId === null
      ? (await listVerifiedFiles(tx, order.id, reader)).length > 0
      : (await findVerifiedFile(tx, order.id, input.fileId, reader)) !== undefined
  if (!hasObject || !order.mayDownload) fail('file.not_found')
  const ticket = randomBytes(ticketBytes).toString('base64url')
  const now = services.now()
  await tx
    .insertInto('download_ticket')
    .values({
      ticket_sha256: hashToken(ticket),
      session_id: scope.sessionId,
      order_id: order.id,
      file_id: input.fileId,
      created_at: now,
      expires_at: new Date(now.getTime() + limits.ticketContinueHours * hourMs),
    })
    .execute()
  return { ticket, path: `/restful/downloads/${ticket}` }
}

/**
 * Returns a valid ticket. The first use must be within 60 seconds of its creation. A download that has started can
 * resume by Range for 24 hours.
 * @throws file.ticket_invalid
 */
export async function getTicket(
  services: Services,
  ticket: string,
  incoming: IncomingMessage,
): Promise<Ticket> {
  const now = services.now()
  const row = await services.database.db
    .selectFrom('download_ticket')
    .selectAll()
    .where('ticket_sha256', '=', hashToken(ticket))
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  if (row === undefined) fail('file.ticket_invalid')
  const isEarly = now.getTime() < new Date(row.created_at).getTime() + limits.ticketStartSeconds * 1000
  const isContinued = row.started_at !== null && incoming.headers.range !== undefined
  if (!isEarly && !isContinued) fail('file.ticket_invalid')
  return row
}

/** Marks a ticket as used. @returns whether this is its first use */
export async function startTicket(services: Services, ticket: Ticket): Promise<boolean> {
  const { numUpdatedRows } = await services.database.db
    .updateTable('download_ticket')
    .set({ started_at: services.now() })
    .where('ticket_sha256', '=', ticket.ticket_sha256)
    .where('started_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
