import { limits, type PasskeyRequest, type Reauthentication } from '@pontic/contract'
import type { Tx } from '../../platform/db/database.ts'
import { addressSubject, failureWindowSeconds, recordAttemptOrFail } from '../../platform/http/attempts.ts'
import { fail } from '../../platform/http/fail.ts'
import {
  type Challenge,
  countChallengeTry,
  createChallenge,
  findChallengeAccount,
  updateChallengeUsed,
} from '../two-factor/challenge.service.ts'
import { verifyPasskey } from '../two-factor/passkey.service.ts'
import { parseAssertion, passkeyRequest } from '../two-factor/passkey.shared.ts'
import { redeemRecoveryCode } from '../two-factor/recovery-codes.service.ts'
import { redeemTotp } from '../two-factor/totp.service.ts'
import { notifyTwoFactorChange } from '../two-factor/two-factor-notices.service.ts'
import {
  assertNotLocked,
  clearSignInFailures,
  countSignIn,
  findDevice,
  rememberDevice,
} from './lockout.service.ts'
import { findAccountById, type SignInAccount } from './session.queries.ts'
import { assertAccountOpen, type SignInMethod, sourceOf, type TokenCall } from './start-session.service.ts'

type Outcome<Result> = { result: Result } | 'wrong' | 'expired'

/** Function that runs after a successful verification. */
type Then<Result> = (tx: Tx, account: SignInAccount, way: SignInMethod) => Promise<Result>

/**
 * Verifies the second step after a password: `mfa_token` with a code, a passkey or a recovery code. Each try also
 * counts as a sign-in of the account, so that somebody with the password cannot repeat the steps without limit.
 * @param then runs after a correct factor, in the transaction that marks the challenge as used
 * @param accountId expected account of the second step, if known
 * @returns the result of `then`
 * @throws session.invalid_request, session.mfa_expired, session.second_factor_wrong, session.locked, and the errors of
 * `assertAccountOpen`
 */
export async function proveSecondFactor<Result>(
  call: TokenCall,
  fields: Reauthentication,
  token: string,
  then: Then<Result>,
  accountId?: string,
): Promise<Result> {
  const { services, request } = call
  const check = parseFactor(call, fields)
  const account = await findPendingAccount(call, token)
  if (!account || (accountId !== undefined && account.id !== accountId)) fail('session.mfa_expired')
  const device = findDevice({ services, request }, account.email)
  const { attempt, lockedSeconds } = await call.inOwnTransaction((tx) =>
    countSignIn(tx, account.email, request.address, device, services.now()),
  )
  assertNotLocked(lockedSeconds)
  assertAccountOpen(account)
  const outcome = await call.inOwnTransaction(async (tx): Promise<Outcome<Result>> => {
    const challenge = await countChallengeTry(tx, token, 'mfa', services.now())
    if (!challenge) return 'expired'
    if (!(await check.isRight(tx, account, challenge)))
      return challenge.tries < limits.mfaTries ? 'wrong' : 'expired'
    await updateChallengeUsed(tx, token, services.now())
    await clearSignInFailures(tx, attempt)
    return { result: await then(tx, account, check.way) }
  })
  if (outcome === 'expired') fail('session.mfa_expired')
  if (outcome === 'wrong') fail('session.second_factor_wrong')
  rememberDevice(call, account.email)
  return outcome.result
}

/** Finds the account of a pending second step, without counting a try. */
async function findPendingAccount(
  { services }: TokenCall,
  token: string,
): Promise<SignInAccount | undefined> {
  const { db } = services.database
  const accountId = await findChallengeAccount(db, token, services.now())
  return accountId === undefined ? undefined : findAccountById(db, accountId)
}

type Check = {
  way: SignInMethod
  isRight: (tx: Tx, account: SignInAccount, challenge: Challenge) => Promise<boolean>
}

/**
 * Parses the factor in the request.
 * @returns the function that checks the factor
 * @throws session.invalid_request if the request contains no factor
 */
function parseFactor({ services, request }: TokenCall, fields: Reauthentication): Check {
  const { otp, recovery_code: code } = fields
  const assertion = parseAssertion(fields)
  if (otp !== undefined)
    return { way: 'otp', isRight: (tx, account) => redeemTotp({ tx, services }, account, otp) }
  if (assertion !== undefined) {
    const isRight: Check['isRight'] = async (tx, account, { challenge }) =>
      (await verifyPasskey({ tx, services }, challenge, assertion, {
        isAlone: false,
        accountId: account.id,
      })) !== undefined
    return { way: 'passkey', isRight }
  }
  if (code === undefined) fail('session.invalid_request')
  const isRight: Check['isRight'] = async (tx, account) => {
    if (!(await redeemRecoveryCode({ tx, services }, account.id, code))) return false
    await notifyTwoFactorChange({ tx, services }, sourceOf(account, request), account, 'useRecoveryCode')
    return true
  }
  return { way: 'recovery_code', isRight }
}

/** Creates the challenge of a sign-in by passkey without a password. @throws request.too_many */
export function beginPasskeySignIn({ inOwnTransaction, services, request }: TokenCall): Promise<{
  challenge_token: string
  expires_in: number
  options: PasskeyRequest
}> {
  return inOwnTransaction(async (tx) => {
    const perMinute = { windowSeconds: 60, max: limits.passkeyChallengesPerMinute }
    await recordAttemptOrFail(
      tx,
      addressSubject('passkey-challenge', request.address),
      perMinute,
      services.now(),
    )
    const { token, challenge } = await createChallenge(tx, 'passkey', null, services.now())
    return {
      challenge_token: token,
      expires_in: limits.mfaMinutes * 60,
      options: passkeyRequest(services.config, challenge),
    }
  })
}

/**
 * Verifies a passkey with user verification, which counts as two factors.
 * @param then runs after a correct passkey. The function returns its result.
 * @param accountId expected owner of the passkey, if known
 * @throws session.invalid_request, session.passkey_refused, session.locked, and the errors of `assertAccountOpen`
 */
export async function provePasskey<Result>(
  call: TokenCall,
  fields: Reauthentication,
  then: Then<Result>,
  accountId?: string,
): Promise<Result> {
  const { services, request } = call
  const token = fields.challenge_token
  const assertion = parseAssertion(fields)
  if (token === undefined || assertion === undefined) fail('session.invalid_request')
  const subject = addressSubject('passkey', request.address)
  const limit = { windowSeconds: failureWindowSeconds, max: limits.addressFailuresLocked }
  await call.inOwnTransaction((tx) =>
    recordAttemptOrFail(tx, subject, limit, services.now(), 'session.locked'),
  )
  const account = await call.inOwnTransaction(async (tx) => {
    const challenge = await countChallengeTry(tx, token, 'passkey', services.now())
    if (!challenge) return undefined
    await updateChallengeUsed(tx, token, services.now())
    const id = await verifyPasskey({ tx, services }, challenge.challenge, assertion, {
      isAlone: true,
      ...(accountId === undefined ? {} : { accountId }),
    })
    return id === undefined ? undefined : findAccountById(tx, id)
  })
  if (!account) fail('session.passkey_refused')
  assertAccountOpen(account)
  const result = await call.inOwnTransaction((tx) => then(tx, account, 'passkey'))
  rememberDevice(call, account.email)
  return result
}
