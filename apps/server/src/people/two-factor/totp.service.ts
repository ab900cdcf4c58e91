import { Secret, TOTP } from 'otpauth'
import type { Call } from '../../platform/http/handlers.ts'
import { encryptedColumns } from '../../platform/secrets/encrypted-columns.ts'
import type { Services } from '../../platform/services.ts'
import { findTotp, updateTotpStep } from './two-factor.queries.ts'

const periodSeconds = 30
const secretBytes = 20
/** The codes of the previous and the next period are also accepted, because clocks of phones differ. */
const windowPeriods = 1

const { contextOf } = encryptedColumns.totp

const totpOf = (email: string, secret: Secret) =>
  new TOTP({ issuer: 'Pontic', label: email, algorithm: 'SHA1', digits: 6, period: periodSeconds, secret })

/**
 * Creates a secret for an authenticator app (RFC 6238 §4): as text, as the URI of its QR code, and encrypted for
 * storage.
 */
export function createTotp(
  { encryptor }: Services,
  account: { id: string; email: string },
): { secret: string; uri: string; secretEncrypted: Buffer } {
  const secret = new Secret({ size: secretBytes })
  return {
    secret: secret.base32,
    uri: totpOf(account.email, secret).toString(),
    secretEncrypted: encryptor.encrypt(secret.base32, contextOf(account.id)),
  }
}

/**
 * Checks a code of the account's authenticator app and marks a valid code as used. Each code is accepted once.
 * @param isNew whether the app must be unconfirmed instead of confirmed
 * @returns whether the code was valid
 */
export async function redeemTotp(
  { tx, services: { encryptor, now } }: Call<'tx' | 'services'>,
  account: { id: string; email: string },
  otp: string,
  isNew = false,
): Promise<boolean> {
  const row = await findTotp(tx, account.id)
  if (!row || (row.confirmed_at === null) !== isNew) return false
  const secret = Secret.fromBase32(encryptor.decrypt(row.secret_encrypted, contextOf(account.id)))
  const nowMs = now().getTime()
  const delta = totpOf(account.email, secret).validate({
    token: otp,
    timestamp: nowMs,
    window: windowPeriods,
  })
  if (delta === null) return false
  return updateTotpStep(tx, account.id, Math.floor(nowMs / 1000 / periodSeconds) + delta)
}
