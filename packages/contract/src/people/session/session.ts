import * as z from 'zod/mini'
import { Email, Id, line, Moment, PasswordDigest } from '../../fields.ts'
import { roles } from '../../permissions.ts'
import { CaptchaCode } from '../../platform/captcha/captcha.ts'
import type { RouteTable } from '../../route.ts'
import { secondFactors } from '../two-factor/second-factors.ts'
import { Base64Url, OneTimePassword, PasskeyRequest, RecoveryCode } from '../two-factor/two-factor.ts'
import { languages } from './languages.ts'

/** States of a membership. While it is `waiting` for approval, most calls are refused (rules §4). */
export const memberships = ['active', 'waiting'] as const
export type Membership = (typeof memberships)[number]

/** A session as the token call returns it (RFC 6749 §5.1) (requirement 3.session). */
export const Session = z.strictObject({
  /** Access token, for the header Authorization. @example "q7Wc" */
  access_token: z.string(),
  /** Type of the token. */
  token_type: z.literal('bearer'),
  /** Seconds until the access token expires. @example 1800 */
  expires_in: z.int(),
  /** Refresh token, which a refresh replaces. @example "Zk3x" */
  refresh_token: z.string(),
  /** Always `portal`. @example "portal" */
  scope: z.string(),
  /** Id of the session. @example "0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f" */
  jti: z.string(),
  /** Email address of the person. @example "alice@brookside.example" */
  username: z.string(),
  /** Role by the type of the organization. */
  authorities: z.array(z.enum(roles)),
  /** Whether they administer their organization. */
  org_admin_flag: z.boolean(),
  /** Whether the session lasts 30 days without use instead of 12 hours. */
  rememberMe: z.boolean(),
  language: z.enum(languages),
  membership: z.enum(memberships),
  /** Id of the account. @example "0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f" */
  account_id: z.string(),
  /** Name of the person. @example "Alice Moreau" */
  name: z.string(),
  /** Id of the organization. @example "0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e11" */
  organization_id: z.string(),
  /** Name of the organization. @example "Brookside Dental" */
  organization_name: z.string(),
  /** Type of the organization: 1 clinic, 2 laboratory, 3 individual, 255 platform. */
  organization_type: z.int(),
  /** Whether the person must set up two-factor sign-in before other calls are allowed. */
  two_factor_needed: z.boolean(),
  /**
   * Time of the last sign-in or `accounts.reauthenticate`; a refresh does not change it.
   */
  authenticated_at: Moment,
})
export type Session = z.output<typeof Session>

// Printable ASCII, as RFC 6749 appendix A requires for tokens, client ids and grants.
const Secret = z
  .string()
  .check(z.minLength(1, 'required'), z.maxLength(200, 'too_long'), z.regex(/^[\x20-\x7e]*$/, 'text'))

/**
 * Fields that prove an identity.
 * - First step: `password`, and `code_id` and `code` if a captcha is required.
 * - Second step after a password: `mfa_token` with `otp`, `recovery_code` or the `passkey_…` fields.
 * - With only a passkey: `challenge_token` with the `passkey_…` fields.
 */
const proofFields = {
  password: z.optional(PasswordDigest),
  code_id: z.optional(Id),
  /** Answer to the captcha. */
  code: z.optional(CaptchaCode),
  /** Token of `session.mfa_required`, sent with the second factor. */
  mfa_token: z.optional(Secret),
  /** Code of an authenticator app. */
  otp: z.optional(OneTimePassword),
  recovery_code: z.optional(RecoveryCode),
  /** Token of `session.createPasskeyChallenge`, for a passkey alone. */
  challenge_token: z.optional(Secret),
  /** Id of the passkey, base64url. */
  passkey_id: z.optional(Base64Url),
  /** Client data of the passkey, base64url. */
  passkey_client_data: z.optional(Base64Url),
  /** Authenticator data of the passkey, base64url. */
  passkey_authenticator_data: z.optional(Base64Url),
  /** Signature of the passkey, base64url. */
  passkey_signature: z.optional(Base64Url),
}

/** Proof of identity by a person who is signed in. */
export const Reauthentication = z.strictObject(proofFields)
export type Reauthentication = z.output<typeof Reauthentication>

/** Form fields of the token call. `grant_type` determines which of them are required (RFC 6749 §4). */
export const TokenRequest = z.strictObject({
  /** `password`, `refresh_token` or `urn:pontic:grant:passkey`. @example "password" */
  grant_type: Secret,
  /** Name of the client. @example "pontic-web" */
  client_id: z.optional(Secret),
  /** Secret of the client. @example "public" */
  client_secret: z.optional(Secret),
  username: z.optional(Email),
  /** Refresh token, for the grant `refresh_token`. */
  refresh_token: z.optional(Secret),
  /** Whether to stay signed in: 30 days without use instead of 12 hours. */
  remember_me: z.optional(z.enum(['true', 'false'])),
  /** Accepted and ignored. */
  scope: z.optional(Secret),
  ...proofFields,
})
export type TokenRequest = z.output<typeof TokenRequest>

const tokenErrors = [
  'session.invalid_request',
  'session.invalid_client',
  'session.invalid_grant',
  'session.unsupported_grant',
  'session.wrong_credentials',
  'session.disabled',
  'session.banned',
  'session.unverified',
  'session.password_change_required',
  'session.password_too_simple',
  'session.locked',
  'session.mfa_required',
  'session.mfa_expired',
  'session.second_factor_wrong',
  'session.passkey_refused',
  'captcha.required',
  'captcha.wrong',
] as const

const tokenExample = {
  body: {
    grant_type: 'password',
    client_id: 'pontic-web',
    client_secret: 'public',
    username: 'alice@brookside.example',
    password: '5f0c0f3a6c1d9b4f7c6f1f60e2b6a0d2c9f0c3f6a2f0d7c4b1e8a95d3c7b6a10',
    remember_me: 'true',
  },
}

/** Fields that the error `mfa_required` adds to `error`. */
export const MfaChallenge = z.object({
  /** Token for the second step. @example "Yt5a" */
  mfa_token: z.string(),
  /** Seconds until it expires. @example 300 */
  mfa_expires_in: z.int(),
  /** Second factors that the account has. */
  mfa_methods: z.array(z.enum(secondFactors)),
  /** Options for the passkey; null if the account has none. */
  passkey_options: z.nullable(PasskeyRequest),
})
export type MfaChallenge = z.output<typeof MfaChallenge>

/** Routes of /oauth (rules §3). */
export const sessionRoutes = {
  'session.create': {
    method: 'POST',
    path: '/token',
    base: '/oauth',
    permission: 'public',
    audit: ['session.create', 'session.end', 'twoFactor.useRecoveryCode'],
    summary:
      'Sign in with a password digest, or exchange a refresh token; the client authenticates by client_id and client_secret or by HTTP Basic',
    body: TokenRequest,
    form: true,
    reply: Session,
    secretReply: true,
    errors: tokenErrors,
    example: tokenExample,
  },
  'session.createByQuery': {
    method: 'GET',
    path: '/token',
    base: '/oauth',
    permission: 'public',
    audit: ['session.create', 'session.end', 'twoFactor.useRecoveryCode'],
    summary: 'Sign in with the fields in the query; a setting can switch this off',
    query: TokenRequest,
    reply: Session,
    secretReply: true,
    errors: [...tokenErrors, 'session.get_switched_off'],
  },
  'session.createPasskeyChallenge': {
    method: 'POST',
    path: '/passkey',
    base: '/oauth',
    permission: 'public',
    audit: { none: 'Creates a challenge that expires; the sign-in with it is recorded.' },
    summary: 'Create a challenge for signing in with only a passkey; send its answer to the token call',
    reply: z.strictObject({
      /** Token to send with the passkey’s answer. @example "Yt5a" */
      challenge_token: z.string(),
      /** Seconds until it expires. @example 300 */
      expires_in: z.int(),
      options: PasskeyRequest,
    }),
    secretReply: true,
    errors: ['request.too_many'],
  },
  'session.revoke': {
    method: 'POST',
    path: '/revoke',
    base: '/oauth',
    permission: 'public',
    audit: 'session.end',
    summary: 'Sign out: end the session of a token (RFC 7009 §2); the reply is the same for unknown tokens',
    body: z.strictObject({
      /** Access or refresh token of the session. @example "q7Wc" */
      token: Secret,
      /** Accepted and ignored. */
      token_type_hint: z.optional(Secret),
      /** Name of the client. */
      client_id: z.optional(Secret),
      /** Secret of the client. */
      client_secret: z.optional(Secret),
    }),
    form: true,
    reply: z.strictObject({}),
    errors: ['session.invalid_client'],
  },
} as const satisfies RouteTable

/** The one-time code of a link in a mail. @example "q7WcN2xYb0eR4tKs8uVd1g" */
export const EmailCode = line(20, 100)
