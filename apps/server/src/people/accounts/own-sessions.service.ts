import type { ActiveSession } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { revokeSession } from '../../platform/http/revoke-sessions.ts'
import { parseUserAgent } from '../../platform/http/user-agent.ts'
import { listActiveSessions, lockOwnSession } from './account-settings.queries.ts'

/** Returns the caller's active sessions, most recently used first. `isCurrent` marks the session of this request. */
export async function listOwnSessions({
  tx,
  scope,
  services,
}: Call<'tx' | 'scope' | 'services'>): Promise<ActiveSession[]> {
  const rows = await listActiveSessions(tx, scope, services.now())
  return rows.map((row) => ({
    id: row.id,
    ...parseUserAgent(row.user_agent),
    address: row.address,
    signedInAt: row.created_at,
    lastUsedAt: row.last_used_at,
    isRemembered: row.is_remembered,
    isCurrent: row.id === scope.sessionId,
  }))
}

/** Revokes one of the caller's sessions and closes its streams and uploads. @throws account.session_not_found */
export async function revokeOwnSession(
  { tx, scope, services }: Call<'tx' | 'scope' | 'services'>,
  id: string,
): Promise<void> {
  const session = await lockOwnSession(tx, scope, id)
  if (!session) fail('account.session_not_found')
  await revokeSession(tx, session, 'logout', scope, services.now())
}

/** Revokes all sessions of the caller except the current one. @returns number of revoked sessions */
export async function endOtherSessions({
  tx,
  scope,
  services,
}: Call<'tx' | 'scope' | 'services'>): Promise<number> {
  const now = services.now()
  const others = (await listActiveSessions(tx, scope, now)).filter(({ id }) => id !== scope.sessionId)
  for (const session of others) await revokeSession(tx, session, 'logout', scope, now)
  await recordAudit(tx, scope, {
    action: 'accounts.endOtherSessions',
    objectType: 'account',
    objectId: scope.account.id,
    detail: { ended: others.length },
  })
  return others.length
}

/** Maps session rows to devices, for lists of other people's sessions. */
export function listDevices(
  rows: readonly { user_agent: string; address: string; last_used_at: string }[],
): { browser: string; system: string; address: string; lastUsedAt: string }[] {
  return rows.map((row) => ({
    ...parseUserAgent(row.user_agent),
    address: row.address,
    lastUsedAt: row.last_used_at,
  }))
}
