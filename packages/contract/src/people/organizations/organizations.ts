import * as z from 'zod/mini'
import {
  Email,
  Id,
  line,
  OrganizationName,
  PasswordDigest,
  paragraph,
  Time,
  WebsiteUrl,
} from '../../fields.ts'
import { limits } from '../../limits.ts'
import { businessTypes } from '../../permissions.ts'
import { CaptchaAnswer } from '../../platform/captcha/captcha.ts'
import { RichText } from '../../rich-text.ts'
import type { RouteTable } from '../../route.ts'
import { PersonName } from '../accounts/accounts.ts'
import { LicenseNumber, Telephone } from '../members/members.ts'
import { EmailCode } from '../session/session.ts'

/** Types of organizations that can register or be created by the platform: clinic and laboratory. */
const Joining = z.union([z.literal(businessTypes.clinic), z.literal(businessTypes.lab)], 'choice')

/** Postal address in one line. @example "12 Mill Lane, Bristol" */
export const Address = line(0, 200)

/** Postal code of any country. */
export const PostalCode = line(0, 20)

/** An organization as its own members see it (requirement 3.organization). */
export const Organization = z.strictObject({
  id: Id,
  /** Name of the organization. @example "Brookside Dental" */
  name: z.string(),
  businessType: z.enum(businessTypes),
  registeredAt: Time,
  /** Postal address. @example "12 Mill Lane, Bristol" */
  address: z.string(),
  /** Contact person, visible to partners. @example "Alice Moreau" */
  contactPerson: z.string(),
  /** Postal code. @example "BS1 4QA" */
  postalCode: z.string(),
  /** Telephone number, visible to partners. @example "+442071838750" */
  officePhone: z.string(),
  /** Mobile number, visible to partners. @example "+447700900123" */
  mobilePhone: z.string(),
  /** Email address of the organization. @example "office@brookside.example" */
  email: z.string(),
  /** License number, visible to partners. @example "" */
  licenseNumber: z.string(),
  /** Description on the profile, as sanitized HTML. @example "" */
  about: z.string(),
  /** Address of the website. @example "https://brookside.example" */
  websiteUrl: z.string(),
  /** Terms of business on the profile, as sanitized HTML. @example "" */
  terms: z.string(),
  /** Id of the logo, null if there is none. */
  logoImageId: z.nullable(Id),
  /** Ids of the cover images, in order. */
  coverImageIds: z.array(Id),
  /** Internal remark, which only the organization’s members see. @example "" */
  remark: z.string(),
  /** Whether partnership requests are accepted automatically. */
  autoAcceptsPartners: z.boolean(),
  /** Bytes of all announced and stored files of the organization. */
  storageUsedBytes: z.int(),
  /** Storage quota in bytes; files beyond it are refused. */
  storageQuotaBytes: z.int(),
})
export type Organization = z.output<typeof Organization>

/**
 * Registration of an organization with its first administrator. An organization that registers with an invitation becomes
 * the inviter’s partner (requirement 2.register).
 */
export const Registration = z.strictObject({
  /** Type of the organization: 1 clinic, 2 laboratory. */
  businessType: Joining,
  organizationName: OrganizationName,
  address: Address,
  name: PersonName,
  email: Email,
  password: PasswordDigest,
  /** Code of a partner’s invitation. */
  invitation: z.optional(EmailCode),
  captcha: z.optional(CaptchaAnswer),
})
export type Registration = z.output<typeof Registration>

/**
 * Settings of the caller’s organization; omitted fields stay unchanged (requirement 2.organization).
 */
export const OrganizationUpdate = z.strictObject({
  name: z.optional(OrganizationName),
  /** Contact person, visible to partners. */
  contactPerson: z.optional(line(0, 60)),
  postalCode: z.optional(PostalCode),
  /** Telephone number, visible to partners. */
  officePhone: z.optional(Telephone),
  mobilePhone: z.optional(Telephone),
  /** Email address of the organization, or empty. */
  email: z.optional(z.union([z.literal(''), Email], 'email')),
  licenseNumber: z.optional(LicenseNumber),
  /** Description on the profile, as HTML, which the server sanitizes. */
  about: z.optional(RichText),
  websiteUrl: z.optional(WebsiteUrl),
  /** Terms of business on the profile, as HTML, which the server sanitizes. */
  terms: z.optional(RichText),
  /** Id of the logo, null if there is none. */
  logoImageId: z.optional(z.nullable(Id)),
  /** Ids of the cover images, in order. */
  coverImageIds: z.optional(z.array(Id).check(z.maxLength(limits.coverImagesMax, 'too_long'))),
  /** Internal remark, which only the organization’s members see. */
  remark: z.optional(paragraph(0, 1_000)),
  /** Whether partnership requests are accepted automatically. */
  autoAcceptsPartners: z.optional(z.boolean()),
})
export type OrganizationUpdate = z.output<typeof OrganizationUpdate>

/** Address of the caller’s organization. */
export const OrganizationAddress = z.strictObject({
  address: Address,
  postalCode: z.optional(PostalCode),
})

/** An organization that a member can ask to join. It reveals only name and type (threat T16). */
export const JoinableOrganization = z.strictObject({
  organizationId: Id,
  /** Name of the organization. @example "Brookside Dental" */
  name: z.string(),
  businessType: z.enum(businessTypes),
})
export type JoinableOrganization = z.output<typeof JoinableOrganization>

/** Routes of /organizations about the caller's own and new organizations. */
export const organizationRoutes = {
  'organizations.register': {
    method: 'POST',
    path: '/organizations',
    permission: 'public',
    audit: 'organizations.register',
    summary: 'Register a clinic or laboratory with its first administrator; a verification mail follows',
    body: Registration,
    reply: z.strictObject({
      organizationId: Id,
      /** Whether the email address is verified; otherwise a verification mail follows. */
      isVerified: z.boolean(),
    }),
    errors: [
      'organization.name_taken',
      'account.email_taken',
      'account.password_too_common',
      'invitation.invalid',
      'captcha.required',
      'captcha.wrong',
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
    },
  },
  'organizations.createWithAccount': {
    method: 'POST',
    path: '/organizations/createOrganizationWithAccount',
    permission: 'organization.create',
    audit: 'organizations.createWithAccount',
    reauthenticate: true,
    summary:
      'Create a clinic or laboratory with its first administrator, who is mailed a link to set a password if none is given',
    body: z.strictObject({
      /** Type of the organization: 1 clinic, 2 laboratory. */
      businessType: Joining,
      organizationName: OrganizationName,
      address: z._default(Address, ''),
      name: PersonName,
      email: Email,
      password: z.optional(PasswordDigest),
    }),
    reply: z.strictObject({
      organizationId: Id,
      accountId: Id,
    }),
    errors: ['organization.name_taken', 'account.email_taken', 'account.password_too_common'],
    example: {
      body: {
        businessType: 2,
        organizationName: 'Northlight Lab',
        address: '4 Kiln Yard, Leeds',
        name: 'Bob Hargreaves',
        email: 'bob@northlight.example',
      },
    },
  },
  'organizations.findByName': {
    method: 'POST',
    path: '/organizations/getRegOrgInfoByName',
    permission: 'public',
    audit: { none: 'Changes nothing; the attempts are counted.' },
    summary: 'Check whether a name is free for a new organization',
    body: z.strictObject({
      name: OrganizationName,
      captcha: z.optional(CaptchaAnswer),
    }),
    reply: z.strictObject({
      /** Whether no organization has the name. */
      available: z.boolean(),
    }),
    errors: ['captcha.required', 'captcha.wrong', 'request.too_many'],
    example: { body: { name: 'Brookside Dental' } },
  },
  'organizations.listByName': {
    method: 'POST',
    path: '/organizations/getRegOrgListByName',
    permission: 'public',
    audit: { none: 'Changes nothing; the attempts are counted.' },
    summary: 'Find clinics and laboratories that a member can ask to join, best match first, at most 20',
    body: z.strictObject({
      /** Part of the name, at least 2 characters. @example "Brook" */
      name: line(limits.registrationSearchLengthMin, 100),
      /** Only organizations of this type: 1 clinic, 2 laboratory. */
      businessType: z.optional(Joining),
      captcha: z.optional(CaptchaAnswer),
    }),
    reply: z.strictObject({
      /** Organizations found. */
      list: z.array(JoinableOrganization),
    }),
    errors: ['captcha.required', 'captcha.wrong', 'request.too_many'],
    example: {
      body: { name: 'northl', businessType: 2 },
    },
  },
  'organizations.get': {
    method: 'GET',
    path: '/organizations',
    permission: 'organization.read',
    reads: true,
    summary: 'Get the caller’s organization',
    reply: Organization,
    errors: ['organization.not_found'],
  },
  'organizations.update': {
    method: 'PUT',
    path: '/organizations',
    permission: 'organization.write',
    audit: 'organizations.update',
    summary: 'Change the caller’s organization; omitted fields stay, rich texts are sanitized',
    body: OrganizationUpdate,
    reply: Organization,
    errors: ['organization.not_found', 'organization.name_taken', 'image.not_found'],
    example: {
      body: { contactPerson: 'Alice Moreau', autoAcceptsPartners: true },
    },
  },
  'organizations.updateAddress': {
    method: 'PUT',
    path: '/organizations/address',
    permission: 'organization.write',
    audit: 'organizations.update',
    summary: 'Change the address of the caller’s organization',
    body: OrganizationAddress,
    reply: Organization,
    errors: ['organization.not_found'],
    example: {
      body: { address: '12 Mill Lane, Bristol', postalCode: 'BS1 4QD' },
    },
  },
} as const satisfies RouteTable
