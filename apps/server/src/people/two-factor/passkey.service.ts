import type { Config } from '../../config/config.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { type Assertion, algorithms, type PasskeyRow, relyingParty } from './passkey.shared.ts'
import { findPasskeyByCredential, updatePasskeyUsed } from './two-factor.queries.ts'

// 300 files of certificate formats, which a node loads at its first passkey.
const importLibrary = () => import('@simplewebauthn/server')

/** Verifies a new passkey. @returns the values to store, or undefined if the response does not match the challenge */
export async function verifyNewPasskey(
  config: Config,
  challenge: Buffer,
  created: { credentialId: string; clientData: string; attestation: string },
) {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(config)
  try {
    const { verifyRegistrationResponse } = await importLibrary()
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: created.credentialId,
        rawId: created.credentialId,
        type: 'public-key',
        response: { clientDataJSON: created.clientData, attestationObject: created.attestation },
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
    // The library throws on malformed input.
    return undefined
  }
}

/**
 * Verifies an assertion and updates the passkey's counter.
 * @param rule.isAlone whether the sign-in has no password, which requires user verification
 * @param rule.accountId expected owner, if known
 * @returns id of the account, or undefined if the passkey is unknown, its counter is too low, or the signature is wrong
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
    const { verifyAuthenticationResponse } = await importLibrary()
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
