import { limits, type Session } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { newId } from '../../platform/db/ids.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call, RequestFacts } from '../../platform/http/handlers.ts'
import { createSessionRow, findAccountById, type SignInAccount } from './session.queries.ts'
import { createTokenPair } from './token-pair.ts'

const dayMs = 86_400_000

/** The context of the token calls, which open their own transactions, because a password is hashed between them. */
export type TokenCall = Call<'inOwnTransaction' | 'services' | 'request'> & {
  setHeader: (name: string, value: string) => void
}

/** The factor with which somebody has signed in. */
export type SignInMethod = 'password' | 'otp' | 'passkey' | 'recovery_code'

/**
 * Asserts that an account may sign in. Must be called only after the user has proved their identity, because the error
 * reveals why the account may not sign in.
 * @throws session.disabled, session.banned, session.unverified
 */
export function assertAccountOpen(account: SignInAccount): void {
  if (account.is_banned || account.banned_at !== null) fail('session.banned')
  if (account.disabled_at !== null) fail('session.disabled')
  if (account.email_verified_at === null || account.organization_verified_at === null)
    fail('session.unverified')
}

/**
 * Starts a session of a verified user.
 * @throws session.wrong_credentials if the account or its organization was disabled, banned or deleted
 *   meanwhile
 */
export async function startSession(
  { tx, services, request }: Call<'tx' | 'services' | 'request'>,
  accountId: string,
  begin: { isRemembered: boolean; way: SignInMethod },
): Promise<Session> {
  const now = services.now()
  const { isRemembered, way } = begin
  const expiresAt = new Date(now.getTime() + limits.sessionAbsoluteDays * dayMs)
  const id = newId()
  const { userAgent, address } = request
  await createSessionRow(tx, { id, accountId, isRemembered, now, expiresAt, userAgent, address })
  // Reads the account again, because it may have been disabled while its password was checked.
  const account = await findAccountById(tx, accountId)
  if (!account || account.disabled_at !== null || account.banned_at !== null)
    fail('session.wrong_credentials')
  await recordAudit(tx, sourceOf(account, request), {
    action: 'session.create',
    objectType: 'session',
    objectId: id,
    detail: { way },
  })
  return createTokenPair(
    { tx, services },
    account,
    { id, isRemembered, expiresAt, authenticatedAt: now },
    null,
  )
}

/** Returns the account as the actor of audit rows. */
export function sourceOf(account: SignInAccount, request: RequestFacts) {
  return {
    accountId: account.id,
    accountName: account.name,
    organizationId: account.organization_id,
    request,
  }
}
