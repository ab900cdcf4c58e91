import type { Reauthentication } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { provePasskey, proveSecondFactor } from './second-step.service.ts'
import { updateSessionAuthenticated } from './session.queries.ts'
import { provePassword } from './sign-in.service.ts'
import type { SignInMethod, TokenCall } from './start-session.service.ts'

/**
 * Verifies the password or second factor of a signed-in person again. Failures count as failed sign-ins.
 * @returns the time of the verification, which applies only to the session of this request
 * @throws account.wrong_password at `password`, and the errors of the token call
 */
export async function reauthenticate(
  call: TokenCall & { scope: Scope },
  fields: Reauthentication,
): Promise<{ authenticatedAt: string }> {
  const { account, sessionId } = call.scope
  const now = call.services.now()
  const recordVerification = async (tx: Tx, way: SignInMethod) => {
    await updateSessionAuthenticated(tx, sessionId, now)
    const detail = { way }
    await recordAudit(tx, call.scope, {
      action: 'session.reauthenticate',
      objectType: 'session',
      objectId: sessionId,
      detail,
    })
    return { authenticatedAt: now.toISOString() }
  }
  const then = (tx: Tx, _: unknown, way: SignInMethod) => recordVerification(tx, way)
  if (fields.challenge_token !== undefined) return provePasskey(call, fields, then, account.id)
  if (fields.mfa_token !== undefined)
    return proveSecondFactor(call, fields, fields.mfa_token, then, account.id)
  const { password } = fields
  if (password === undefined) fail('session.invalid_request')
  const proven = await provePassword(call, account.email, { ...fields, password })
  if (!proven) fail('account.wrong_password', {}, { password: 'password_wrong' })
  return call.inOwnTransaction((tx) => recordVerification(tx, 'password'))
}
