import * as z from 'zod/mini'
import { Done, Id, line, Moment } from '../../fields.ts'
import type { RouteTable } from '../../route.ts'

/** Base64url, as WebAuthn encodes bytes. */
export const Base64Url = z
  .string()
  .check(z.minLength(1, 'required'), z.maxLength(8_000, 'too_long'), z.regex(/^[A-Za-z0-9_-]*$/, 'pattern'))

/** Six digits of an authenticator app (RFC 6238 §4); blanks are removed. */
export const OneTimePassword = z.string().check(
  z.overwrite((value) => value.replace(/\s/g, '')),
  z.minLength(1, 'required'),
  z.regex(/^\d{6}$/, 'code_wrong'),
)

/** A recovery code: ten characters of Crockford's base 32, ignoring blanks, hyphens and case. */
export const RecoveryCode = z.string().check(
  z.overwrite((value) =>
    value.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1'),
  ),
  z.minLength(1, 'required'),
  z.regex(/^[0-9A-HJKMNP-TV-Z]{10}$/, 'code_wrong'),
)

const PasskeyId = z.strictObject({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** Options for using a passkey (WebAuthn PublicKeyCredentialRequestOptionsJSON). */
export const PasskeyRequest = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.enum(['required', 'preferred']),
  allowCredentials: z.array(PasskeyId),
})
export type PasskeyRequest = z.output<typeof PasskeyRequest>

/** Options for creating a passkey (WebAuthn PublicKeyCredentialCreationOptionsJSON). */
export const PasskeyCreation = z.strictObject({
  challenge: z.string(),
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(PasskeyId),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('preferred'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('preferred'),
  }),
})
export type PasskeyCreation = z.output<typeof PasskeyCreation>

/** Name of a passkey, 1–40 characters. */
export const PasskeyName = line(1, 40)

/** A passkey for its owner. `isSynced`: a keychain copies it to other devices. */
export const Passkey = z.strictObject({
  id: Id,
  name: z.string(),
  isSynced: z.boolean(),
  createdAt: Moment,
  lastUsedAt: z.nullable(Moment),
})
export type Passkey = z.output<typeof Passkey>

/** Who requires two-factor sign-in of a person. */
export const twoFactorDemands = ['organization', 'platform', 'nobody'] as const

/** The caller's own two-factor sign-in. */
export const TwoFactor = z.strictObject({
  requiredBy: z.enum(twoFactorDemands),
  hasTotp: z.boolean(),
  totpSince: z.nullable(Moment),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.int(),
  /** The only origin for which browsers offer the passkeys of this portal. */
  passkeyOrigin: z.string(),
})
export type TwoFactor = z.output<typeof TwoFactor>

/** New recovery codes, which are returned once; null if the account already had some. */
const NewRecoveryCodes = z.strictObject({ recoveryCodes: z.nullable(z.array(z.string())) })

const ownAccount = {
  permission: 'account.write',
  reauthenticate: true,
  waiting: true,
  unsecured: true,
} as const

/** Calls of the caller's own two-factor sign-in. Every change needs a recent sign-in. */
export const twoFactorRoutes = {
  'twoFactor.get': {
    method: 'GET',
    path: '/accounts/twofactor',
    permission: 'account.read',
    reads: true,
    waiting: true,
    unsecured: true,
    summary: 'One’s own two-factor sign-in: what is set up, and who demands it',
    reply: TwoFactor,
    errors: [],
  },
  'twoFactor.beginTotp': {
    method: 'POST',
    path: '/accounts/twofactor/totp',
    audit: { none: 'The secret guards nothing until its first code has confirmed it, which is recorded.' },
    ...ownAccount,
    summary: 'Make the secret of an authenticator app; in use once its first code has confirmed it',
    reply: z.strictObject({ secret: z.string(), uri: z.string() }),
    secretReply: true,
    errors: ['two_factor.totp_exists'],
  },
  'twoFactor.confirmTotp': {
    method: 'POST',
    path: '/accounts/twofactor/totp/confirm',
    audit: 'twoFactor.addTotp',
    ...ownAccount,
    summary: 'Put the authenticator app into use by its first code',
    body: z.strictObject({ otp: OneTimePassword }),
    reply: NewRecoveryCodes,
    secretReply: true,
    errors: ['two_factor.code_wrong', 'two_factor.expired', 'session.locked'],
    example: { body: { otp: '492039' } },
  },
  'twoFactor.removeTotp': {
    method: 'POST',
    path: '/accounts/twofactor/totp/remove',
    audit: 'twoFactor.removeTotp',
    ...ownAccount,
    summary: 'Take the authenticator app out of use',
    reply: Done,
    errors: ['two_factor.still_required'],
  },
  'twoFactor.beginPasskey': {
    method: 'POST',
    path: '/accounts/twofactor/passkey',
    audit: { none: 'Makes a challenge that expires; adding the passkey is recorded.' },
    ...ownAccount,
    summary: 'What the browser makes a new passkey by',
    reply: z.strictObject({ challengeToken: z.string(), options: PasskeyCreation }),
    secretReply: true,
    errors: ['two_factor.too_many_passkeys'],
  },
  'twoFactor.confirmPasskey': {
    method: 'POST',
    path: '/accounts/twofactor/passkey/confirm',
    audit: 'twoFactor.addPasskey',
    ...ownAccount,
    summary: 'Keep the passkey that the browser has made',
    body: z.strictObject({
      challengeToken: Base64Url,
      name: PasskeyName,
      credentialId: Base64Url,
      clientData: Base64Url,
      attestation: Base64Url,
      transports: z.array(line(1, 20)).check(z.maxLength(10, 'too_long')),
    }),
    reply: NewRecoveryCodes,
    secretReply: true,
    errors: ['two_factor.expired', 'two_factor.passkey_refused', 'two_factor.too_many_passkeys'],
  },
  'twoFactor.removePasskey': {
    method: 'POST',
    path: '/accounts/twofactor/passkey/remove',
    audit: 'twoFactor.removePasskey',
    ...ownAccount,
    summary: 'Forget a passkey',
    body: z.strictObject({ id: Id }),
    reply: Done,
    errors: ['two_factor.passkey_not_found', 'two_factor.still_required'],
  },
  'twoFactor.makeRecoveryCodes': {
    method: 'POST',
    path: '/accounts/twofactor/recovery',
    audit: 'twoFactor.makeRecoveryCodes',
    ...ownAccount,
    summary: 'Ten new recovery codes in place of the old ones',
    reply: NewRecoveryCodes,
    secretReply: true,
    errors: ['two_factor.needed'],
  },
} as const satisfies RouteTable
