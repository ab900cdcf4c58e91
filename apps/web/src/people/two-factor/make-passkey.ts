import type { PasskeyCreation } from '@pontic/contract'
import { startRegistration } from '@simplewebauthn/browser'

/** Whether this page can create passkeys. They belong to one origin and need a secure connection. */
export const canMakePasskeys = (origin: string): boolean =>
  typeof PublicKeyCredential === 'function' && location.origin === origin

/** Lets the device create a passkey. @returns fields of `twoFactor.confirmPasskey`; undefined if the user declined */
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
