import type { Reauthentication, Session, TokenRequest } from '@pontic/contract'
import { redeemCaptcha } from '../../platform/captcha/captcha.service.ts'
import { fail, failWithDetails } from '../../platform/http/fail.ts'
import { beginSecondFactor } from '../two-factor/challenge.service.ts'
import {
  assertNotLocked,
  clearSignInFailures,
  countSignIn,
  findDevice,
  rememberDevice,
  removeSignInAttempt,
  type SignInAttempt,
} from './lockout.service.ts'
import { assertNotBusy, isCommonPassword, verifyPassword } from './password.shared.ts'
import { passwordChangeRequired } from './session.hooks.ts'
import { findAccountByEmail, type SignInAccount } from './session.queries.ts'
import { assertAccountOpen, startSession, type TokenCall } from './start-session.service.ts'

/**
 * Signs in by password (RFC 6749 §4.3, rules §3). For an account with a second factor the error is `mfa_required`, and
 * failed sign-ins stay counted until that factor is verified.
 * @throws the errors of the token call
 */
export async function signInByPassword(call: TokenCall, fields: TokenRequest): Promise<Session> {
  const { username: email, password } = fields
  if (email === undefined || password === undefined) fail('session.invalid_request')
  const account = await provePassword(call, email, { ...fields, password })
  if (!account) fail('session.wrong_credentials')
  const begin = { isRemembered: fields.remember_me === 'true', way: 'password' } as const
  const session = await call.inOwnTransaction((tx) => startSession({ ...call, tx }, account.id, begin))
  rememberDevice(call, email)
  return session
}

/**
 * Verifies the password of an account. Failures count for the account or its known device, and for the IP
 * address.
 * @returns the account, or undefined if the password is wrong
 * @throws session.mfa_required if the account has a second factor, session.locked, captcha.required, captcha.wrong, and
 * the errors of `refuseAccount`
 */
export async function provePassword(
  call: TokenCall,
  email: string,
  fields: Reauthentication & { password: string },
): Promise<SignInAccount | undefined> {
  const { services, request } = call
  const { password } = fields
  assertNotBusy()
  const device = findDevice({ services, request }, email)
  const { attempt, lockedSeconds, needsCaptcha } = await call.inOwnTransaction((tx) =>
    countSignIn(tx, email, request.address, device, services.now()),
  )
  assertNotLocked(lockedSeconds)
  if (needsCaptcha) await requireCaptcha(call, fields, email, attempt)
  const account = await findAccountByEmail(services.database.db, email)
  const isRight = await verifyPassword(account?.password_hash, password)
  if (!isRight || !account) return undefined
  if (account.two_factor_at === null) await call.inOwnTransaction((tx) => clearSignInFailures(tx, attempt))
  await refuseAccount(call, account, password)
  if (account.two_factor_at !== null) return requireSecondFactor(call, account.id)
  return account
}

/** Requires a captcha after several failures. @throws captcha.required, captcha.wrong */
async function requireCaptcha(
  call: TokenCall,
  { code_id, code }: Reauthentication,
  email: string,
  attempt: SignInAttempt,
): Promise<void> {
  const answer = code_id !== undefined && code !== undefined ? { codeId: code_id, code } : undefined
  try {
    await redeemCaptcha(call, 'login', answer, email)
  } catch (error) {
    await call.inOwnTransaction((tx) => removeSignInAttempt(tx, attempt))
    throw error
  }
}

/**
 * Refuses an account that may not sign in. Must be called only after the password was right (rules §3).
 * @throws session.password_change_required, session.password_too_simple, and the errors of `assertAccountOpen`
 */
async function refuseAccount(call: TokenCall, account: SignInAccount, password: string): Promise<void> {
  if (account.must_change_password && account.disabled_at === null && account.banned_at === null) {
    await call.inOwnTransaction((tx) =>
      passwordChangeRequired.run({ tx, services: call.services }, account.id),
    )
    fail('session.password_change_required')
  }
  assertAccountOpen(account)
  if (await isCommonPassword(password)) fail('session.password_too_simple')
}

/** Requires the second factor after a right password. @throws session.mfa_required with MfaChallenge */
async function requireSecondFactor(
  { inOwnTransaction, services }: TokenCall,
  accountId: string,
): Promise<never> {
  return failWithDetails(
    'session.mfa_required',
    await inOwnTransaction((tx) => beginSecondFactor({ tx, services }, accountId)),
  )
}
