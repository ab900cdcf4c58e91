import { limits, type MfaChallenge } from '@pontic/contract'
import type { Tx } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { createChallenge } from './challenge.service.ts'
import { passkeyRequest } from './passkey.service.ts'
import { findTotp, listPasskeys } from './two-factor.queries.ts'

/** Starts the second step of a sign-in. @returns the fields next to `mfa_required`: the token, and the available factors */
export async function beginSecondFactor(
  tx: Tx,
  { config, now }: Services,
  accountId: string,
): Promise<MfaChallenge> {
  const passkeys = await listPasskeys(tx, accountId)
  const totp = await findTotp(tx, accountId)
  const hasApp = (totp?.confirmed_at ?? null) !== null
  const { token, challenge } = await createChallenge(tx, 'mfa', accountId, now())
  return {
    mfa_token: token,
    mfa_expires_in: limits.mfaMinutes * 60,
    mfa_methods: [
      ...(hasApp ? (['otp'] as const) : []),
      ...(passkeys.length > 0 ? (['passkey'] as const) : []),
      'recovery_code',
    ],
    passkey_options: passkeys.length > 0 ? passkeyRequest(config, challenge, passkeys) : null,
  }
}
