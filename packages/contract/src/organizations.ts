import * as z from 'zod/mini'
import { PersonName } from './accounts.ts'
import { Email, Id, line, OrganizationName, PasswordDigest } from './fields.ts'
import { businessTypes } from './permissions.ts'
import type { RouteTable } from './route.ts'

/** Postal address of an organization; the country as ISO 3166 alpha-2. */
export const Address = line(0, 200)

/** An organization with what its own members see (portal.md §3 Organization). */
export const Organization = z.strictObject({
  id: Id,
  name: z.string(),
  businessType: z.enum(businessTypes),
  registeredAt: z.string(),
  address: z.string(),
  contactPerson: z.string(),
  postalCode: z.string(),
  officePhone: z.string(),
  mobilePhone: z.string(),
  email: z.string(),
  licenseNumber: z.string(),
  about: z.string(),
  websiteUrl: z.string(),
  terms: z.string(),
  remark: z.string(),
  autoAcceptsPartners: z.boolean(),
  storageUsedBytes: z.int(),
  storageQuotaBytes: z.int(),
})
export type Organization = z.output<typeof Organization>

/** What a manager registers: organization and first administrator (portal.md §2 Register). */
export const Registration = z.strictObject({
  businessType: z.union([z.literal(businessTypes.clinic), z.literal(businessTypes.lab)], 'choice'),
  organizationName: OrganizationName,
  address: Address,
  name: PersonName,
  email: Email,
  password: PasswordDigest,
})
export type Registration = z.output<typeof Registration>

/** Calls of /organizations about one's own and new organizations (portal.md §7 Organizations). */
export const organizationRoutes = {
  'organizations.register': {
    method: 'POST',
    path: '/organizations',
    permission: 'public',
    summary: 'Register a clinic or laboratory with its first administrator; a verification mail follows',
    body: Registration,
    reply: z.strictObject({ organizationId: Id }),
    errors: [
      'organization.name_taken',
      'account.email_taken',
      'account.password_too_common',
      'request.too_many',
    ],
    example: {
      body: {
        businessType: 1,
        organizationName: 'Brookside Dental',
        address: '12 Mill Lane, Bristol',
        name: 'Alice Moreau',
        email: 'alice@brookside.example',
        password: '5f0c0f3a6c1d9b4f7c6f1f60e2b6a0d2c9f0c3f6a2f0d7c4b1e8a95d3c7b6a10',
      },
      reply: { organizationId: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f' },
    },
  },
  'organizations.findByName': {
    method: 'POST',
    path: '/organizations/getRegOrgInfoByName',
    permission: 'public',
    summary: 'Whether a name is free for a new organization',
    body: z.strictObject({ name: OrganizationName }),
    reply: z.strictObject({ available: z.boolean() }),
    errors: ['request.too_many'],
    example: { body: { name: 'Brookside Dental' }, reply: { available: false } },
  },
  'organizations.get': {
    method: 'GET',
    path: '/organizations',
    permission: 'organization.read',
    reads: true,
    summary: 'One’s own organization',
    reply: Organization,
    errors: ['organization.not_found'],
  },
} as const satisfies RouteTable
