import type { PasskeyCreation, PasskeyRequest, Reauthentication } from '@pontic/contract'
import { limits } from '@pontic/contract'
import type { Config } from '../../config/config.ts'
import type { listPasskeys } from './two-factor.queries.ts'

export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number]

const timeoutMs = limits.mfaMinutes * 60_000

const portalName = 'Pontic'

// COSE ids of the signature algorithms of passkeys: EdDSA and ES256 (RFC 9053 §2), RS256 (RFC 8812 §2).
export const algorithms = [-8, -7, -257]

/** The assertion of a passkey, as fields of the token call. */
export type Assertion = { id: string; clientData: string; authenticatorData: string; signature: string }

/** Parses a passkey's assertion from the fields of the request; undefined if one is missing. */
export function parseAssertion(fields: Reauthentication): Assertion | undefined {
  const {
    passkey_id: id,
    passkey_client_data: clientData,
    passkey_authenticator_data: authenticatorData,
    passkey_signature: signature,
  } = fields
  if (!id || !clientData || !authenticatorData || !signature) return undefined
  return { id, clientData, authenticatorData, signature }
}

/**
 * Returns the relying party of passkeys: host and origin of `PONTIC_PUBLIC_URL`. WebAuthn does not accept IP
 * addresses, so 127.0.0.1 becomes `localhost`.
 */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): { id: string; origin: string } {
  const url = new URL(publicUrl)
  if (url.hostname === '127.0.0.1' || url.hostname === '[::1]') url.hostname = 'localhost'
  return { id: url.hostname, origin: url.origin }
}

const describePasskey = (row: PasskeyRow) => ({
  id: row.credential_id.toString('base64url'),
  type: 'public-key' as const,
  transports: row.transports,
})

/** Returns the options for creating a passkey, which is discoverable if the device supports that. */
export function passkeyCreation(
  config: Config,
  account: { id: string; email: string; name: string },
  challenge: Buffer,
  known: readonly PasskeyRow[],
): PasskeyCreation {
  return {
    challenge: challenge.toString('base64url'),
    rp: { id: relyingParty(config).id, name: portalName },
    user: {
      id: Buffer.from(account.id.replaceAll('-', ''), 'hex').toString('base64url'),
      name: account.email,
      displayName: account.name,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: timeoutMs,
    attestation: 'none',
    excludeCredentials: known.map(describePasskey),
    authenticatorSelection: {
      residentKey: 'preferred',
      requireResidentKey: false,
      userVerification: 'preferred',
    },
  }
}

/**
 * Returns the options for using a passkey.
 * @param known passkeys of the account for a second step; empty for a sign-in without a password, which requires user
 *   verification (fingerprint, PIN)
 */
export function passkeyRequest(
  config: Config,
  challenge: Buffer,
  known: readonly PasskeyRow[] = [],
): PasskeyRequest {
  return {
    challenge: challenge.toString('base64url'),
    rpId: relyingParty(config).id,
    timeout: timeoutMs,
    userVerification: known.length > 0 ? 'preferred' : 'required',
    allowCredentials: known.map(describePasskey),
  }
}
