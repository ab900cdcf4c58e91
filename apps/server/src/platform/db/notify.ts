import type { ChangeEvent } from '@pontic/contract'
import { addToBatch } from './commit-batch.ts'
import type { Db, Tx } from './database.ts'

/** Channel of changes that make data of open pages stale. */
export const changeChannel = 'pontic_change'
/** Channel of sessions that were revoked or lost permissions. Their event streams and uploads are closed. */
export const accessRevokedChannel = 'pontic_session_end'

/** A change as sent between nodes; `organizationIds` and `accountIds` are the recipients. */
export type Change = ChangeEvent & { organizationIds: readonly string[]; accountIds?: readonly string[] }

/** Sessions that were revoked or lost permissions: one session, all of an account, or all of an organization. */
export type RevokedAccess = { sessionId: string } | { accountId: string } | { organizationId: string }

/**
 * Notifies open pages on all nodes of a change when the transaction commits. Only the named organizations and accounts are
 * notified; their pages read the data again under their own permissions.
 */
export async function notifyChange(tx: Tx, change: Change): Promise<void> {
  await addToBatch(tx, { messages: [{ channel: changeChannel, payload: JSON.stringify(change) }] })
}

/**
 * Notifies all nodes, when the transaction commits, of sessions that were revoked or lost permissions (logout, disable, ban,
 * new password, role change). The nodes close the event streams and uploads of these sessions immediately. Other calls need no
 * notification, because each of them reads the session from the tables.
 */
export async function notifyAccessRevoked(tx: Tx | Db, revoked: RevokedAccess): Promise<void> {
  await addToBatch(tx, { messages: [{ channel: accessRevokedChannel, payload: JSON.stringify(revoked) }] })
}
