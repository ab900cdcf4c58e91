import type { ChangeEvent } from '@pontic/contract'
import { sql } from 'kysely'
import type { Db, Tx } from './database.ts'

/** Channel of what open pages must read anew. */
export const changeChannel = 'pontic_change'
/** Channel of sessions that ended: event streams and uploads of theirs are cut. */
export const sessionEndChannel = 'pontic_session_end'

/** A change as it travels between nodes; `organizationIds` and `accountIds` say who is concerned. */
export type Change = ChangeEvent & { organizationIds: readonly string[]; accountIds?: readonly string[] }

/** Which sessions ended: one session, all of an account, or all of an organization. */
export type SessionEnd = { sessionId: string } | { accountId: string } | { organizationId: string }

/**
 * Tells open pages on all nodes, once the transaction commits, that something has become stale. Only the
 * organizations and accounts named here hear of it; they read it anew with their own rights.
 */
export async function notifyChange(tx: Tx, change: Change): Promise<void> {
  await sql`select pg_notify(${changeChannel}, ${JSON.stringify(change)})`.execute(tx)
}

/**
 * Tells all nodes, once the transaction commits, that sessions ended or lost rights (logout, disable, ban, new
 * password, role change): their event streams and uploads are cut at once. The tables say it for everything else.
 */
export async function notifySessionEnd(tx: Tx | Db, end: SessionEnd): Promise<void> {
  await sql`select pg_notify(${sessionEndChannel}, ${JSON.stringify(end)})`.execute(tx)
}
