import { limits } from '@pontic/contract'
import type { Tx } from '../db/database.ts'
import { clearAttempts, countAttempt, failureWindowSeconds } from '../http/attempts.ts'
import { fail } from '../http/fail.ts'
import type { Scope } from '../http/scope.ts'
import type { Services } from '../services.ts'
import { verifyPassword } from './password.service.ts'
import { findAccountById } from './session.queries.ts'

/**
 * Lets nobody but who knows the password change what guards an account: a session alone may be a device left open. Holds
 * no connection while it hashes; 10 wrong ones in 15 minutes lock it.
 * @param digest the password's digest, the field `pwd` of the call
 * @throws account.wrong_password at `pwd`, session.locked with Retry-After
 */
export async function confirmPassword(
  call: {
    apart: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>
    services: Services
    scope: Scope
  },
  digest: string,
): Promise<void> {
  const { apart, services, scope } = call
  const subject = `password:account:${scope.account.id}`
  const limit = { windowSeconds: failureWindowSeconds, max: limits.accountFailuresLocked }
  await apart((tx) => countAttempt(tx, subject, limit, services.now(), 'session.locked'))
  const account = await findAccountById(services.database.db, scope.account.id)
  const isRight = await verifyPassword(account?.password_hash, digest)
  if (!isRight) fail('account.wrong_password', {}, { pwd: 'password_wrong' })
  await apart((tx) => clearAttempts(tx, subject))
}
