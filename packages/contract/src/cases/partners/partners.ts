import * as z from 'zod/mini'
import { Done, Email, Id, line, pageOf, paging, paragraph, Time } from '../../fields.ts'
import { limits } from '../../limits.ts'
import { CreatedInvitation } from '../../people/invitations/invitations.ts'
import { businessTypes } from '../../permissions.ts'
import type { RouteTable } from '../../route.ts'
import { relations } from './partnership-states.ts'

/** An organization as other organizations see it. */
export const Partner = z.strictObject({
  organizationId: Id,
  /** Name of the organization. @example "Northfield Lab" */
  name: z.string(),
  businessType: z.enum(businessTypes),
  /** Postal address. @example "12 Mill Lane, Bristol" */
  address: z.string(),
  /** Id of the logo, null if there is none. */
  logoImageId: z.nullable(Id),
  /** State of the partnership, seen from the caller. */
  relation: z.enum(relations),
  /** Time of the request or of the partnership, null without a relation. */
  since: z.nullable(Time),
  /** Message of an open partnership request, null for none. @example null */
  message: z.nullable(z.string()),
  /** Number of open cases with the caller’s organization. */
  openOrders: z.int(),
})
export type Partner = z.output<typeof Partner>

/** The profile of an organization. The platform, the organization and its partners see contact details. */
export const PartnerProfile = z.strictObject({
  ...Partner.shape,
  /** Whether it is the caller’s own organization. */
  isOwn: z.boolean(),
  /** Postal code. @example "BS1 4QA" */
  postalCode: z.string(),
  registeredAt: Time,
  /** Address of the website. @example "https://brookside.example" */
  websiteUrl: z.string(),
  /** Description, as sanitized HTML. @example "" */
  about: z.string(),
  /** Terms of business, as sanitized HTML. @example "" */
  terms: z.string(),
  /** Ids of the cover images, in order. */
  coverImageIds: z.array(Id),
  /** Contact person, null if not visible. @example null */
  contactPerson: z.nullable(z.string()),
  /** Office telephone number, null if not visible. @example null */
  officePhone: z.nullable(z.string()),
  /** Mobile number, null if not visible. @example null */
  mobilePhone: z.nullable(z.string()),
  /** Email address, null if not visible. @example null */
  email: z.nullable(z.string()),
  /** License number, null if not visible. @example null */
  licenseNumber: z.nullable(z.string()),
})
export type PartnerProfile = z.output<typeof PartnerProfile>

/** A partner in a select field. */
export const PartnerOption = z.strictObject({
  organizationId: Id,
  /** Name of the organization. @example "Northfield Lab" */
  name: z.string(),
  businessType: z.enum(businessTypes),
})
export type PartnerOption = z.output<typeof PartnerOption>

const other = z.strictObject({
  organizationId: Id,
})

const exampleId = { organizationId: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e10' }
/** Routes of /organizations about partnerships (rules §8). */
export const partnerRoutes = {
  'partners.search': {
    method: 'POST',
    path: '/organizations/getPartnerSearchList',
    permission: 'partner.manage',
    reads: true,
    summary: 'Find organizations of the other type by name or place, best match first, at most 20',
    body: z.strictObject({
      /** Part of the name or place, at least 2 characters. @example "northl" */
      words: line(limits.partnerSearchLengthMin, 100, 'two_characters'),
    }),
    reply: z.strictObject({
      /** Organizations found. */
      list: z.array(Partner),
    }),
    errors: [],
    example: {
      body: { words: 'northl' },
    },
  },
  'partners.apply': {
    method: 'POST',
    path: '/organizations/apply',
    permission: 'partner.manage',
    audit: ['partners.apply', 'partners.autoAccept', 'partners.approve'],
    summary: 'Request a partnership; two organizations that request each other become partners',
    body: z.strictObject({
      organizationId: Id,
      /** Message to the organization. */
      message: z._default(paragraph(0, 500), ''),
    }),
    reply: Partner,
    errors: [
      'partner.not_found',
      'partner.self',
      'partner.wrong_type',
      'partner.banned',
      'partner.wrong_state',
    ],
    example: {
      body: { ...exampleId, message: 'We would like to send you our bridges.' },
    },
  },
  'partners.listApplications': {
    method: 'POST',
    path: '/organizations/apply/list',
    permission: 'partner.manage',
    reads: true,
    summary: 'List open partnership requests, sent and received, newest first',
    body: z.strictObject({ ...paging }),
    reply: pageOf(Partner),
    errors: [],
    example: { body: { pageSize: 25 } },
  },
  'partners.answer': {
    method: 'PUT',
    path: '/organizations/apply',
    permission: 'partner.manage',
    audit: ['partners.approve', 'partners.refuse'],
    summary: 'Accept or decline a received partnership request',
    body: z.strictObject({
      organizationId: Id,
      /** true accepts the request, false declines it. */
      approve: z.boolean(),
    }),
    reply: Partner,
    errors: ['partner.not_found', 'partner.wrong_state', 'partner.banned'],
    example: { body: { ...exampleId, approve: true } },
  },
  'partners.cancel': {
    method: 'PUT',
    path: '/organizations/cancel',
    permission: 'partner.manage',
    audit: 'partners.cancel',
    summary: 'Withdraw a partnership request',
    body: other,
    reply: Done,
    errors: ['partner.not_found', 'partner.wrong_state'],
    example: { body: exampleId },
  },
  'partners.list': {
    method: 'POST',
    path: '/organizations/partner/list',
    permission: 'partner.manage',
    reads: true,
    summary: 'List partners by name, with the number of open cases',
    body: z.strictObject({
      /** Search words. @example "" */
      words: z.optional(line(0, 100)),
      ...paging,
    }),
    reply: pageOf(Partner),
    errors: [],
    example: { body: { words: 'sheffield' } },
  },
  'partners.remove': {
    method: 'PUT',
    path: '/organizations/remove',
    permission: 'partner.manage',
    audit: ['partners.remove', 'orders.return', 'orders.sendFailed'],
    summary: 'End a partnership: cases that are not accepted return to the clinic, accepted cases continue',
    body: other,
    reply: Done,
    errors: ['partner.not_found', 'partner.wrong_state'],
    example: { body: exampleId },
  },
  'partners.profile': {
    method: 'GET',
    path: '/organizations/profile/:id',
    permission: 'organization.read',
    reads: true,
    summary:
      'Get the profile of the caller’s organization, a partner, the other party of a case, or an organization that the search finds',
    params: z.strictObject({ id: Id }),
    reply: PartnerProfile,
    errors: ['partner.not_found'],
  },
  'partners.invite': {
    method: 'POST',
    path: '/organizations/invite',
    permission: 'partner.manage',
    audit: 'invitations.create',
    summary:
      'Invite a clinic or laboratory that is not on Pontic, by mail or link. When it registers, it becomes a partner and gets the case reserved for it',
    body: z.strictObject({
      /** Address to which the invitation is mailed; if omitted, the reply has a link. */
      email: z.optional(Email),
      orderId: z.optional(Id),
    }),
    reply: CreatedInvitation,
    secretReply: true,
    errors: [
      'member.already',
      'invitation.too_many',
      'order.not_found',
      'order.wrong_status',
      'prescription.incomplete',
    ],
    example: {
      body: { email: 'desk@northlight.example' },
    },
  },
  'partners.listOptions': {
    method: 'GET',
    path: '/organizations/partners',
    permission: 'partner.read',
    reads: true,
    summary: 'List all partners for selects, by name',
    reply: z.strictObject({
      /** Partners, by name. */
      list: z.array(PartnerOption),
    }),
    errors: [],
  },
} as const satisfies RouteTable
