import * as z from 'zod/mini'
import { Done, Email, Id, pageOf, paging, Time } from '../../fields.ts'
import { businessTypes } from '../../permissions.ts'
import type { RouteTable } from '../../route.ts'
import { EmailCode } from '../session/session.ts'

/** Kinds of invitations: as a member, to a shared case (`person`), or as a partner organization (rules §4). */
export const invitationKinds = ['member', 'person', 'partner'] as const
export type InvitationKind = (typeof invitationKinds)[number]

/** States of an invitation. An `expired` invitation can be renewed. */
export const invitationStates = ['open', 'expired', 'accepted', 'withdrawn'] as const
export type InvitationState = (typeof invitationStates)[number]

/** An invitation as the inviting organization sees it. */
export const Invitation = z.strictObject({
  id: Id,
  kind: z.enum(invitationKinds),
  state: z.enum(invitationStates),
  /** Address that it was sent to, null for a link or QR code. @example null */
  email: z.nullable(z.string()),
  /** Person who invited. @example "Alice Moreau" */
  inviterName: z.string(),
  /** Id of the case that is reserved for the invited organization, null for none. */
  orderId: z.nullable(Id),
  createdAt: Time,
  expiresAt: Time,
})
export type Invitation = z.output<typeof Invitation>

/** An invitation that was created or renewed. */
export const CreatedInvitation = z.strictObject({
  invitation: Invitation,
  /** Link to pass on, null if the invitation was mailed. No other reply contains it. @example null */
  link: z.nullable(z.string()),
})
export type CreatedInvitation = z.output<typeof CreatedInvitation>

/** An invitation as shown to the holder of its link. */
export const InvitationOffer = z.strictObject({
  kind: z.enum(invitationKinds),
  /** Address that it was sent to, null for a link or QR code. @example null */
  email: z.nullable(z.string()),
  /** Name of the organization. @example "Brookside Dental" */
  organizationName: z.string(),
  /** Type of the inviting organization: 1 clinic, 2 laboratory, 3 individual, 255 platform. */
  organizationType: z.enum(businessTypes),
  /** Person who invited. @example "Alice Moreau" */
  inviterName: z.string(),
  expiresAt: Time,
})
export type InvitationOffer = z.output<typeof InvitationOffer>

/** Routes of invitations (rules §4). `partners.invite` creates invitations of partners. */
export const invitationRoutes = {
  'invitations.create': {
    method: 'POST',
    path: '/invitations',
    permission: 'invitation.manage',
    audit: 'invitations.create',
    summary: 'Invite a member by mail, or by a link and QR code that works once',
    body: z.strictObject({
      /** Address to which the invitation is mailed; if omitted, the reply has a link. */
      email: z.optional(Email),
    }),
    reply: CreatedInvitation,
    secretReply: true,
    errors: ['member.already', 'invitation.too_many'],
    example: { body: { email: 'ben@northlight.example' } },
  },
  'invitations.list': {
    method: 'POST',
    path: '/invitations/list',
    permission: 'invitation.manage',
    reads: true,
    summary: 'List the open and expired invitations of the organization, newest first',
    body: z.strictObject({
      /** Only invitations of this kind. */
      kind: z.optional(z.enum(invitationKinds)),
      ...paging,
    }),
    reply: pageOf(Invitation),
    errors: [],
    example: { body: { kind: 'member' } },
  },
  'invitations.renew': {
    method: 'PUT',
    path: '/invitations/renew/:id',
    permission: 'invitation.manage',
    audit: 'invitations.renew',
    summary: 'Mail an invitation again or create a new link; the earlier link stops working',
    params: z.strictObject({ id: Id }),
    reply: CreatedInvitation,
    secretReply: true,
    errors: ['invitation.not_found', 'invitation.wrong_state', 'invitation.too_many'],
  },
  'invitations.withdraw': {
    method: 'PUT',
    path: '/invitations/withdraw/:id',
    permission: 'invitation.manage',
    audit: 'invitations.withdraw',
    summary: 'Withdraw an invitation; its link stops working',
    params: z.strictObject({ id: Id }),
    reply: Done,
    errors: ['invitation.not_found', 'invitation.wrong_state'],
  },
  'invitations.read': {
    method: 'POST',
    path: '/invitations/read',
    permission: 'public',
    reads: true,
    summary: 'Read an invitation by the code of its link',
    body: z.strictObject({
      code: EmailCode,
    }),
    reply: InvitationOffer,
    errors: ['invitation.invalid', 'request.too_many'],
    example: {
      body: { code: 'wFq4b1jT0m3Jc6yR2s8VxkP9aZ5dL7eHnGoQuIiBvCX' },
    },
  },
} as const satisfies RouteTable
