import * as z from 'zod/mini'
import { Done, Email, Id, line, PasswordDigest, Time } from '../../fields.ts'
import { businessTypes, roles } from '../../permissions.ts'
import { CaptchaAnswer } from '../../platform/captcha/captcha.ts'
import type { RouteTable } from '../../route.ts'
import { languages } from '../session/languages.ts'
import { EmailCode, memberships } from '../session/session.ts'
import { interfaceSizeNames, mailFrequencies, teethNumberings } from './preferences.ts'

/** Name of a person, 1–60 characters. @example "Alice Moreau" */
export const PersonName = line(1, 60)

/** An account as returned to its owner (requirements 3.account and 3.user). */
export const Account = z.strictObject({
  id: Id,
  /** Email address, which is the name to sign in with. @example "alice@brookside.example" */
  username: z.string(),
  /** Email address. @example "alice@brookside.example" */
  email: z.string(),
  /** Name of the person. @example "Alice Moreau" */
  name: z.string(),
  /** Id of the portrait, which `images.get` returns; null for none. */
  avatar: z.nullable(Id),
  /** Mobile number, null if none is set. @example "+442071838750" */
  telephone: z.nullable(z.string()),
  /** Town, room or branch where they work, null if not set. @example null */
  location: z.nullable(z.string()),
  orgId: Id,
  /** Name of the organization. @example "Brookside Dental" */
  orgName: z.string(),
  orgType: z.enum(businessTypes),
  /** Role by the type of the organization. */
  authorities: z.array(z.enum(roles)),
  /** Whether they administer their organization. */
  org_admin_flag: z.boolean(),
  membership: z.enum(memberships),
  /** Whether they get SMS; needs a mobile number. */
  acceptsOrderSms: z.boolean(),
  /** Whether they get mails about cases. */
  acceptsOrderEmail: z.boolean(),
  /** How often these mails are sent; questions are always sent at once. */
  mailFrequency: z.enum(mailFrequencies),
  /** Number of the professional license, null if not set. @example null */
  licenseNumber: z.nullable(z.string()),
  language: z.enum(languages),
  /** Size of texts and controls on the screens. */
  interfaceSize: z.enum(interfaceSizeNames),
  /** Numbering of teeth on the screens; calls always use FDI numbers. */
  teethNumbering: z.enum(teethNumberings),
  /** Time zone, null for that of the device. @example "Europe/London" */
  timeZone: z.nullable(z.string()),
  /** Time of the last change of the password, null if it never changed. */
  passwordChangedAt: z.nullable(Time),
  /** Number of active API keys that this person created. */
  apiKeys: z.int(),
})
export type Account = z.output<typeof Account>

const exampleCode = 'q7hE2m0dYbXk3s9TzR4uVwA6cPf8iLnJ1oG5tKxMvB2'
const exampleEmail = { email: 'alice@brookside.example' }

/** Whether to revoke the API keys that the person created, when the password changes. */
export const RevokeKeys = z.optional(z.boolean())

/** Routes of /accounts. */
export const accountRoutes = {
  'accounts.get': {
    method: 'GET',
    path: '/accounts/:username',
    permission: 'account.read',
    reads: true,
    waiting: true,
    allowsMissingTwoFactor: true,
    summary: 'Get the caller’s account; the path contains `me` or the email address',
    params: z.strictObject({
      /**
       * `me`, or the email address of the caller; other accounts are refused.
       * @example "alice@brookside.example"
       */
      username: z.string().check(z.maxLength(254, 'too_long')),
    }),
    reply: Account,
    errors: ['account.not_found'],
  },
  'accounts.setLanguage': {
    method: 'PUT',
    path: '/accounts/language',
    permission: 'account.write',
    audit: { none: 'Sets a display preference of the caller.' },
    waiting: true,
    allowsMissingTwoFactor: true,
    summary: 'Set the language of the caller’s mails',
    body: z.strictObject({
      language: z.enum(languages),
    }),
    reply: Done,
    errors: [],
    example: { body: { language: 'zh_CN' } },
  },
  'accounts.checkEmailAvailable': {
    method: 'POST',
    path: '/accounts/checkEmailAvailable',
    permission: 'public',
    audit: { none: 'Changes nothing; the attempts are counted.' },
    summary: 'Check whether no account has an email address; the calls of an IP address are limited',
    body: z.strictObject({
      email: Email,
      captcha: z.optional(CaptchaAnswer),
    }),
    reply: z.strictObject({
      /** Whether no account has the address. */
      available: z.boolean(),
    }),
    errors: ['captcha.required', 'captcha.wrong', 'request.too_many'],
    example: { body: exampleEmail },
  },
  'accounts.sendVerifyEmailAgain': {
    method: 'POST',
    path: '/accounts/sendVerifyEmailAgain',
    permission: 'public',
    audit: { none: 'Sends a mail; confirming the address is recorded.' },
    summary: 'Send the verification mail again; the reply is the same whether or not the account exists',
    body: z.strictObject({
      email: Email,
    }),
    reply: Done,
    errors: ['request.too_many'],
    example: { body: exampleEmail },
  },
  'accounts.verifyEmailByEmailCode': {
    method: 'POST',
    path: '/accounts/verifyEmailByEmailCode',
    permission: 'public',
    audit: 'accounts.verifyEmail',
    summary: 'Confirm an address with the code of the verification mail',
    body: z.strictObject({
      code: EmailCode,
    }),
    reply: Done,
    errors: ['account.code_invalid'],
    example: { body: { code: exampleCode } },
  },
  'accounts.sendPwdResetEmail': {
    method: 'POST',
    path: '/accounts/sendPwdResetEmail',
    permission: 'public',
    audit: { none: 'Sends a mail; setting the new password is recorded.' },
    summary: 'Mail a link to reset the password; the reply is the same whether or not the account exists',
    body: z.strictObject({
      email: Email,
    }),
    reply: Done,
    errors: ['request.too_many'],
    example: { body: exampleEmail },
  },
  'accounts.checkPwdResetCode': {
    method: 'POST',
    path: '/accounts/checkPwdResetCode',
    permission: 'public',
    reads: true,
    summary:
      'Check the code of a reset mail, which stays valid; the reply counts the owner’s active API keys',
    body: z.strictObject({
      code: EmailCode,
    }),
    reply: z.strictObject({
      /** Number of active API keys that the person has created. */
      apiKeys: z.int(),
    }),
    errors: ['account.code_invalid', 'request.too_many'],
    example: { body: { code: exampleCode } },
  },
  'accounts.resetPwdByEmailCode': {
    method: 'POST',
    path: '/accounts/resetPwdByEmailCode',
    permission: 'public',
    audit: ['accounts.resetPassword', 'keys.revoke'],
    summary: 'Set a new password with the code of the mail and end all sessions of the account',
    body: z.strictObject({
      code: EmailCode,
      newPwd: PasswordDigest,
      revokeKeys: RevokeKeys,
    }),
    reply: Done,
    errors: ['account.code_invalid', 'account.password_too_common'],
    example: {
      body: { code: exampleCode, newPwd: '5f0c0f3a6c1d9b4f7c6f1f60e2b6a0d2c9f0c3f6a2f0d7c4b1e8a95d3c7b6a10' },
    },
  },
} as const satisfies RouteTable
