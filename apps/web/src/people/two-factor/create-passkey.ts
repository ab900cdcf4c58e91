import type { PasskeyCreation } from '@pontic/contract'
import { startRegistration } from '@simplewebauthn/browser'

/** Returns whether this page can create passkeys: over a secure connection, and only at the portal's configured `origin`. */
export const canCreatePasskeys = (origin: string): boolean =>
  typeof PublicKeyCredential === 'function' && location.origin === origin

/** Asks the device to create a passkey. @returns fields of `twoFactor.confirmPasskey`; undefined if the user declined */
export async function createPasskey(options: PasskeyCreation) {
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
