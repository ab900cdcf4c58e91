import * as z from 'zod/mini'
import { Done, Email, Id, line, PasswordDigest, pageOf, paging, Time } from '../../fields.ts'
import { CaptchaAnswer } from '../../platform/captcha/captcha.ts'
import type { RouteTable } from '../../route.ts'
import { PersonName } from '../accounts/accounts.ts'
import { EmailCode, memberships } from '../session/session.ts'

/** Number of a professional license. The server does not check it. */
export const LicenseNumber = line(0, 60)

/** Telephone number: digits, blanks and `+ ( ) . / -`. @example "+447700900123" */
export const Telephone = line(0, 30).check(z.regex(/^[+\d\s()./-]*$/, 'pattern'))

/** A user of an organization, as its administrators see them (requirement 3.user). */
export const Member = z.strictObject({
  id: Id,
  /** Name of the person. @example "Bob Keller" */
  name: z.string(),
  /** Email address. @example "alice@brookside.example" */
  email: z.string(),
  /** Whether they administer the organization. */
  isAdministrator: z.boolean(),
  /** Whether the account can sign in; false if an administrator has disabled it. */
  isEnabled: z.boolean(),
  /** Whether the platform has banned the account; only the platform can lift the ban. */
  isBanned: z.boolean(),
  /** Whether an administrator created the account and it has no password yet. */
  isInvited: z.boolean(),
  /** Whether an authenticator app or a passkey is set up. */
  hasTwoFactor: z.boolean(),
  membership: z.enum(memberships),
  /** Number for text messages, null if none is set. @example "+442071838750" */
  telephone: z.nullable(z.string()),
  /** Number of the professional license, null if not set. @example null */
  licenseNumber: z.nullable(z.string()),
  /** Whether they get SMS; needs a mobile number. */
  acceptsOrderSms: z.boolean(),
  /** Whether they get mails about cases. */
  acceptsOrderEmail: z.boolean(),
  createdAt: Time,
  /** Time of the last sign-in, null before the first. */
  lastSignedInAt: z.nullable(Time),
})
export type Member = z.output<typeof Member>

/** Filters of the list of members. */
export const memberFilters = ['active', 'waiting', 'disabled'] as const
export type MemberFilter = (typeof memberFilters)[number]

/**
 * Registration of a member, either with an organization that approves it or with the code of an invitation.
 */
export const MemberRegistration = z.strictObject({
  /** Organization that has to approve the member. */
  organizationId: z.optional(Id),
  /** Code of the invitation. */
  invitation: z.optional(EmailCode),
  name: PersonName,
  /** Email address; left out when the invitation was sent to it. */
  email: z.optional(Email),
  password: PasswordDigest,
  captcha: z.optional(CaptchaAnswer),
})
export type MemberRegistration = z.output<typeof MemberRegistration>

/** Settings of a member that an administrator can change. */
const settings = {
  licenseNumber: LicenseNumber,
  telephone: Telephone,
  /** Whether they administer the organization. */
  isAdministrator: z.boolean(),
  /** Whether they get SMS; needs a mobile number. */
  acceptsOrderSms: z.boolean(),
  /** Whether they get mails about cases. */
  acceptsOrderEmail: z.boolean(),
}

/** An account that an administrator creates. Without a password, its owner is mailed a link to set one. */
export const NewMember = z.strictObject({
  name: PersonName,
  email: Email,
  password: z.optional(PasswordDigest),
  /** Number of the professional license. */
  licenseNumber: z._default(settings.licenseNumber, ''),
  /** Mobile number. */
  telephone: z._default(settings.telephone, ''),
  /** Whether they administer the organization. */
  isAdministrator: z._default(settings.isAdministrator, false),
  /** Whether they get SMS; needs a mobile number. */
  acceptsOrderSms: z._default(settings.acceptsOrderSms, false),
  /** Whether they get mails about cases. */
  acceptsOrderEmail: z._default(settings.acceptsOrderEmail, true),
})

/** Input for updating a member. A password set here ends the member's sessions and must be replaced at the next sign-in. */
export const MemberEdit = z.strictObject({
  id: Id,
  name: z.optional(PersonName),
  password: z.optional(PasswordDigest),
  /** Number of the professional license. */
  licenseNumber: z.optional(settings.licenseNumber),
  /** Mobile number. */
  telephone: z.optional(settings.telephone),
  /** Whether they administer the organization. */
  isAdministrator: z.optional(settings.isAdministrator),
  /** Whether they get SMS; needs a mobile number. */
  acceptsOrderSms: z.optional(settings.acceptsOrderSms),
  /** Whether they get mails about cases. */
  acceptsOrderEmail: z.optional(settings.acceptsOrderEmail),
})

const one = z.strictObject({ id: Id })

const memberErrors = ['member.not_found', 'member.self', 'member.last_administrator'] as const

/** Routes of /accounts about members of an organization (rules §4). */
export const memberRoutes = {
  'members.register': {
    method: 'POST',
    path: '/accounts',
    permission: 'public',
    audit: 'members.register',
    summary: 'Register as a member of an organization and wait for its approval, or use an invitation',
    body: MemberRegistration,
    reply: z.strictObject({
      /** Whether the email address is verified; otherwise a verification mail follows. */
      isVerified: z.boolean(),
    }),
    errors: [
      'organization.not_found',
      'invitation.invalid',
      'account.email_taken',
      'account.password_too_common',
      'captcha.required',
      'captcha.wrong',
      'request.too_many',
    ],
    example: {
      body: {
        organizationId: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e10',
        name: 'Ben Adeyemi',
        email: 'ben@northlight.example',
        password: '5f0c0f3a6c1d9b4f7c6f1f60e2b6a0d2c9f0c3f6a2f0d7c4b1e8a95d3c7b6a10',
      },
    },
  },
  'members.standing': {
    method: 'GET',
    path: '/accounts/standing',
    permission: 'account.read',
    reads: true,
    waiting: true,
    summary: 'Get the caller’s membership, and the administrators who can approve it',
    reply: z.strictObject({
      membership: z.enum(memberships),
      /** Name of the organization. @example "Brookside Dental" */
      organizationName: z.string(),
      /** When the caller registered. */
      since: Time,
      /** Names of the administrators who can approve the caller. @example ["Alice Moreau"] */
      administrators: z.array(z.string()),
    }),
    errors: [],
  },
  'members.list': {
    method: 'POST',
    path: '/accounts/orgUserList',
    permission: 'member.manage',
    reads: true,
    summary: 'List the organization’s members by name',
    body: z.strictObject({
      /** Part of a name or email address. */
      words: z.optional(line(0, 100)),
      /** Only members in this state; all if omitted. */
      filter: z.optional(z.enum(memberFilters)),
      ...paging,
    }),
    reply: pageOf(Member),
    errors: [],
    example: { body: { words: 'ben', filter: 'active' } },
  },
  'members.create': {
    method: 'POST',
    path: '/accounts/createOrgUser',
    permission: 'member.manage',
    audit: 'members.create',
    reauthenticate: ['isAdministrator'],
    summary:
      'Create an account in the caller’s organization; without a password its owner is mailed a link to set one',
    body: NewMember,
    reply: Member,
    errors: ['account.email_taken', 'account.password_too_common', 'request.too_many'],
    example: {
      body: { name: 'Ben Adeyemi', email: 'ben@northlight.example', licenseNumber: 'DCP 214 553' },
    },
  },
  'members.update': {
    method: 'PUT',
    path: '/accounts/editOrgUser',
    permission: 'member.manage',
    audit: 'members.update',
    reauthenticate: ['isAdministrator'],
    summary:
      'Change a member; a password set here ends their sessions and must be changed at the next sign-in',
    body: MemberEdit,
    reply: Member,
    errors: [...memberErrors, 'member.wrong_state', 'account.password_too_common'],
    example: { body: { id: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f', isAdministrator: true } },
  },
  'members.disable': {
    method: 'PUT',
    path: '/accounts/bandOrgUser/:id',
    permission: 'member.manage',
    audit: 'members.disable',
    summary: 'Disable a member: their sessions, streams and uploads end',
    params: one,
    reply: Member,
    errors: memberErrors,
  },
  'members.enable': {
    method: 'PUT',
    path: '/accounts/unBandOrgUser/:id',
    permission: 'member.manage',
    audit: 'members.enable',
    summary: 'Enable a disabled member',
    params: one,
    reply: Member,
    errors: ['member.not_found', 'member.banned'],
  },
  'members.approve': {
    method: 'PUT',
    path: '/accounts/approveOrgUser/:id',
    permission: 'member.manage',
    audit: 'members.approve',
    summary: 'Approve a waiting member, who is notified by mail',
    params: one,
    reply: Member,
    errors: ['member.not_found', 'member.wrong_state'],
  },
  'members.refuse': {
    method: 'PUT',
    path: '/accounts/refuseOrgUser/:id',
    permission: 'member.manage',
    audit: 'members.refuse',
    summary: 'Refuse a waiting member: the account is deleted, and they are notified by mail',
    params: one,
    reply: Done,
    errors: ['member.not_found', 'member.wrong_state'],
  },
  'members.twoFactor': {
    method: 'GET',
    path: '/accounts/orgTwoFactor',
    permission: 'member.manage',
    reads: true,
    summary:
      'Get whether the caller’s organization requires two-factor sign-in, and how many members have not set it up',
    reply: z.strictObject({
      /** Whether members need two-factor sign-in. */
      isRequired: z.boolean(),
      /** Number of members who have not set it up. */
      without: z.int(),
    }),
    errors: [],
  },
  'members.requireTwoFactor': {
    method: 'PUT',
    path: '/accounts/orgTwoFactor',
    permission: 'member.manage',
    audit: ['twoFactor.require', 'twoFactor.release'],
    reauthenticate: true,
    summary: 'Require two-factor sign-in of all members, or stop requiring it',
    body: z.strictObject({
      /** Whether members need two-factor sign-in. */
      isRequired: z.boolean(),
    }),
    reply: Done,
    errors: ['two_factor.own_first'],
    example: { body: { isRequired: true } },
  },
  'members.resetTwoFactor': {
    method: 'PUT',
    path: '/accounts/resetOrgTwoFactor/:id',
    permission: 'member.manage',
    audit: 'twoFactor.reset',
    reauthenticate: true,
    summary: 'Reset the second factors of a member; their sessions end, and they are notified by mail',
    params: one,
    reply: Member,
    errors: ['member.not_found', 'member.self'],
  },
} as const satisfies RouteTable
