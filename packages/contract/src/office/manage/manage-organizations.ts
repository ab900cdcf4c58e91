import * as z from 'zod/mini'
import { OrderCounts } from '../../cases/orders/order-query.ts'
import { Done, Email, Id, line, OrganizationName, pageOf, paging, SearchWords, Time } from '../../fields.ts'
import { limits } from '../../limits.ts'
import { Member } from '../../people/members/members.ts'
import {
  Address,
  Organization,
  OrganizationUpdate,
  PostalCode,
} from '../../people/organizations/organizations.ts'
import { businessTypes } from '../../permissions.ts'
import type { RouteTable } from '../../route.ts'

/**
 * States of an organization. Users of a `banned` organization cannot sign in. A `deleted` organization can be
 * restored for 30 days.
 */
export const organizationStates = ['active', 'unverified', 'banned', 'deleted'] as const
export type OrganizationState = (typeof organizationStates)[number]

/** Order of the lists of the back office: by name, or newest first. */
export const manageSorts = ['name', 'newest'] as const
export type ManageSort = (typeof manageSorts)[number]

/** Until when a deleted object can be restored, null if it cannot. */
const restorableUntil = z.nullable(Time)

/** An organization in the lists of the back office. */
export const ManagedOrganization = z.strictObject({
  id: Id,
  /** Name of the organization. @example "Brookside Dental" */
  name: z.string(),
  businessType: z.enum(businessTypes),
  state: z.enum(organizationStates),
  registeredAt: Time,
  /** Postal address. @example "12 Mill Lane, Bristol" */
  address: z.string(),
  /** Contact person. @example "Alice Moreau" */
  contactPerson: z.string(),
  /** Email address. @example "alice@brookside.example" */
  email: z.string(),
  /** Number of user accounts. */
  users: z.int(),
  /** Number of the clinic’s cases, or of the cases that the laboratory can read. */
  orders: z.int(),
  /** Bytes of all its announced and stored files. */
  storageUsedBytes: z.int(),
  /** Storage quota in bytes; files beyond it are refused. */
  storageQuotaBytes: z.int(),
  /** Time of the ban, null if not banned. */
  bannedAt: z.nullable(Time),
  /** Time of deletion, null if not deleted. */
  deletedAt: z.nullable(Time),
  restorableUntil,
})
export type ManagedOrganization = z.output<typeof ManagedOrganization>

/** Filters of the list. If `state` is null, deleted organizations are left out. */
export const OrganizationFilter = z.strictObject({
  words: SearchWords,
  /** Only organizations of this type: 1 clinic, 2 laboratory, 3 individual, 255 platform. */
  businessType: z._default(z.nullable(z.enum(businessTypes)), null),
  /** Only organizations of this state. */
  state: z._default(z.nullable(z.enum(organizationStates)), null),
  /** Field that the list is sorted by. */
  sort: z._default(z.enum(manageSorts), 'name'),
})
export type OrganizationFilter = z.output<typeof OrganizationFilter>

/** Id, name and email address of an administrator. */
const Contact = z.strictObject({ ...z.pick(Member, { id: true, name: true, email: true }).shape })

/** An organization with its members, cases and partners. */
export const OrganizationDetail = z.strictObject({
  ...ManagedOrganization.shape,
  organization: Organization,
  /** Whether its members need two-factor sign-in. */
  requiresTwoFactor: z.boolean(),
  /** Time of the last call of a member, null if there was none. */
  lastActiveAt: z.nullable(Time),
  /** Administrators of the organization. */
  administrators: z.array(Contact),
  /** Number of members. */
  people: z.strictObject({
    /** Active members. */
    active: z.int(),
    /** Members that wait for approval. */
    waiting: z.int(),
    /** Disabled members. */
    disabled: z.int(),
    /** Members without two-factor sign-in. */
    withoutTwoFactor: z.int(),
  }),
  counts: OrderCounts,
  /** Partners of the organization. */
  partners: z.array(
    z.strictObject({
      organizationId: Id,
      /** Name of the partner. @example "Northfield Lab" */
      name: z.string(),
      /** Time at which the partnership began. */
      since: Time,
      /** Number of open cases. */
      openOrders: z.int(),
    }),
  ),
})
export type OrganizationDetail = z.output<typeof OrganizationDetail>

/**
 * Fields that the platform can change: those that administrators can change, without images, plus two-factor sign-in and quota.
 */
export const ManagedOrganizationUpdate = z.strictObject({
  id: Id,
  ...z.omit(OrganizationUpdate, { logoImageId: true, coverImageIds: true }).shape,
  name: z.optional(OrganizationName),
  address: z.optional(Address),
  postalCode: z.optional(PostalCode),
  /** Email address, or empty. */
  email: z.optional(z.union([z.literal(''), Email], 'email')),
  /** Whether its members need two-factor sign-in. */
  requiresTwoFactor: z.optional(z.boolean()),
  /** Storage quota in bytes; files beyond it are refused. */
  storageQuotaBytes: z.optional(
    z.int().check(z.minimum(0, 'too_small'), z.maximum(limits.storageQuotaBytesMax, 'too_large')),
  ),
})
export type ManagedOrganizationUpdate = z.output<typeof ManagedOrganizationUpdate>

/** Amount of data that deleting an organization affects. */
export const OrganizationWeight = z.strictObject({
  /** Name of the organization. @example "Brookside Dental" */
  name: z.string(),
  /** Number of user accounts. */
  users: z.int(),
  /** Number of sessions that end. */
  sessions: z.int(),
  /** Number of partners. */
  partners: z.int(),
  /** Number of open cases, which must be completed first. */
  openOrders: z.int(),
  /** Number of cases without another party, which are deleted. */
  ownOrders: z.int(),
  /** Number of cases that the other party keeps. */
  sharedOrders: z.int(),
  /** Bytes of the deleted files. */
  ownFilesBytes: z.int(),
})
export type OrganizationWeight = z.output<typeof OrganizationWeight>

/** An organization in a select field. */
export const OrganizationOption = z.strictObject({
  organizationId: Id,
  /** Name of the organization. @example "Brookside Dental" */
  name: z.string(),
  businessType: z.enum(businessTypes),
  state: z.enum(organizationStates),
})
export type OrganizationOption = z.output<typeof OrganizationOption>

const one = z.strictObject({ id: Id })
const options = z.strictObject({
  /** Part of the name. */
  words: z.optional(line(0, 100)),
})
const optionList = z.strictObject({
  /** Organizations found. */
  list: z.array(OrganizationOption),
  /** Whether the list is complete. */
  isWhole: z.boolean(),
})

/** Routes of the back office about organizations (rules §10). */
export const manageOrganizationRoutes = {
  'manage.orgOptions': {
    method: 'GET',
    path: '/manage/orgoptions',
    permission: 'manage.organization',
    reads: true,
    summary: 'List enabled clinics and laboratories for selects, by name',
    query: options,
    reply: optionList,
    errors: [],
  },
  'manage.allOrgOptions': {
    method: 'GET',
    path: '/manage/allorgoptions',
    permission: 'manage.organization',
    reads: true,
    summary: 'List organizations that are not deleted for selects, by name, including banned ones',
    query: options,
    reply: optionList,
    errors: [],
  },
  'manage.listOrganizations': {
    method: 'POST',
    path: '/manage/organizationList',
    permission: 'manage.organization',
    reads: true,
    summary: 'List organizations: search, filters, pages by cursor',
    body: z.strictObject({ ...OrganizationFilter.shape, ...paging }),
    reply: pageOf(ManagedOrganization),
    errors: ['request.invalid'],
    example: { body: { words: 'north', businessType: 2 } },
  },
  'manage.getOrganization': {
    method: 'POST',
    path: '/manage/organization/:id',
    permission: 'manage.organization',
    reads: true,
    summary: 'Get an organization, even a deleted one, with its quota, people, cases and partners',
    params: one,
    reply: OrganizationDetail,
    errors: ['organization.not_found'],
  },
  'manage.updateOrganization': {
    method: 'PUT',
    path: '/manage/editorganization',
    permission: 'manage.organization',
    audit: 'manage.updateOrganization',
    summary: 'Change an organization; omitted fields stay',
    body: ManagedOrganizationUpdate,
    reply: ManagedOrganization,
    errors: ['organization.not_found', 'organization.name_taken'],
    example: { body: { id: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e10', storageQuotaBytes: 42_949_672_960 } },
  },
  'manage.banOrganization': {
    method: 'PUT',
    path: '/manage/bandorganization/:id',
    permission: 'manage.organization',
    audit: 'manage.banOrganization',
    summary: 'Ban an organization: all sessions, streams and uploads of its users end',
    params: one,
    reply: ManagedOrganization,
    errors: ['organization.not_found', 'manage.platform_organization'],
  },
  'manage.unbanOrganization': {
    method: 'PUT',
    path: '/manage/unbandorganization/:id',
    permission: 'manage.organization',
    audit: 'manage.unbanOrganization',
    summary: 'Lift the ban of an organization',
    params: one,
    reply: ManagedOrganization,
    errors: ['organization.not_found'],
  },
  'manage.weighOrganization': {
    method: 'GET',
    path: '/manage/organization/delete/:id',
    permission: 'manage.organization',
    reads: true,
    summary: 'Get the amount of data that deleting an organization would affect',
    params: one,
    reply: OrganizationWeight,
    errors: ['organization.not_found'],
  },
  'manage.deleteOrganization': {
    method: 'DELETE',
    path: '/manage/organization/delete/:id',
    permission: 'manage.organization',
    audit: 'manage.deleteOrganization',
    reauthenticate: true,
    summary:
      'Delete an organization without open cases; it can be restored for 30 days. Its partners keep their cases',
    params: one,
    reply: Done,
    errors: ['organization.not_found', 'manage.platform_organization', 'manage.open_orders'],
  },
  'manage.restoreOrganization': {
    method: 'PUT',
    path: '/manage/restoreorganization/:id',
    permission: 'manage.organization',
    audit: 'manage.restoreOrganization',
    summary: 'Restore a deleted organization within 30 days',
    params: one,
    reply: ManagedOrganization,
    errors: ['organization.not_found', 'manage.not_restorable'],
  },
} as const satisfies RouteTable
