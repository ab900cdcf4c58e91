import type { PasskeyCreation, PasskeyRequest, Reauthentication } from '@pontic/contract'
import { limits } from '@pontic/contract'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Config } from '../../config/config.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { findPasskeyByCredential, type listPasskeys, updatePasskeyUsed } from './two-factor.queries.ts'

type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number]

const timeoutMs = limits.mfaMinutes * 60_000
const portalName = 'Pontic'
// EdDSA, ES256, RS256 (RFC 9053 §2): the algorithms of authenticators.
const algorithms = [-8, -7, -257]

/** The assertion of a passkey, as fields of the token call. */
export type Assertion = { id: string; clientData: string; authenticatorData: string; signature: string }

/** Parses a passkey's assertion from the fields of a proof; undefined if one is missing. */
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
 * The relying party of passkeys: the host of `PONTIC_PUBLIC_URL`, and the only allowed origin. WebAuthn does not accept IP
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

/** Options for creating a passkey: discoverable if the device supports it, otherwise a second factor. */
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
 * Options for using a passkey.
 * @param known passkeys of the account for a second step; empty for a sign-in by passkey alone, which requires user
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

/** The new passkey to store, or undefined if the response does not match our challenge. */
export async function verifyNewPasskey(
  config: Config,
  challenge: Buffer,
  made: { credentialId: string; clientData: string; attestation: string },
) {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(config)
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: made.credentialId,
        rawId: made.credentialId,
        type: 'public-key',
        response: { clientDataJSON: made.clientData, attestationObject: made.attestation },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin,
      expectedRPID,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return undefined
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      isSynced: credentialBackedUp,
    }
  } catch {
    // The bytes come from outside, and the library throws if any is wrong.
    return undefined
  }
}

/**
 * Verifies an assertion and updates the passkey's counter.
 * @param rule.isAlone the passkey is the whole sign-in, which requires user verification
 * @param rule.accountId expected owner, if known
 * @returns id of the account, or undefined if the passkey is unknown, is a copy, or has signed something else
 */
export async function verifyPasskey(
  { tx, services: { config, now } }: Call<'tx' | 'services'>,
  challenge: Buffer,
  assertion: Assertion,
  rule: { isAlone: boolean; accountId?: string },
): Promise<string | undefined> {
  const passkey = await findPasskeyByCredential(tx, Buffer.from(assertion.id, 'base64url'))
  if (!passkey || (rule.accountId !== undefined && passkey.account_id !== rule.accountId)) return undefined
  const use = await verifyAssertion(config, challenge, assertion, passkey, rule.isAlone)
  if (!use) return undefined
  await updatePasskeyUsed(tx, passkey.id, { ...use, now: now() })
  return passkey.account_id
}

async function verifyAssertion(
  config: Config,
  challenge: Buffer,
  assertion: Assertion,
  passkey: PasskeyRow,
  isAlone: boolean,
): Promise<{ signCount: number; isSynced: boolean } | undefined> {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(config)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: assertion.id,
        rawId: assertion.id,
        type: 'public-key',
        response: {
          clientDataJSON: assertion.clientData,
          authenticatorData: assertion.authenticatorData,
          signature: assertion.signature,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin,
      expectedRPID,
      credential: {
        id: assertion.id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.sign_count,
      },
      requireUserVerification: isAlone,
    })
    if (!verified) return undefined
    return { signCount: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp }
  } catch {
    return undefined
  }
}
