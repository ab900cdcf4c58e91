import * as z from 'zod/mini'
import {
  Done,
  Email,
  Id,
  line,
  MobileNumber,
  PasswordDigest,
  Time,
  TimeZone,
  TypedCode,
} from '../../fields.ts'
import { zoneHeaders } from '../../reader-zone.ts'
import type { RouteTable } from '../../route.ts'
import { LicenseNumber } from '../members/members.ts'
import { languages } from '../session/languages.ts'
import { EmailCode } from '../session/session.ts'
import { Account, PersonName, RevokeKeys } from './accounts.ts'
import { interfaceSizeNames, mailFrequencies, teethNumberings } from './preferences.ts'

/** Place where a person works, as free text: a town, a room, a branch. */
export const Location = line(0, 120)

/**
 * Settings of the caller’s account; omitted fields stay unchanged. Other calls change email address, mobile number and
 * password.
 */
export const AccountSettings = z.strictObject({
  name: z.optional(PersonName),
  /** Id of the portrait, null for none. */
  avatar: z.optional(z.nullable(Id)),
  /** Town, room or branch where they work. */
  location: z.optional(Location),
  licenseNumber: z.optional(LicenseNumber),
  /** Whether they get SMS; needs a mobile number. */
  acceptsOrderSms: z.optional(z.boolean()),
  /** Whether they get mails about cases. */
  acceptsOrderEmail: z.optional(z.boolean()),
  /** How often these mails are sent; daily ones at 7 in the morning in their time zone. */
  mailFrequency: z.optional(z.enum(mailFrequencies)),
  /** Language of the interface and of mails. */
  language: z.optional(z.enum(languages)),
  /** Size of texts and controls on the screens. */
  interfaceSize: z.optional(z.enum(interfaceSizeNames)),
  /** Numbering of teeth on the screens; calls always use FDI numbers. */
  teethNumbering: z.optional(z.enum(teethNumberings)),
  /** Time zone, null for that of the device. */
  timeZone: z.optional(z.nullable(TimeZone)),
})
export type AccountSettings = z.output<typeof AccountSettings>

/** An active session. Browser and system are names, or empty if unknown. */
export const ActiveSession = z.strictObject({
  id: Id,
  /** Name of the browser. @example "Firefox" */
  browser: z.string(),
  /** Operating system. @example "Windows" */
  system: z.string(),
  /** IP address of the last call. @example "203.0.113.0" */
  address: z.string(),
  signedInAt: Time,
  /** Time of the last call. */
  lastUsedAt: Time,
  /** Whether it lasts 30 days without use instead of 12 hours. */
  isRemembered: z.boolean(),
  /** Whether it is the session of this call. */
  isCurrent: z.boolean(),
})
export type ActiveSession = z.output<typeof ActiveSession>

const pwd = PasswordDigest
const newPwd = PasswordDigest
const digest = '5f0c0f3a6c1d9b4f7c6f1f60e2b6a0d2c9f0c3f6a2f0d7c4b1e8a95d3c7b6a10'
const otherDigest = '0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9'
/** Routes of the caller's own account (rules §3). */
export const accountSettingRoutes = {
  'accounts.update': {
    method: 'PUT',
    path: '/accounts',
    permission: 'account.write',
    audit: 'accounts.update',
    waiting: true,
    summary: 'Change the caller’s name, portrait, notifications and display settings; omitted fields stay',
    headers: zoneHeaders,
    body: AccountSettings,
    reply: Account,
    errors: ['image.not_found'],
    example: {
      body: { name: 'Alice Marchetti', interfaceSize: 'large' },
    },
  },
  'accounts.changePassword': {
    method: 'POST',
    path: '/accounts/changepwd',
    permission: 'account.write',
    audit: ['accounts.changePassword', 'keys.revoke'],
    waiting: true,
    summary: 'Change the password and end all sessions of the account, including this one',
    body: z.strictObject({
      pwd,
      newPwd,
      revokeKeys: RevokeKeys,
    }),
    reply: Done,
    errors: [
      'account.wrong_password',
      'account.password_same',
      'account.password_too_common',
      'request.too_many',
    ],
    example: { body: { pwd: digest, newPwd: otherDigest } },
  },
  'accounts.sendResetCode': {
    method: 'POST',
    path: '/accounts/sendResetCode',
    permission: 'account.write',
    audit: { none: 'Sends a code; changing the password with it is recorded.' },
    waiting: true,
    summary: 'Mail the caller six digits for `accounts.resetPassword`, for a forgotten password',
    reply: Done,
    errors: ['request.too_many'],
  },
  'accounts.resetPassword': {
    method: 'POST',
    path: '/accounts/resetpwd',
    permission: 'account.write',
    audit: ['accounts.resetOwnPassword', 'keys.revoke'],
    waiting: true,
    summary: 'Change the password with the six mailed digits and end all sessions of the account',
    body: z.strictObject({
      /** Code from the mail. */
      code: TypedCode,
      newPwd,
      revokeKeys: RevokeKeys,
    }),
    reply: Done,
    errors: ['account.typed_code_wrong', 'account.password_too_common', 'request.too_many'],
    example: { body: { code: '402913', newPwd: otherDigest } },
  },
  'accounts.sendMobileCode': {
    method: 'POST',
    path: '/accounts/checkmobile',
    permission: 'account.write',
    audit: { none: 'Sends a code; setting the number with it is recorded.' },
    reauthenticate: true,
    waiting: true,
    summary: 'Send six digits to a mobile number by SMS',
    body: z.strictObject({
      /** Mobile number that gets the code. */
      mobile: MobileNumber,
    }),
    reply: Done,
    errors: ['account.sms_not_set', 'request.too_many'],
    example: { body: { mobile: '+447700900123' } },
  },
  'accounts.setMobile': {
    method: 'POST',
    path: '/accounts/resetmobile',
    permission: 'account.write',
    audit: 'accounts.setMobile',
    reauthenticate: true,
    waiting: true,
    summary: 'Set the caller’s mobile number with the code that was sent to it',
    body: z.strictObject({
      /** The new mobile number. */
      mobile: MobileNumber,
      /** Code from the text message. */
      code: TypedCode,
    }),
    reply: Done,
    errors: ['account.typed_code_wrong'],
    example: { body: { mobile: '+447700900123', code: '402913' } },
  },
  'accounts.removeMobile': {
    method: 'DELETE',
    path: '/accounts/mobile',
    permission: 'account.write',
    audit: 'accounts.removeMobile',
    reauthenticate: true,
    waiting: true,
    summary: 'Remove the caller’s mobile number; no more text messages are sent',
    reply: Done,
    errors: [],
  },
  'accounts.sendModifyEmailEmail': {
    method: 'POST',
    path: '/accounts/sendModifyEmailEmail',
    permission: 'account.write',
    audit: 'accounts.requestEmailChange',
    reauthenticate: true,
    waiting: true,
    summary:
      'Start a change of the email address: mails a link to the new address and a notice to the old one; the reply is the same for addresses in use',
    body: z.strictObject({
      /** The new email address. */
      email: Email,
    }),
    reply: Done,
    errors: ['account.email_same', 'request.too_many'],
    example: { body: { email: 'alice.marchetti@brookside.example' } },
  },
  'accounts.modifyEmailByEmailCode': {
    method: 'POST',
    path: '/accounts/modifyEmailByEmailCode',
    permission: 'public',
    audit: 'accounts.changeEmail',
    summary: 'Change the email address with the code mailed to the new address; the old address is notified',
    body: z.strictObject({
      code: EmailCode,
    }),
    reply: z.strictObject({
      /** The new email address of the account. @example "alice@brookside.example" */
      email: z.string(),
    }),
    errors: ['account.code_invalid', 'account.email_taken'],
    example: {
      body: { code: 'q7hE2m0dYbXk3s9TzR4uVwA6cPf8iLnJ1oG5tKxMvB2' },
    },
  },
  'accounts.listSessions': {
    method: 'GET',
    path: '/accounts/sessions',
    permission: 'account.read',
    reads: true,
    waiting: true,
    summary: 'List the caller’s active sessions, last used first',
    reply: z.strictObject({
      /** Sessions of the caller, the last used first. */
      list: z.array(ActiveSession),
    }),
    errors: [],
  },
  'accounts.endSession': {
    method: 'DELETE',
    path: '/accounts/sessions/:id',
    permission: 'account.write',
    audit: 'session.end',
    waiting: true,
    summary: 'End a session of the caller',
    params: z.strictObject({ id: Id }),
    reply: Done,
    errors: ['account.session_not_found'],
  },
  'accounts.endOtherSessions': {
    method: 'DELETE',
    path: '/accounts/sessions',
    permission: 'account.write',
    audit: ['accounts.endOtherSessions', 'session.end'],
    waiting: true,
    summary: 'End all other sessions of the caller',
    reply: z.strictObject({
      /** Number of sessions that were ended. */
      ended: z.int(),
    }),
    errors: [],
  },
  'accounts.export': {
    method: 'GET',
    path: '/accounts/export',
    permission: 'account.read',
    audit: 'accounts.export',
    reauthenticate: true,
    waiting: true,
    summary: 'Download all data about the caller’s account as a JSON file',
    reply: 'stream',
    errors: ['request.too_many'],
  },
  'accounts.close': {
    method: 'POST',
    path: '/accounts/close',
    permission: 'account.write',
    audit: 'accounts.close',
    reauthenticate: true,
    waiting: true,
    summary: 'Close the caller’s account: all sessions end, name and address are deleted after 30 days',
    reply: Done,
    errors: ['account.last_administrator'],
  },
} as const satisfies RouteTable
