import type { PasskeyCreation } from '@pontic/contract'
import { startRegistration } from '@simplewebauthn/browser'

/** Whether this page may make passkeys: they belong to one address, and to safe connections. */
export const canMakePasskeys = (origin: string): boolean =>
  typeof PublicKeyCredential === 'function' && location.origin === origin

/**
 * Lets the device make a passkey.
 * @returns what `twoFactor.confirmPasskey` takes of it, or undefined where its owner has turned it down
 */
export async function makePasskey(options: PasskeyCreation) {
  try {
    const { id, response } = await startRegistration({ optionsJSON: options as never })
    return {
      credentialId: id,
      clientData: response.clientDataJSON,
      attestation: response.attestationObject,
      transports: response.transports ?? [],
    }
  } catch {
    return undefined
  }
}
