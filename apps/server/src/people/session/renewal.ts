import { limits, type Session } from '@pontic/contract'
import type { Tx } from '../../platform/db/database.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { revokeSession } from '../../platform/http/revoke-sessions.ts'
import {
  findAccountById,
  findRefreshToken,
  hasUsedSuccessor,
  invalidateUnusedSuccessor,
  lockSessionOfRefreshToken,
  type RefreshRow,
  updateRefreshTokenSpent,
  updateSessionUsed,
} from './session.queries.ts'
import { sourceOf } from './start-session.service.ts'
import { createTokenPair } from './token-pair.ts'

const graceMs = limits.refreshGraceSeconds * 1000

/**
 * Exchanges a refresh token for the next pair (rules §3). A client that lost the reply may use its token
 * again within 60 seconds, unless the successor was used. This repeated refresh returns another pair, which
 * replaces the unused pair. Any other second use of a token means that two clients have tokens of the same
 * session, and revokes the session.
 * @returns the renewed session, or undefined if the token is refused
 */
export async function renewSession(
  call: Call<'tx' | 'services' | 'request'>,
  sha256: Buffer,
): Promise<Session | undefined> {
  const { tx, services, request } = call
  const now = services.now()
  const session = await lockSessionOfRefreshToken(tx, sha256)
  const token = session && (await findRefreshToken(tx, sha256))
  if (!token || session.revoked_at !== null || !isBefore(now, session.expires_at)) return undefined
  const account = await findAccountById(tx, session.account_id)
  if (!account || account.disabled_at !== null || account.banned_at !== null) return undefined
  const use = await classifyUse(tx, token, sha256, now)
  if (use === 'expired') return undefined
  if (use === 'reuse') {
    await revokeSession(tx, session, 'reuse', sourceOf(account, request), now)
    return undefined
  }
  if (use === 'repeat') await invalidateUnusedSuccessor(tx, session.id, sha256, now)
  else await updateRefreshTokenSpent(tx, sha256, now)
  await updateSessionUsed(tx, session.id, now)
  const family = {
    id: session.id,
    isRemembered: session.is_remembered,
    expiresAt: new Date(session.expires_at),
    // A refresh does not verify the person, so the time of the last verification stays.
    authenticatedAt: new Date(session.authenticated_at ?? 0),
  }
  return createTokenPair(call, account, family, sha256)
}

const isBefore = (now: Date, time: string) => now.getTime() < Date.parse(time)

async function classifyUse(
  tx: Tx,
  token: RefreshRow,
  sha256: Buffer,
  now: Date,
): Promise<'first' | 'repeat' | 'reuse' | 'expired'> {
  // The pair of a repeated refresh has replaced this token, so another client made the repeated refresh.
  if (token.died_at !== null) return 'reuse'
  if (token.spent_at === null) return isBefore(now, token.expires_at) ? 'first' : 'expired'
  const isLate = now.getTime() - Date.parse(token.spent_at) > graceMs
  return isLate || (await hasUsedSuccessor(tx, sha256)) ? 'reuse' : 'repeat'
}
