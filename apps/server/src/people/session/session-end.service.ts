import { type AuditSource, recordAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { notifySessionEnd } from '../../platform/db/notify.ts'
import type { RequestFacts } from '../../platform/http/handlers.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { deleteChallenges } from '../two-factor/challenge.service.ts'
import {
  type EndReason,
  type SessionRow,
  type SignInAccount,
  updateSessionsRevoked,
} from './session.queries.ts'

/** Ends one session: its tokens are invalid at the next request, its event streams and uploads are cut. */
export async function endSession(
  tx: Tx,
  session: Pick<SessionRow, 'id'>,
  reason: EndReason,
  by: Scope | AuditSource | undefined,
  now: Date,
): Promise<void> {
  await updateSessionsRevoked(tx, { sessionId: session.id }, reason, now)
  await notifySessionEnd(tx, { sessionId: session.id })
  await recordAudit(tx, by ?? {}, {
    action: 'session.end',
    objectType: 'session',
    objectId: session.id,
    detail: { reason },
  })
}

/** Ends all sessions of an account, after a new password or when it is disabled. */
export async function endSessionsOfAccount(
  tx: Tx,
  accountId: string,
  reason: EndReason,
  now: Date,
): Promise<void> {
  await updateSessionsRevoked(tx, { accountId }, reason, now)
  // A pending second step must not let in somebody with the old password or factor.
  await deleteChallenges(tx, accountId)
  await notifySessionEnd(tx, { accountId })
}

/** Ends all sessions of an account except the one that improved its security. @returns number of ended sessions */
export async function endOtherSessionsOfAccount(
  tx: Tx,
  accountId: string,
  exceptId: string,
  reason: EndReason,
  now: Date,
): Promise<number> {
  const ended = await updateSessionsRevoked(tx, { accountId, exceptId }, reason, now)
  await deleteChallenges(tx, accountId)
  for (const sessionId of ended) await notifySessionEnd(tx, { sessionId })
  return ended.length
}

/** Ends all sessions of a banned or deleted organization. */
export async function endSessionsOfOrganization(tx: Tx, organizationId: string, now: Date): Promise<void> {
  await updateSessionsRevoked(tx, { organizationId }, 'disabled', now)
  await notifySessionEnd(tx, { organizationId })
}

/** The account itself as the actor of the audit record. */
export function sourceOf(account: SignInAccount, request: RequestFacts) {
  return {
    accountId: account.id,
    accountName: account.name,
    organizationId: account.organization_id,
    request,
  }
}
