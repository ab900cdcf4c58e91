import * as z from 'zod/mini'
import { Done, Email, Id, pageOf, paging, SearchWords, Time } from '../../fields.ts'
import { Member, MemberEdit, NewMember } from '../../people/members/members.ts'
import { businessTypes } from '../../permissions.ts'
import type { RouteTable } from '../../route.ts'
import { manageSorts } from './manage-organizations.ts'

/**
 * States of a user. `invited`: has no password yet. `unverified`: has not confirmed the email address. `waiting`: waits for
 * approval by the organization. `banned`: by the platform.
 */
export const userStates = [
  'active',
  'invited',
  'unverified',
  'waiting',
  'disabled',
  'banned',
  'deleted',
] as const
export type UserState = (typeof userStates)[number]

/** A user in the lists of the back office. */
export const ManagedUser = z.strictObject({
  ...Member.shape,
  organizationId: Id,
  /** Name of the organization. @example "Brookside Dental" */
  organizationName: z.string(),
  /** Whether the user cannot sign in because the organization is banned or deleted. */
  organizationIsOut: z.boolean(),
  businessType: z.enum(businessTypes),
  state: z.enum(userStates),
  /** Time of deletion, null if not deleted. */
  deletedAt: z.nullable(Time),
  /** Until when the user can be restored, null if not. */
  restorableUntil: z.nullable(Time),
})
export type ManagedUser = z.output<typeof ManagedUser>

/** Roles of users: administrators of an organization, members of a clinic or laboratory, operators, individuals. */
export const userRoles = ['administrator', 'member', 'operator', 'individual'] as const
export type UserRole = (typeof userRoles)[number]

/** Returns the role of a user. */
export function userRoleOf(user: Pick<ManagedUser, 'businessType' | 'isAdministrator'>): UserRole {
  if (user.businessType === businessTypes.person) return 'individual'
  if (user.isAdministrator) return 'administrator'
  return user.businessType === businessTypes.platform ? 'operator' : 'member'
}

/** Filters of the list. If `state` is null, deleted users are left out. */
export const UserFilter = z.strictObject({
  words: SearchWords,
  /** Only users of organizations of this type: 1 clinic, 2 laboratory, 3 individual, 255 platform. */
  businessType: z._default(z.nullable(z.enum(businessTypes)), null),
  /** Only users of this organization. */
  organizationId: z._default(z.nullable(Id), null),
  /** Only users of this state. */
  state: z._default(z.nullable(z.enum(userStates)), null),
  /** Only users of this role. */
  role: z._default(z.nullable(z.enum(userRoles)), null),
  /** Field that the list is sorted by. */
  sort: z._default(z.enum(manageSorts), 'name'),
})
export type UserFilter = z.output<typeof UserFilter>

/** A device with an active session. */
const Device = z.strictObject({
  /** Name of the browser. @example "Firefox" */
  browser: z.string(),
  /** Operating system. @example "Windows" */
  system: z.string(),
  /** IP address of the last call. @example "203.0.113.7" */
  address: z.string(),
  /** Time of the last call. */
  lastUsedAt: Time,
})

/** A user with their signed-in devices. */
export const UserDetail = z.strictObject({
  ...ManagedUser.shape,
  /** Devices with an active session. */
  devices: z.array(Device),
})
export type UserDetail = z.output<typeof UserDetail>

/** Amount of data that deleting a user affects. */
export const UserWeight = z.strictObject({
  /** Name of the user. @example "Alice Moreau" */
  name: z.string(),
  /** Name of the organization. @example "Brookside Dental" */
  organizationName: z.string(),
  /** Number of sessions that end. */
  sessions: z.int(),
  /** Number of prescription templates. */
  templates: z.int(),
  /** Whether the organization has no other administrator. */
  isLastAdministrator: z.boolean(),
})
export type UserWeight = z.output<typeof UserWeight>

/** A new user of a clinic, a laboratory or the platform. */
export const NewUser = z.strictObject({
  organizationId: Id,
  ...NewMember.shape,
})
export type NewUser = z.output<typeof NewUser>

/**
 * A change of a user. A password set here ends the user’s sessions and must be changed at the next sign-in. A
 * new address takes effect once its owner confirms it.
 */
export const UserEdit = z.strictObject({
  ...MemberEdit.shape,
  /** The new email address. */
  email: z.optional(Email),
})
export type UserEdit = z.output<typeof UserEdit>

const one = z.strictObject({ id: Id })
const lastAdministratorErrors = [
  'member.last_administrator',
  'manage.last_administrator',
  'member.self',
] as const

const exampleId = '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'

/** Routes of the back office about users (rules §3, §10). */
export const manageUserRoutes = {
  'manage.listUsers': {
    method: 'POST',
    path: '/manage/userlist',
    permission: 'manage.user',
    reads: true,
    summary: 'List users of all organizations: search in name and address, filters, pages by cursor',
    body: z.strictObject({ ...UserFilter.shape, ...paging }),
    reply: pageOf(ManagedUser),
    errors: ['request.invalid'],
    example: { body: { words: 'ben', businessType: 2 } },
  },
  'manage.getUser': {
    method: 'GET',
    path: '/manage/user/:id',
    permission: 'manage.user',
    reads: true,
    summary: 'Get a user, even a deleted one, with their signed-in devices',
    params: one,
    reply: UserDetail,
    errors: ['member.not_found'],
  },
  'manage.createUser': {
    method: 'POST',
    path: '/manage/createuser',
    permission: 'manage.user',
    audit: 'manage.createUser',
    reauthenticate: ['isAdministrator'],
    summary:
      'Create an account in any organization; without a password its owner is mailed a link to set one',
    body: NewUser,
    reply: ManagedUser,
    errors: ['organization.not_found', 'account.email_taken', 'account.password_too_common'],
    example: {
      body: { organizationId: exampleId, name: 'Ben Adeyemi', email: 'ben@northlight.example' },
    },
  },
  'manage.updateUser': {
    method: 'PUT',
    path: '/manage/edituser',
    permission: 'manage.user',
    audit: 'manage.updateUser',
    reauthenticate: ['isAdministrator', 'email'],
    summary:
      'Change a user; a password set here ends their sessions, a new address must be confirmed by its owner',
    body: UserEdit,
    reply: ManagedUser,
    errors: [
      ...lastAdministratorErrors,
      'member.not_found',
      'member.wrong_state',
      'account.password_too_common',
    ],
    example: {
      body: { id: exampleId, isAdministrator: true },
    },
  },
  'manage.banUser': {
    method: 'PUT',
    path: '/manage/banduser/:id',
    permission: 'manage.user',
    audit: 'manage.banUser',
    summary: 'Ban a user: their sessions, streams and uploads end, and only the platform can lift the ban',
    params: one,
    reply: ManagedUser,
    errors: [...lastAdministratorErrors, 'member.not_found'],
  },
  'manage.unbanUser': {
    method: 'PUT',
    path: '/manage/unbanduser/:id',
    permission: 'manage.user',
    audit: 'manage.unbanUser',
    summary: 'Lift the ban of a user, or enable a disabled one',
    params: one,
    reply: ManagedUser,
    errors: ['member.not_found'],
  },
  'manage.mailUser': {
    method: 'PUT',
    path: '/manage/mailuser/:id',
    permission: 'manage.user',
    audit: 'manage.mailUser',
    summary:
      'Mail a user a link: to verify their address if it is unverified, otherwise to reset their password',
    params: one,
    reply: Done,
    errors: ['member.not_found', 'member.wrong_state'],
  },
  'manage.resetUserTwoFactor': {
    method: 'PUT',
    path: '/manage/resettwofactor/:id',
    permission: 'manage.user',
    audit: ['manage.resetUserTwoFactor', 'twoFactor.reset'],
    reauthenticate: true,
    summary: 'Reset the second factors of a user; their sessions end, and they are notified by mail',
    params: one,
    reply: ManagedUser,
    errors: ['member.not_found', 'member.self'],
  },
  'manage.weighUser': {
    method: 'GET',
    path: '/manage/account/delete/:id',
    permission: 'manage.user',
    reads: true,
    summary: 'Get the amount of data that deleting a user would affect',
    params: one,
    reply: UserWeight,
    errors: ['member.not_found'],
  },
  'manage.deleteUser': {
    method: 'DELETE',
    path: '/manage/account/delete/:id',
    permission: 'manage.user',
    audit: 'manage.deleteUser',
    reauthenticate: true,
    summary:
      'Delete a user; they can be restored for 30 days, then name and address are deleted. Cases keep their record',
    params: one,
    reply: Done,
    errors: [...lastAdministratorErrors, 'member.not_found'],
  },
  'manage.restoreUser': {
    method: 'PUT',
    path: '/manage/restoreaccount/:id',
    permission: 'manage.user',
    audit: 'manage.restoreUser',
    summary: 'Restore a deleted user within 30 days',
    params: one,
    reply: ManagedUser,
    errors: ['member.not_found', 'manage.not_restorable'],
  },
  'manage.listOperatorCandidates': {
    method: 'GET',
    path: '/manage/suserlist',
    permission: 'manage.workorder',
    reads: true,
    summary: 'List enabled platform users who are not operators, by name',
    reply: z.strictObject({
      /** Platform users who are not operators. */
      list: z.array(
        z.strictObject({
          id: Id,
          /** Name of the user. @example "Dana Frost" */
          name: z.string(),
          /** Email address. @example "alice@brookside.example" */
          email: z.string(),
          /** Whether they administer their organization. */
          isAdministrator: z.boolean(),
        }),
      ),
    }),
    errors: [],
  },
} as const satisfies RouteTable
