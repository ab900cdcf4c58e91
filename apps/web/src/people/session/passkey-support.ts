import type { MfaChallenge } from '@pontic/contract'

/** Whether this browser offers passkeys: they need a secure connection and a host name. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(location.hostname)

/** A second factor. */
export type SecondFactor = MfaChallenge['mfa_methods'][number]

/** The second factors of a challenge that this browser offers. */
export const listFactors = ({ mfa_methods }: MfaChallenge): SecondFactor[] =>
  mfa_methods.filter((factor) => factor !== 'passkey' || hasPasskeys())
