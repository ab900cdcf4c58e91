import { limits, type TwoFactor } from '@pontic/contract'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { twoFactorRequirementOf } from '../../platform/http/actor.ts'
import { failureWindowSeconds, recordAttemptOrFail } from '../../platform/http/attempts.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call, ReadCall } from '../../platform/http/handlers.ts'
import { revokeOtherSessionsOfAccount } from '../../platform/http/revoke-sessions.ts'
import { countChallengeTry, createChallenge, updateChallengeUsed } from './challenge.service.ts'
import { verifyNewPasskey } from './passkey.service.ts'
import { passkeyCreation, relyingParty } from './passkey.shared.ts'
import { createRecoveryCodes } from './recovery-codes.service.ts'
import { createTotp, redeemTotp } from './totp.service.ts'
import {
  countRecoveryCodes,
  createPasskeyRow,
  deletePasskey,
  deleteTotp,
  findTotp,
  type GuardedAccount,
  listPasskeys,
  lockAccount,
  replaceUnconfirmedTotp,
  updateTotpConfirmed,
  updateTwoFactorAt,
} from './two-factor.queries.ts'
import { notifyTwoFactorChange, type TwoFactorChange } from './two-factor-notices.service.ts'

const demandOf = ({ scope, services: { config } }: Call<'scope' | 'services'>) =>
  twoFactorRequirementOf(
    { businessType: scope.organization.businessType, isTwoFactorRequired: scope.isTwoFactorRequired },
    config.mode,
  )

/** Returns the state of the caller's two-factor sign-in. */
export async function getTwoFactor(call: ReadCall<'scope' | 'services'>): Promise<TwoFactor> {
  const { tx, scope, services } = call
  const { id } = scope.account
  const totp = await findTotp(tx, id)
  const passkeys = await listPasskeys(tx, id)
  return {
    requiredBy: demandOf(call),
    hasTotp: (totp?.confirmed_at ?? null) !== null,
    totpSince: totp?.confirmed_at ?? null,
    passkeys: passkeys.map((row) => ({
      id: row.id,
      name: row.name,
      isSynced: row.is_synced,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
    })),
    recoveryCodesLeft: await countRecoveryCodes(tx, id),
    passkeyOrigin: relyingParty(services.config).origin,
  }
}

async function lockOwn({ tx, scope }: Call<'tx' | 'scope'>): Promise<GuardedAccount> {
  return (await lockAccount(tx, scope.account.id)) ?? fail('account.not_found')
}

/** Creates the secret of an authenticator app. @throws two_factor.totp_exists */
export function beginTotp({
  inOwnTransaction,
  services,
  scope,
}: Call<'inOwnTransaction' | 'scope' | 'services'>): Promise<{ secret: string; uri: string }> {
  return inOwnTransaction(async (tx) => {
    const account = await lockOwn({ tx, scope })
    if ((await findTotp(tx, account.id))?.confirmed_at) fail('two_factor.totp_exists')
    const { secret, uri, secretEncrypted } = createTotp(services, account)
    await replaceUnconfirmedTotp(tx, { accountId: account.id, secretEncrypted, now: services.now() })
    return { secret, uri }
  })
}

/**
 * Confirms the authenticator app with its first code.
 * @returns new recovery codes if the account had none, otherwise null
 * @throws two_factor.code_wrong at `otp`, two_factor.expired if no app is pending, session.locked
 */
export async function confirmTotp(
  call: Call<'inOwnTransaction' | 'scope' | 'services'>,
  otp: string,
): Promise<string[] | null> {
  const { inOwnTransaction, services, scope } = call
  const limit = { windowSeconds: failureWindowSeconds, max: limits.accountFailuresLocked }
  const subject = `totp:account:${scope.account.id}`
  await inOwnTransaction((tx) => recordAttemptOrFail(tx, subject, limit, services.now(), 'session.locked'))
  return inOwnTransaction(async (tx) => {
    const account = await lockOwn({ tx, scope })
    const totp = await findTotp(tx, account.id)
    if (!totp || totp.confirmed_at !== null) fail('two_factor.expired')
    const isRight = await redeemTotp({ tx, services }, account, otp, true)
    if (!isRight) fail('two_factor.code_wrong', {}, { otp: 'code_wrong' })
    await updateTotpConfirmed(tx, account.id, services.now())
    return addFactor({ ...call, tx }, account, 'addTotp')
  })
}

/** Starts adding a passkey. @throws two_factor.too_many_passkeys */
export function beginPasskey({
  inOwnTransaction,
  services,
  scope,
}: Call<'inOwnTransaction' | 'scope' | 'services'>) {
  return inOwnTransaction(async (tx) => {
    const account = await lockOwn({ tx, scope })
    const known = await listPasskeys(tx, account.id)
    assertPasskeysBelowLimit(known.length)
    const { token, challenge } = await createChallenge(tx, 'register', account.id, services.now())
    const options = passkeyCreation(services.config, account, challenge, known)
    return { challengeToken: token, options }
  })
}

function assertPasskeysBelowLimit(count: number): void {
  if (count >= limits.passkeysMax) fail('two_factor.too_many_passkeys', { max: limits.passkeysMax })
}

/**
 * Stores a passkey that the browser has created.
 * @returns new recovery codes if the account had none, otherwise null
 * @throws two_factor.expired, two_factor.passkey_refused, two_factor.too_many_passkeys
 */
export async function confirmPasskey(
  call: Call<'inOwnTransaction' | 'scope' | 'services'>,
  created: {
    challengeToken: string
    name: string
    credentialId: string
    clientData: string
    attestation: string
    transports: string[]
  },
): Promise<string[] | null> {
  const { inOwnTransaction, services, scope } = call
  const now = services.now()
  const challenge = await inOwnTransaction(async (tx) => {
    const found = await countChallengeTry(tx, created.challengeToken, 'register', now)
    await updateChallengeUsed(tx, created.challengeToken, now)
    return found?.accountId === scope.account.id ? found : undefined
  })
  if (!challenge) fail('two_factor.expired')
  const passkey = await verifyNewPasskey(services.config, challenge.challenge, created)
  if (!passkey) fail('two_factor.passkey_refused')
  return inOwnTransaction(async (tx) => {
    const account = await lockOwn({ tx, scope })
    assertPasskeysBelowLimit((await listPasskeys(tx, account.id)).length)
    const { name, transports } = created
    const row = { ...passkey, id: newId(), accountId: account.id, name, transports, now }
    if (!(await createPasskeyRow(tx, row))) fail('two_factor.passkey_refused')
    return addFactor({ ...call, tx }, account, 'addPasskey')
  })
}

async function addFactor(
  { tx, scope, services }: Call<'tx' | 'scope' | 'services'>,
  account: GuardedAccount,
  change: TwoFactorChange,
): Promise<string[] | null> {
  await updateTwoFactorAt(tx, account.id, services.now())
  // The other sessions signed in without a second factor, so they must sign in again.
  if (account.two_factor_at === null)
    await revokeOtherSessionsOfAccount(tx, account.id, scope.sessionId, 'two_factor', services.now())
  await notifyTwoFactorChange({ tx, services }, scope, account, change)
  const hasCodes = (await countRecoveryCodes(tx, account.id)) > 0
  return hasCodes ? null : createRecoveryCodes({ tx, services }, account.id)
}

/** Removes the authenticator app, if there is one. @throws two_factor.still_required */
export function removeTotp(call: Call<'inOwnTransaction' | 'scope' | 'services'>): Promise<void> {
  return removeFactor(call, 'removeTotp', (tx, account) => deleteTotp(tx, account.id))
}

/** Deletes a passkey. @throws two_factor.passkey_not_found, two_factor.still_required */
export function removePasskey(
  call: Call<'inOwnTransaction' | 'scope' | 'services'>,
  id: string,
): Promise<void> {
  return removeFactor(call, 'removePasskey', async (tx, account) => {
    return (await deletePasskey(tx, account.id, id)) || fail('two_factor.passkey_not_found')
  })
}

function removeFactor(
  { inOwnTransaction, services, scope }: Call<'inOwnTransaction' | 'scope' | 'services'>,
  change: TwoFactorChange,
  remove: (tx: Tx, account: GuardedAccount) => Promise<boolean>,
): Promise<void> {
  return inOwnTransaction(async (tx) => {
    const account = await lockOwn({ tx, scope })
    if (!(await remove(tx, account))) return
    const isLeft = await updateTwoFactorAt(tx, account.id, services.now())
    if (!isLeft && demandOf({ scope, services }) !== 'nobody') fail('two_factor.still_required')
    await notifyTwoFactorChange({ tx, services }, scope, account, change)
  })
}

/** Replaces the recovery codes by ten new ones. @throws two_factor.needed if the account has no second factor */
export function renewRecoveryCodes({
  inOwnTransaction,
  services,
  scope,
}: Call<'inOwnTransaction' | 'scope' | 'services'>): Promise<string[]> {
  return inOwnTransaction(async (tx) => {
    const account = await lockOwn({ tx, scope })
    if (account.two_factor_at === null) fail('two_factor.needed')
    await notifyTwoFactorChange({ tx, services }, scope, account, 'makeRecoveryCodes')
    return createRecoveryCodes({ tx, services }, account.id)
  })
}
