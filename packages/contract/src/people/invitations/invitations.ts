import * as z from 'zod/mini'
import { Done, Email, Id, pageOf, paging, Time } from '../../fields.ts'
import { businessTypes } from '../../permissions.ts'
import type { RouteTable } from '../../route.ts'
import { EmailCode } from '../session/session.ts'

/** Target of an invitation: membership, a shared case, or a new partner organization (rules §4). */
export const invitationKinds = ['member', 'person', 'partner'] as const
export type InvitationKind = (typeof invitationKinds)[number]

/** State of an invitation; `expired` follows from the clock and can be renewed. */
export const invitationStates = ['open', 'expired', 'accepted', 'withdrawn'] as const
export type InvitationState = (typeof invitationStates)[number]

/** An invitation, as the inviting organization sees it. */
export const Invitation = z.strictObject({
  id: Id,
  /** What the invitation leads to. */
  kind: z.enum(invitationKinds),
  /** State of the invitation. */
  state: z.enum(invitationStates),
  /** Address that it was sent to, null for a link or QR code. @example null */
  email: z.nullable(z.string()),
  /** Name of the person who invited. @example "Alice Moreau" */
  inviterName: z.string(),
  /** Id of the case that waits for the invited organization, null for none. */
  orderId: z.nullable(Id),
  createdAt: Time,
  expiresAt: Time,
})
export type Invitation = z.output<typeof Invitation>

/** An invitation that was created or renewed. */
export const CreatedInvitation = z.strictObject({
  invitation: Invitation,
  /** Address to hand over, null if the invitation was mailed. No other reply contains it. @example null */
  link: z.nullable(z.string()),
})
export type CreatedInvitation = z.output<typeof CreatedInvitation>

/** An invitation as shown to the holder of its link. */
export const InvitationOffer = z.strictObject({
  /** What the invitation leads to. */
  kind: z.enum(invitationKinds),
  /** Address that it was sent to, null for a link or QR code. @example null */
  email: z.nullable(z.string()),
  /** Name of the organization. @example "Brookside Dental" */
  organizationName: z.string(),
  /** Type of the inviting organization: 1 clinic, 2 laboratory, 3 individual, 255 platform. */
  organizationType: z.enum(businessTypes),
  /** Name of the person who invited. @example "Alice Moreau" */
  inviterName: z.string(),
  expiresAt: Time,
})
export type InvitationOffer = z.output<typeof InvitationOffer>

/** Calls of invitations (rules §4). Those of partners are made by a call of /organizations. */
export const invitationRoutes = {
  'invitations.create': {
    method: 'POST',
    path: '/invitations',
    permission: 'invitation.manage',
    audit: 'invitations.create',
    summary: 'Invite a member by mail, or without an address by a link and QR code that works once',
    body: z.strictObject({
      /** Address that gets the invitation; without one the reply has a link. */
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
    summary: 'List the organization’s invitations that are open or expired unused, newest first',
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
    summary: 'Send an invitation again, or create a new link; the earlier link stops working',
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
