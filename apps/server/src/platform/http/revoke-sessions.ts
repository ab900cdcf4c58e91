import { type AuditSource, recordAudit } from '../audit/audit.service.ts'
import type { Tx } from '../db/database.ts'
import { notifyAccessRevoked } from '../db/notify.ts'
import type { Scope } from './scope.ts'

/** Why sessions end. */
export type RevocationReason =
  | 'logout'
  | 'reuse'
  | 'password'
  | 'disabled'
  | 'expired'
  | 'two_factor'
  | 'email_undo'

/** Ends one session: its tokens are invalid at the next request, its event streams and uploads are cut. */
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

/** Ends all sessions of an account, after a new password or when it is disabled. */
export async function revokeSessionsOfAccount(
  tx: Tx,
  accountId: string,
  reason: RevocationReason,
  now: Date,
): Promise<void> {
  await updateSessionsRevoked(tx, { accountId }, reason, now)
  // A pending second step must not let in somebody with the old password or factor.
  await deleteChallenges(tx, accountId)
  await notifyAccessRevoked(tx, { accountId })
}

/**
 * Ends all sessions of an account but one.
 * @param exceptId the session that stays: the one in which the user enabled two-factor sign-in
 * @returns number of ended sessions
 */
export async function revokeOtherSessionsOfAccount(
  tx: Tx,
  accountId: string,
  exceptId: string,
  reason: RevocationReason,
  now: Date,
): Promise<number> {
  const ended = await updateSessionsRevoked(tx, { accountId, exceptId }, reason, now)
  await deleteChallenges(tx, accountId)
  for (const sessionId of ended) await notifyAccessRevoked(tx, { sessionId })
  return ended.length
}

/** Ends all sessions of a banned or deleted organization. */
export async function revokeSessionsOfOrganization(tx: Tx, organizationId: string, now: Date): Promise<void> {
  await updateSessionsRevoked(tx, { organizationId }, 'disabled', now)
  await notifyAccessRevoked(tx, { organizationId })
}

async function deleteChallenges(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('sign_in_challenge').where('account_id', '=', accountId).execute()
}

/** The sessions to end; `exceptId` is the one of an account that remains. */
type RevokedSessions =
  | { sessionId: string }
  | { accountId: string; exceptId?: string }
  | { organizationId: string }

/** Ends one session, all of an account, or all of an organization. @returns ids of those that were active */
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
