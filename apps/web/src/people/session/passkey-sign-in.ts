import type { PasskeyAnswer } from '@pontic/client'
import type { PasskeyRequest } from '@pontic/contract'
import { startAuthentication } from '@simplewebauthn/browser'

/** Asks the device for a passkey. @returns undefined if the user declined or the device has no passkey */
export async function requestPasskey(options: PasskeyRequest): Promise<PasskeyAnswer | undefined> {
  try {
    return await startAuthentication({ optionsJSON: options as never })
  } catch {
    // Browsers report no reason, because a page must not learn which passkeys exist.
    return undefined
  }
}
