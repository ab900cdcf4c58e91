import * as z from 'zod/mini'
import { Done, Id, line, Moment } from '../../fields.ts'
import type { RouteTable } from '../../route.ts'

/** Base64url, as WebAuthn encodes bytes. */
export const Base64Url = z
  .string()
  .check(z.minLength(1, 'required'), z.maxLength(8_000, 'too_long'), z.regex(/^[A-Za-z0-9_-]*$/, 'pattern'))

/** Six digits of an authenticator app (RFC 6238 §4); blanks are removed. @example "492039" */
export const OneTimePassword = z.string().check(
  z.overwrite((value) => value.replace(/\s/g, '')),
  z.minLength(1, 'required'),
  z.regex(/^\d{6}$/, 'code_wrong'),
)

/**
 * A recovery code: ten characters of Crockford’s base 32; blanks, hyphens and case are ignored.
 * @example "7K4M2X9QPA"
 */
export const RecoveryCode = z.string().check(
  z.overwrite((value) =>
    value.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1'),
  ),
  z.minLength(1, 'required'),
  z.regex(/^[0-9A-HJKMNP-TV-Z]{10}$/, 'code_wrong'),
)

/** Descriptor of a passkey. */
export const PasskeyId = z.strictObject({
  /** Id of the passkey, base64url. @example "c2VjcmV0" */
  id: z.string(),
  /** Type of the credential. */
  type: z.literal('public-key'),
  /** WebAuthn transports of the authenticator. @example ["internal"] */
  transports: z.array(z.string()),
})

/** Options for signing in with a passkey (WebAuthn PublicKeyCredentialRequestOptionsJSON). */
export const PasskeyRequest = z.strictObject({
  /** Challenge for the passkey, base64url. @example "Y2hhbGxlbmdl" */
  challenge: z.string(),
  /** Domain of the portal. @example "portal.example" */
  rpId: z.string(),
  /** Milliseconds for which the browser waits for the person. @example 300000 */
  timeout: z.int(),
  /** `required` if the device must verify the person by PIN or biometrics. */
  userVerification: z.enum(['required', 'preferred']),
  /** Accepted passkeys; empty accepts any passkey of the portal. */
  allowCredentials: z.array(PasskeyId),
})
export type PasskeyRequest = z.output<typeof PasskeyRequest>

/** Options for creating a passkey (WebAuthn PublicKeyCredentialCreationOptionsJSON). */
export const PasskeyCreation = z.strictObject({
  /** Challenge for the passkey, base64url. @example "Y2hhbGxlbmdl" */
  challenge: z.string(),
  /** The portal. */
  rp: z.strictObject({
    /** Domain of the portal. @example "portal.example" */
    id: z.string(),
    /** Name of the portal. @example "Pontic" */
    name: z.string(),
  }),
  /** The person. */
  user: z.strictObject({
    /** Id of the person, base64url. @example "YWxpY2U" */
    id: z.string(),
    /** Email address. @example "alice@brookside.example" */
    name: z.string(),
    /** Name of the person. @example "Alice Moreau" */
    displayName: z.string(),
  }),
  /** Accepted signature algorithms. */
  pubKeyCredParams: z.array(
    z.strictObject({
      /** Type of the credential. */
      type: z.literal('public-key'),
      /** COSE number of the algorithm. @example -7 */
      alg: z.int(),
    }),
  ),
  /** Milliseconds for which the browser waits for the person. @example 300000 */
  timeout: z.int(),
  /** The portal does not ask for an attestation. */
  attestation: z.literal('none'),
  /** Existing passkeys of the account. */
  excludeCredentials: z.array(PasskeyId),
  /** Requirements for the device. */
  authenticatorSelection: z.strictObject({
    /** The passkey is stored on the device if possible. */
    residentKey: z.literal('preferred'),
    /** Whether the passkey must be stored on the device. */
    requireResidentKey: z.boolean(),
    /** The device verifies the person if possible. */
    userVerification: z.literal('preferred'),
  }),
})
export type PasskeyCreation = z.output<typeof PasskeyCreation>

/** Name of a passkey, 1–40 characters. @example "Laptop" */
export const PasskeyName = line(1, 40)

/** A passkey of the caller. */
export const Passkey = z.strictObject({
  id: Id,
  /** Name of the passkey. @example "Laptop" */
  name: z.string(),
  /** Whether a password manager syncs it to other devices. */
  isSynced: z.boolean(),
  createdAt: Moment,
  /** Time of the last use, null before the first. */
  lastUsedAt: z.nullable(Moment),
})
export type Passkey = z.output<typeof Passkey>

/** Who can require two-factor sign-in of a person. */
export const twoFactorRequirements = ['organization', 'platform', 'nobody'] as const

/** Two-factor sign-in of the caller. */
export const TwoFactor = z.strictObject({
  /** Who requires a second factor of the caller: their organization, the platform, or nobody. */
  requiredBy: z.enum(twoFactorRequirements),
  /** Whether an authenticator app is set up. */
  hasTotp: z.boolean(),
  /** Time of its setup, null if none is set up. */
  totpSince: z.nullable(Moment),
  /** Passkeys of the caller. */
  passkeys: z.array(Passkey),
  /** Number of unused recovery codes; each works once. */
  recoveryCodesLeft: z.int(),
  /** Origin for which browsers offer the passkeys of this portal. @example "https://portal.example" */
  passkeyOrigin: z.string(),
})
export type TwoFactor = z.output<typeof TwoFactor>

/** New recovery codes. */
const NewRecoveryCodes = z.strictObject({
  /**
   * The codes, null if the account already has some. No other reply contains them.
   * @example ["7K4M2X9QPA"]
   */
  recoveryCodes: z.nullable(z.array(z.string())),
})

const ownAccount = {
  permission: 'account.write',
  reauthenticate: true,
  waiting: true,
  allowsMissingTwoFactor: true,
} as const

/** Routes of the caller's two-factor sign-in. Every change needs a recent sign-in. */
export const twoFactorRoutes = {
  'twoFactor.get': {
    method: 'GET',
    path: '/accounts/twofactor',
    permission: 'account.read',
    reads: true,
    waiting: true,
    allowsMissingTwoFactor: true,
    summary: 'Get the caller’s second factors, and who requires them',
    reply: TwoFactor,
    errors: [],
  },
  'twoFactor.beginTotp': {
    method: 'POST',
    path: '/accounts/twofactor/totp',
    audit: { none: 'The secret has no effect until its first code confirms it, which is recorded.' },
    ...ownAccount,
    summary: 'Create the secret of an authenticator app; it takes effect when its first code confirms it',
    reply: z.strictObject({
      /** Secret for the authenticator app, base 32. @example "JBSWY3DPEHPK3PXP" */
      secret: z.string(),
      /**
       * The secret as a URI for a QR code.
       * @example "otpauth://totp/Pontic:alice?secret=JBSWY3DPEHPK3PXP"
       */
      uri: z.string(),
    }),
    secretReply: true,
    errors: ['two_factor.totp_exists'],
  },
  'twoFactor.confirmTotp': {
    method: 'POST',
    path: '/accounts/twofactor/totp/confirm',
    audit: 'twoFactor.addTotp',
    ...ownAccount,
    summary: 'Confirm the authenticator app with its first code',
    body: z.strictObject({
      /** First code of the authenticator app. */
      otp: OneTimePassword,
    }),
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
    summary: 'Remove the authenticator app',
    reply: Done,
    errors: ['two_factor.still_required'],
  },
  'twoFactor.beginPasskey': {
    method: 'POST',
    path: '/accounts/twofactor/passkey',
    audit: { none: 'Creates a challenge that expires; adding the passkey is recorded.' },
    ...ownAccount,
    summary: 'Get the options with which the browser creates a passkey',
    reply: z.strictObject({
      /** Token for the confirmation. @example "Yt5a" */
      challengeToken: z.string(),
      options: PasskeyCreation,
    }),
    secretReply: true,
    errors: ['two_factor.too_many_passkeys'],
  },
  'twoFactor.confirmPasskey': {
    method: 'POST',
    path: '/accounts/twofactor/passkey/confirm',
    audit: 'twoFactor.addPasskey',
    ...ownAccount,
    summary: 'Store the passkey that the browser has created',
    body: z.strictObject({
      /** Token of the challenge. @example "Yt5a" */
      challengeToken: Base64Url,
      name: PasskeyName,
      /** Id of the passkey, base64url. @example "c2VjcmV0" */
      credentialId: Base64Url,
      /** Client data of the passkey, base64url. @example "eyJ0eXBlIjoiIn0" */
      clientData: Base64Url,
      /** Attestation object, base64url. @example "o2NmbXRkbm9uZQ" */
      attestation: Base64Url,
      /** WebAuthn transports of the authenticator. @example ["internal"] */
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
    summary: 'Remove a passkey',
    body: z.strictObject({ id: Id }),
    reply: Done,
    errors: ['two_factor.passkey_not_found', 'two_factor.still_required'],
  },
  'twoFactor.makeRecoveryCodes': {
    method: 'POST',
    path: '/accounts/twofactor/recovery',
    audit: 'twoFactor.makeRecoveryCodes',
    ...ownAccount,
    summary: 'Replace the recovery codes by ten new ones',
    reply: NewRecoveryCodes,
    secretReply: true,
    errors: ['two_factor.needed'],
  },
} as const satisfies RouteTable
