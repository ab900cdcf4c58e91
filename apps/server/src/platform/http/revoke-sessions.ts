import { type AuditSource, recordAudit } from '../audit/audit.service.ts'
import type { Tx } from '../db/database.ts'
import { notifyAccessRevoked } from '../db/notify.ts'
import type { Scope } from './scope.ts'

/** The reason why a session was revoked, as stored. */
export type RevocationReason =
  | 'logout'
  | 'reuse'
  | 'password'
  | 'disabled'
  | 'expired'
  | 'two_factor'
  | 'email_undo'

/** Revokes one session. Its tokens are invalid at the next request, and its event streams and uploads are closed. */
export async function revokeSession(
  tx: Tx,
  session: { id: string },
  reason: RevocationReason,
  by: Scope | AuditSource | undefined,
  now: Date,
): Promise<void> {
  await updateSessionsRevoked(tx, { sessionId: session.id }, reason, now)
  await notifyAccessRevoked(tx, { sessionId: session.id })
  await recordAudit(tx, by ?? {}, {
    action: 'session.end',
    objectType: 'session',
    objectId: session.id,
    detail: { reason },
  })
}

/** Revokes all sessions of an account, for example after a new password. */
export async function revokeSessionsOfAccount(
  tx: Tx,
  accountId: string,
  reason: RevocationReason,
  now: Date,
): Promise<void> {
  await updateSessionsRevoked(tx, { accountId }, reason, now)
  // Deletes pending two-factor sign-ins, which began with the old password or factor.
  await deleteChallenges(tx, accountId)
  await notifyAccessRevoked(tx, { accountId })
}

/**
 * Revokes all sessions of an account except one.
 * @param exceptId the session that remains valid, in which the user enabled two-factor sign-in
 * @returns number of revoked sessions
 */
export async function revokeOtherSessionsOfAccount(
  tx: Tx,
  accountId: string,
  exceptId: string,
  reason: RevocationReason,
  now: Date,
): Promise<number> {
  const revoked = await updateSessionsRevoked(tx, { accountId, exceptId }, reason, now)
  await deleteChallenges(tx, accountId)
  for (const sessionId of revoked) await notifyAccessRevoked(tx, { sessionId })
  return revoked.length
}

/** Revokes all sessions of a banned or deleted organization. */
export async function revokeSessionsOfOrganization(tx: Tx, organizationId: string, now: Date): Promise<void> {
  await updateSessionsRevoked(tx, { organizationId }, 'disabled', now)
  await notifyAccessRevoked(tx, { organizationId })
}

async function deleteChallenges(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('sign_in_challenge').where('account_id', '=', accountId).execute()
}

/** The sessions to revoke: one session, all of an account except `exceptId`, or all of an organization. */
type RevokedSessions =
  | { sessionId: string }
  | { accountId: string; exceptId?: string }
  | { organizationId: string }

/**
 * Revokes the sessions and deletes their access tokens.
 * @returns ids of the sessions that this call revoked
 */
async function updateSessionsRevoked(
  tx: Tx,
  whose: RevokedSessions,
  reason: RevocationReason,
  now: Date,
): Promise<string[]> {
  const rows = await tx
    .updateTable('session')
    .set({ revoked_at: now, revoked_for: reason })
    .where('revoked_at', 'is', null)
    .where((on) => {
      if ('sessionId' in whose) return on('id', '=', whose.sessionId)
      if ('organizationId' in whose) {
        const { organizationId } = whose
        const members = on.selectFrom('account').select('id').where('organization_id', '=', organizationId)
        return on('account_id', 'in', members)
      }
      const { accountId, exceptId } = whose
      const own = on('account_id', '=', accountId)
      return exceptId === undefined ? own : on.and([own, on('id', '<>', exceptId)])
    })
    .returning('id')
    .execute()
  const ids = rows.map((row) => row.id)
  await deleteAccessTokens(tx, ids)
  return ids
}

/** Deletes the access tokens of sessions. */
export async function deleteAccessTokens(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return
  await tx
    .deleteFrom('access_token')
    .where('session_id', 'in', [...sessionIds])
    .execute()
}
