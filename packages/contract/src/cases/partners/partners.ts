import * as z from 'zod/mini'
import { Done, Email, Id, line, pageOf, paging, paragraph } from '../../fields.ts'
import { limits } from '../../limits.ts'
import { MadeInvitation } from '../../people/invitations/invitations.ts'
import { businessTypes } from '../../permissions.ts'
import type { RouteTable } from '../../route.ts'
import { relations } from './partnership-states.ts'

/** An organization as a possible or real partner sees it. `relation` is seen from the reader's side. */
export const Partner = z.strictObject({
  organizationId: Id,
  name: z.string(),
  businessType: z.enum(businessTypes),
  address: z.string(),
  logoImageId: z.nullable(Id),
  relation: z.enum(relations),
  since: z.nullable(z.string()),
  message: z.nullable(z.string()),
  openOrders: z.int(),
})
export type Partner = z.output<typeof Partner>

/**
 * The page of an organization that others read. `about` and `terms` are clean rich texts. How to reach it (contact person,
 * phones, email, license number) is told to its partners alone, else null; its remark to nobody. `isOwn`: the reader's own.
 */
export const PartnerProfile = z.strictObject({
  ...Partner.shape,
  isOwn: z.boolean(),
  postalCode: z.string(),
  registeredAt: z.string(),
  websiteUrl: z.string(),
  about: z.string(),
  terms: z.string(),
  coverImageIds: z.array(Id),
  contactPerson: z.nullable(z.string()),
  officePhone: z.nullable(z.string()),
  mobilePhone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  licenseNumber: z.nullable(z.string()),
})
export type PartnerProfile = z.output<typeof PartnerProfile>

/** A partner for selects. */
export const PartnerOption = z.strictObject({
  organizationId: Id,
  name: z.string(),
  businessType: z.enum(businessTypes),
})
export type PartnerOption = z.output<typeof PartnerOption>

const other = z.strictObject({ organizationId: Id })

const exampleId = { organizationId: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e10' }
const examplePartner = {
  ...exampleId,
  name: 'Northlight Lab',
  businessType: 2,
  address: '4 Foundry Yard, Sheffield',
  logoImageId: null,
  relation: 'partner',
  since: '2026-03-02T08:15:00.000Z',
  message: null,
  openOrders: 3,
} as const
const exampleApplication = {
  ...examplePartner,
  relation: 'applied',
  message: 'We would like to send you our bridges.',
  openOrders: 0,
} as const
const pageOfOne = <Row>(row: Row) => ({
  list: [row],
  total: 1,
  totalIsExact: true,
  page: 1,
  pageSize: limits.pageSizeDefault,
  cursor: null,
})

/** Calls of /organizations about partnerships (rules §8). */
export const partnerRoutes = {
  'partners.search': {
    method: 'POST',
    path: '/organizations/getPartnerSearchList',
    permission: 'partner.manage',
    reads: true,
    summary:
      'Organizations of the other type whose name or place resembles the words; best first, at most 20',
    body: z.strictObject({ words: line(limits.partnerSearchLengthMin, 100, 'two_characters') }),
    reply: z.strictObject({ list: z.array(Partner) }),
    errors: [],
    example: {
      body: { words: 'northl' },
      reply: { list: [{ ...examplePartner, relation: 'none', since: null, openOrders: 0 }] },
    },
  },
  'partners.apply': {
    method: 'POST',
    path: '/organizations/apply',
    permission: 'partner.manage',
    audit: ['partners.apply', 'partners.autoAccept', 'partners.approve'],
    summary: 'Apply for a partnership; two who apply to each other are partners',
    body: z.strictObject({ organizationId: Id, message: z._default(paragraph(0, 500), '') }),
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
      reply: exampleApplication,
    },
  },
  'partners.listApplications': {
    method: 'POST',
    path: '/organizations/apply/list',
    permission: 'partner.manage',
    reads: true,
    summary: 'Applications made and received that are not answered yet, newest first',
    body: z.strictObject({ ...paging }),
    reply: pageOf(Partner),
    errors: [],
    example: { body: { pageSize: 25 }, reply: pageOfOne(exampleApplication) },
  },
  'partners.answer': {
    method: 'PUT',
    path: '/organizations/apply',
    permission: 'partner.manage',
    audit: ['partners.approve', 'partners.refuse'],
    summary: 'Approve or refuse an application as the one who was asked',
    body: z.strictObject({ organizationId: Id, approve: z.boolean() }),
    reply: Partner,
    errors: ['partner.not_found', 'partner.wrong_state', 'partner.banned'],
    example: { body: { ...exampleId, approve: true }, reply: examplePartner },
  },
  'partners.cancel': {
    method: 'PUT',
    path: '/organizations/cancel',
    permission: 'partner.manage',
    audit: 'partners.cancel',
    summary: 'Take back one’s own application',
    body: other,
    reply: Done,
    errors: ['partner.not_found', 'partner.wrong_state'],
    example: { body: exampleId, reply: { done: true } },
  },
  'partners.list': {
    method: 'POST',
    path: '/organizations/partner/list',
    permission: 'partner.manage',
    reads: true,
    summary: 'Partners by name, with the number of open orders between the two',
    body: z.strictObject({ words: z.optional(line(0, 100)), ...paging }),
    reply: pageOf(Partner),
    errors: [],
    example: { body: { words: 'sheffield' }, reply: pageOfOne(examplePartner) },
  },
  'partners.remove': {
    method: 'PUT',
    path: '/organizations/remove',
    permission: 'partner.manage',
    audit: ['partners.remove', 'orders.return', 'orders.sendFailed'],
    summary: 'End a partnership: pending orders go back to the clinic, running ones end normally',
    body: other,
    reply: Done,
    errors: ['partner.not_found', 'partner.wrong_state'],
    example: { body: exampleId, reply: { done: true } },
  },
  'partners.profile': {
    method: 'GET',
    path: '/organizations/profile/:id',
    permission: 'organization.read',
    reads: true,
    summary:
      'The page of one’s own organization, a partner, a party of a common case, or one that the search finds',
    params: z.strictObject({ id: Id }),
    reply: PartnerProfile,
    errors: ['partner.not_found'],
    example: {
      reply: {
        ...examplePartner,
        isOwn: false,
        postalCode: 'S3 8AB',
        registeredAt: '2026-02-11T10:00:00.000Z',
        websiteUrl: 'https://northlight.example',
        about: '<p>Zirconia since 2004.</p>',
        terms: '<p>Simple cases are delivered within 5 working days.</p>',
        coverImageIds: [],
        contactPerson: 'Bob Fischer',
        officePhone: '+44 114 496 0200',
        mobilePhone: '',
        email: 'desk@northlight.example',
        licenseNumber: 'L-77',
      },
    },
  },
  'partners.invite': {
    method: 'POST',
    path: '/organizations/invite',
    permission: 'partner.manage',
    audit: 'invitations.create',
    summary:
      'Invite a clinic or laboratory that is not on Pontic yet, by mail or by a link and QR code: who registers by it is a partner at once, and gets the case that a clinic keeps ready',
    body: z.strictObject({ email: z.optional(Email), orderId: z.optional(Id) }),
    reply: MadeInvitation,
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
      reply: {
        invitation: {
          id: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f',
          kind: 'partner',
          state: 'open',
          email: 'desk@northlight.example',
          inviterName: 'Alice Moreau',
          orderId: null,
          createdAt: '2026-03-02T08:15:00.000Z',
          expiresAt: '2026-03-09T08:15:00.000Z',
        },
        link: null,
      },
    },
  },
  'partners.listOptions': {
    method: 'GET',
    path: '/organizations/partners',
    permission: 'partner.read',
    reads: true,
    summary: 'All partners for selects, by name',
    reply: z.strictObject({ list: z.array(PartnerOption) }),
    errors: [],
    example: { reply: { list: [{ ...exampleId, name: 'Northlight Lab', businessType: 2 }] } },
  },
} as const satisfies RouteTable
