import type { MfaChallenge } from '@pontic/contract'

/** Returns whether this browser supports passkeys at this address. They require https and a host name, not an IP address. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(location.hostname)

/** A method of the second step of the sign-in. */
export type SecondFactor = MfaChallenge['mfa_methods'][number]

/** Lists the second factors of a challenge that this browser supports. */
export const listFactors = ({ mfa_methods }: MfaChallenge): SecondFactor[] =>
  mfa_methods.filter((factor) => factor !== 'passkey' || hasPasskeys())
