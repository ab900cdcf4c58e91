import { limits, type PasskeyRequest, type Session, type TokenRequest } from '@pontic/contract'
import type { Tx } from '../db/database.ts'
import { addressSubject, countAttempt, failureWindowSeconds } from '../http/attempts.ts'
import { fail } from '../http/fail.ts'
import {
  type Challenge,
  createChallenge,
  findChallengeAccount,
  takeChallengeTry,
  useChallenge,
} from '../two-factor/challenge.service.ts'
import { passkeyRequest, readAssertion, usePasskey } from '../two-factor/passkey.service.ts'
import { useRecoveryCode } from '../two-factor/recovery-codes.service.ts'
import { useTotp } from '../two-factor/totp.service.ts'
import { tellTwoFactorChange } from '../two-factor/two-factor-notices.service.ts'
import { countSignIn, deviceCookie, findDevice, forgetAttempt, refuseLocked } from './lockout.service.ts'
import { findAccountById, type SignInAccount } from './session.queries.ts'
import { sourceOf } from './session-end.service.ts'
import { refuseClosedAccount, type SignInWay, startSession, type TokenCall } from './start-session.service.ts'

type Outcome = { session: Session } | 'wrong' | 'expired'

/**
 * The second step of the password grant: `mfa_token` with a code, a passkey or a recovery code. Each try counts as a
 * sign-in of the account too, so that who knows the password cannot begin anew for ever.
 * @throws session.invalid_request, session.mfa_expired, session.second_factor_wrong, session.locked, and why the account
 * is closed
 */
export async function finishSecondStep(
  call: TokenCall,
  fields: TokenRequest,
  token: string,
): Promise<Session> {
  const { services, request } = call
  const check = readFactor(call, fields)
  const account = await findWaiting(call, token)
  if (!account) fail('session.mfa_expired')
  const device = findDevice(services, request, account.email)
  const { attempt, lockedSeconds } = await call.apart((tx) =>
    countSignIn(tx, account.email, request.address, device, services.now()),
  )
  refuseLocked(lockedSeconds)
  refuseClosedAccount(account)
  const outcome = await call.apart(async (tx): Promise<Outcome> => {
    const challenge = await takeChallengeTry(tx, token, 'mfa', services.now())
    if (!challenge) return 'expired'
    if (!(await check.isRight(tx, account, challenge)))
      return challenge.tries < limits.mfaTries ? 'wrong' : 'expired'
    await useChallenge(tx, token, services.now())
    await forgetAttempt(tx, attempt)
    const begin = { isRemembered: fields.remember_me === 'true', way: check.way }
    return { session: await startSession(tx, call, account.id, begin) }
  })
  if (outcome === 'expired') fail('session.mfa_expired')
  if (outcome === 'wrong') fail('session.second_factor_wrong')
  call.setHeader('set-cookie', deviceCookie(services, account.email, device))
  return outcome.session
}

/** Whose second step a token waits for, counting no try. */
async function findWaiting({ services }: TokenCall, token: string): Promise<SignInAccount | undefined> {
  const { db } = services.database
  const waiting = await findChallengeAccount(db, token, services.now())
  return waiting === undefined ? undefined : findAccountById(db, waiting)
}

type Check = {
  way: SignInWay
  isRight: (tx: Tx, account: SignInAccount, challenge: Challenge) => Promise<boolean>
}

/** Which factor the caller gives. @throws session.invalid_request where it is none */
function readFactor({ services, request }: TokenCall, fields: TokenRequest): Check {
  const { otp, recovery_code: code } = fields
  const assertion = readAssertion(fields)
  if (otp !== undefined) return { way: 'otp', isRight: (tx, account) => useTotp(tx, services, account, otp) }
  if (assertion !== undefined) {
    const isRight: Check['isRight'] = async (tx, account, { challenge }) =>
      (await usePasskey(tx, services, challenge, assertion, { isAlone: false, accountId: account.id })) !==
      undefined
    return { way: 'passkey', isRight }
  }
  if (code === undefined) fail('session.invalid_request')
  const isRight: Check['isRight'] = async (tx, account) => {
    if (!(await useRecoveryCode(tx, services, account.id, code))) return false
    await tellTwoFactorChange(tx, services, sourceOf(account, request), account, 'useRecoveryCode')
    return true
  }
  return { way: 'recovery_code', isRight }
}

/** What a passkey signs to sign in alone. @throws request.too_many */
export function beginPasskeySignIn({ apart, services, request }: TokenCall): Promise<{
  challenge_token: string
  expires_in: number
  options: PasskeyRequest
}> {
  return apart(async (tx) => {
    const perMinute = { windowSeconds: 60, max: limits.passkeyChallengesPerMinute }
    await countAttempt(tx, addressSubject('passkey-challenge', request.address), perMinute, services.now())
    const { token, challenge } = await createChallenge(tx, 'passkey', null, services.now())
    return {
      challenge_token: token,
      expires_in: limits.mfaMinutes * 60,
      options: passkeyRequest(services.config, challenge),
    }
  })
}

/**
 * Signs in by a passkey alone, whose device has asked its owner: two factors in one.
 * @throws session.invalid_request, session.passkey_refused, session.locked, and why the account is closed
 */
export async function signInByPasskey(call: TokenCall, fields: TokenRequest): Promise<Session> {
  const { services, request } = call
  const token = fields.challenge_token
  const assertion = readAssertion(fields)
  if (token === undefined || assertion === undefined) fail('session.invalid_request')
  const subject = addressSubject('passkey', request.address)
  const limit = { windowSeconds: failureWindowSeconds, max: limits.addressFailuresLocked }
  await call.apart((tx) => countAttempt(tx, subject, limit, services.now(), 'session.locked'))
  const account = await call.apart(async (tx) => {
    const waiting = await takeChallengeTry(tx, token, 'passkey', services.now())
    if (!waiting) return undefined
    await useChallenge(tx, token, services.now())
    const id = await usePasskey(tx, services, waiting.challenge, assertion, { isAlone: true })
    return id === undefined ? undefined : findAccountById(tx, id)
  })
  if (!account) fail('session.passkey_refused')
  refuseClosedAccount(account)
  const begin = { isRemembered: fields.remember_me === 'true', way: 'passkey' } as const
  const session = await call.apart((tx) => startSession(tx, call, account.id, begin))
  const device = findDevice(services, request, account.email)
  call.setHeader('set-cookie', deviceCookie(services, account.email, device))
  return session
}
