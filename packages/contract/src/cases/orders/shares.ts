import * as z from 'zod/mini'
import { Done, Email, Id, Time } from '../../fields.ts'
import { CreatedInvitation } from '../../people/invitations/invitations.ts'
import { EmailCode } from '../../people/session/session.ts'
import type { RouteTable } from '../../route.ts'

/** An address that a clinic shares a case with (rules §4). */
export const Share = z.strictObject({
  /** Address of the individual; it needs no account yet. @example "carol@example.com" */
  email: z.string(),
  /** Whether the recipient may download the files. */
  mayDownload: z.boolean(),
  sharedAt: Time,
  /** Member of the clinic who shared it; empty if their account is deleted. @example "Alice Moreau" */
  by: z.string(),
  /** Expiry of the link in the invitation mail. */
  linkUntil: Time,
})
export type Share = z.output<typeof Share>

/** An unused link or QR code to a case. One individual can redeem it once. */
export const ShareLink = z.strictObject({
  id: Id,
  /** Whether the recipient may download the files. */
  mayDownload: z.boolean(),
  createdAt: Time,
  expiresAt: Time,
  /** Member of the clinic who created it. @example "Alice Moreau" */
  by: z.string(),
})
export type ShareLink = z.output<typeof ShareLink>

const example = { id: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f', email: 'paula.weiss@mail.example' }

/** Routes with which a clinic shares a case with individuals (rules §4). */
export const shareRoutes = {
  'orders.share': {
    method: 'PUT',
    path: '/orders/share',
    permission: 'order.share',
    audit: 'orders.share',
    summary:
      'Share a case with an individual by email address, or change their rights; an address without an account gets an invitation. The reply is the same for every address',
    body: z.strictObject({
      id: Id,
      email: Email,
      /** Whether the recipient may download the files. */
      download: z._default(z.boolean(), false),
      /** Whether to send the mail again to an address that the case is already shared with. */
      again: z._default(z.boolean(), false),
    }),
    reply: Share,
    errors: [
      'order.not_found',
      'order.wrong_status',
      'order.shares_full',
      'invitation.too_many',
      'request.too_many',
    ],
    example: { body: { ...example, download: false } },
  },
  'orders.unshare': {
    method: 'PUT',
    path: '/orders/unshare',
    permission: 'order.share',
    audit: 'orders.unshare',
    summary: 'Stop sharing a case with an address and close its running downloads',
    body: z.strictObject({
      id: Id,
      email: Email,
    }),
    reply: Done,
    errors: ['order.not_found'],
    example: { body: example },
  },
  'orders.listShares': {
    method: 'GET',
    path: '/orders/:id/shares',
    permission: 'order.share',
    reads: true,
    summary: 'List the addresses that a case is shared with, newest first, and its unused links',
    params: z.strictObject({ id: Id }),
    reply: z.strictObject({
      /** Addresses that the case is shared with. */
      list: z.array(Share),
      /** Unused links to the case. */
      links: z.array(ShareLink),
    }),
    errors: ['order.not_found'],
  },
  'orders.createShareLink': {
    method: 'POST',
    path: '/orders/sharelink',
    permission: 'order.share',
    audit: ['orders.createShareLink', 'invitations.create'],
    summary:
      'Create a link and QR code with which one individual gets access to a case; valid for seven days',
    body: z.strictObject({
      id: Id,
      /** Whether the recipient may download the files. */
      download: z._default(z.boolean(), false),
    }),
    reply: CreatedInvitation,
    secretReply: true,
    errors: ['order.not_found', 'order.wrong_status', 'order.shares_full', 'invitation.too_many'],
    example: { body: { id: example.id, download: false } },
  },
  'orders.withdrawShareLink': {
    method: 'PUT',
    path: '/orders/sharelink/withdraw',
    permission: 'order.share',
    audit: 'orders.withdrawShareLink',
    summary: 'Withdraw an unused link to a case',
    body: z.strictObject({
      id: Id,
      linkId: Id,
    }),
    reply: Done,
    errors: ['order.not_found', 'invitation.not_found'],
    example: { body: { id: example.id, linkId: example.id } },
  },
  'orders.takeShareLink': {
    method: 'PUT',
    path: '/orders/sharelink/take',
    permission: 'order.shared',
    audit: 'orders.takeShareLink',
    summary: 'Redeem a link: the caller, an individual, gets access to its case',
    body: z.strictObject({
      code: EmailCode,
    }),
    reply: z.strictObject({ id: Id }),
    errors: ['invitation.invalid', 'request.too_many'],
    example: {
      body: { code: 'wFq4b1jT0m3Jc6yR2s8VxkP9aZ5dL7eHnGoQuIiBvCX' },
    },
  },
} as const satisfies RouteTable
