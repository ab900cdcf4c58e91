import {
  type AuditAction,
  type BusinessType,
  type CreatedInvitation,
  type Invitation,
  type InvitationKind,
  type InvitationOffer,
  type InvitationState,
  limits,
} from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { hashToken } from '../../platform/http/actor.ts'
import { addressSubject, recordAttemptOrFail } from '../../platform/http/attempts.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call, ReadCall } from '../../platform/http/handlers.ts'
import { type Paging, parseWindow, toPage } from '../../platform/http/list-cursor.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import { newSecret, type Secret } from '../../platform/secrets/tokens.ts'
import type { Services } from '../../platform/services.ts'
import {
  createInvitationOrderRow,
  createInvitationRow,
  findInvitation,
  findOffer,
  hasMemberWithEmail,
  type InvitationRow,
  listInvitationOrders,
  listInvitationRows,
  lockInvitation,
  updateInvitationAccepted,
  updateInvitationAccount,
  updateInvitationSecret,
  updateInvitationWithdrawn,
} from './invitations.queries.ts'
import { invitationLink } from './invitations.shared.ts'

const dayMs = 86_400_000
const daySeconds = 86_400

const mailOf = {
  member: 'invite_member',
  person: 'invite_person',
  partner: 'invite_partner',
} as const satisfies Record<InvitationKind, string>

/** A case that an invitation makes readable. */
export type InvitedOrder = { orderId: string; mayDownload: boolean }

/**
 * Creates an invitation that can be used once, within seven days. With an email address, the link is only
 * mailed, so that its use verifies the address. Without an address, the reply contains the link. If an open
 * or expired invitation of the same kind to the same address exists, it is renewed instead.
 * @throws invitation.too_many with Retry-After; member.already for members of the caller's organization
 */
export async function createInvitation(
  call: Call<'tx' | 'scope' | 'services'>,
  wanted: { kind: InvitationKind; email: string | null; order?: InvitedOrder },
): Promise<CreatedInvitation> {
  const { tx, scope, services } = call
  const { kind, email, order } = wanted
  if (email !== null && (await hasMemberWithEmail(tx, scope, email))) {
    fail('member.already', {}, { email: 'email_taken' })
  }
  await countInvitation(call)
  const secret = newSecret()
  const { now, expiresAt } = invitationTerm(services)
  const row = { id: newId(), kind, email, secretSha256: secret.sha256, now, expiresAt }
  const id = await createInvitationRow(tx, scope, row)
  if (order) await createInvitationOrderRow(tx, id, order)
  return deliverInvitation(call, { id, secret, action: 'invitations.create' })
}

/** Counts a new invitation against the daily limit of the organization. @throws invitation.too_many with Retry-After */
export async function countInvitation({
  tx,
  scope,
  services,
}: Call<'tx' | 'scope' | 'services'>): Promise<void> {
  const subject = `invitation:${scope.organization.id}`
  const limit = { windowSeconds: daySeconds, max: limits.invitationsPerDay }
  await recordAttemptOrFail(tx, subject, limit, services.now(), 'invitation.too_many')
}

/** Returns the start and the expiry of a new invitation. */
export function invitationTerm(services: Services): { now: Date; expiresAt: Date } {
  const now = services.now()
  return { now, expiresAt: new Date(now.getTime() + limits.invitationDays * dayMs) }
}

async function deliverInvitation(
  call: Call<'tx' | 'scope' | 'services'>,
  created: { id: string; secret: Secret; action: AuditAction },
): Promise<CreatedInvitation> {
  const { tx, scope, services } = call
  const row = (await findInvitation(tx, scope, created.id)) ?? fail('invitation.not_found')
  const link = invitationLink(created.secret.text)
  if (row.email !== null) await mailInvitation(call, { ...row, email: row.email }, link)
  await recordAudit(tx, scope, {
    action: created.action,
    objectType: 'invitation',
    objectId: row.id,
    detail: { kind: row.kind },
  })
  await notifyInvitations(tx, scope.organization.id)
  return {
    invitation: toInvitation(row, services.now()),
    link: row.email === null ? `${services.config.publicUrl}${link}` : null,
  }
}

function mailInvitation(
  { tx, scope, services }: Call<'tx' | 'scope' | 'services'>,
  invitation: { email: string; kind: InvitationKind; order_id: string | null },
  link: string,
): Promise<void> {
  return sendMail(tx, services, {
    to: invitation.email,
    // The name of the recipient is unknown.
    name: invitation.email,
    language: scope.account.language,
    template: mailOf[invitation.kind],
    params: {
      inviter: scope.account.name,
      organization: scope.organization.name,
      days: limits.invitationDays,
      cases: invitation.order_id === null ? 0 : 1,
    },
    link,
  })
}

function notifyInvitations(tx: Tx, organizationId: string): Promise<void> {
  return notifyChange(tx, { feature: 'invitations', id: null, organizationIds: [organizationId] })
}

function toInvitation(row: InvitationRow, now: Date): Invitation {
  return {
    id: row.id,
    kind: row.kind,
    state: stateOf(row, now),
    email: row.email,
    inviterName: row.inviter_name,
    orderId: row.order_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

function stateOf(row: InvitationRow, now: Date): InvitationState {
  if (row.accepted_at !== null) return 'accepted'
  if (row.withdrawn_at !== null) return 'withdrawn'
  return new Date(row.expires_at) > now ? 'open' : 'expired'
}

/** Returns a page of the organization's open and expired invitations, newest first. */
export async function listInvitations(
  { tx, scope, services }: Call<'tx' | 'scope' | 'services'>,
  wanted: Paging & { kind?: InvitationKind | undefined },
) {
  const found = await listInvitationRows(tx, scope, wanted.kind, parseWindow('invitations', 'moment', wanted))
  return toPage('invitations', wanted, found, {
    show: (row) => toInvitation(row, services.now()),
    cursorOf: (row) => ({ key: row.created_at, id: row.id }),
  })
}

async function lockOpenInvitation({ tx, scope }: Call<'tx' | 'scope'>, id: string): Promise<InvitationRow> {
  const row = await lockInvitation(tx, scope, id)
  if (!row) fail('invitation.not_found')
  if (row.accepted_at !== null || row.withdrawn_at !== null) fail('invitation.wrong_state')
  return row
}

/**
 * Renews an invitation for seven days with a new link, and mails it if the invitation has an email address. The earlier
 * link becomes invalid.
 * @throws invitation.not_found, invitation.wrong_state, invitation.too_many
 */
export async function renewInvitation(
  call: Call<'tx' | 'scope' | 'services'>,
  id: string,
): Promise<CreatedInvitation> {
  const { tx, services } = call
  await lockOpenInvitation(call, id)
  await countInvitation(call)
  const secret = newSecret()
  await updateInvitationSecret(tx, id, { sha256: secret.sha256, ...invitationTerm(services) })
  return deliverInvitation(call, { id, secret, action: 'invitations.renew' })
}

/** Withdraws an invitation. @throws invitation.not_found, invitation.wrong_state */
export async function withdrawInvitation(call: Call<'tx' | 'scope' | 'services'>, id: string): Promise<void> {
  const { tx, scope, services } = call
  await lockOpenInvitation(call, id)
  await updateInvitationWithdrawn(tx, id, services.now())
  await recordAudit(tx, scope, {
    objectType: 'invitation',
    objectId: id,
    before: { isWithdrawn: false },
    after: { isWithdrawn: true },
  })
  await notifyInvitations(tx, scope.organization.id)
}

/**
 * Returns an open invitation for the visitor who opens its link: kind, email address, inviter, organization and expiry.
 * @throws invitation.invalid; request.too_many beyond 30 reads a minute per IP address
 */
export async function getOffer(
  call: Call<'tx' | 'services' | 'request'>,
  code: string,
): Promise<InvitationOffer> {
  const { tx, services, request } = call
  const limit = { windowSeconds: 60, max: limits.invitationReadsPerMinute }
  await recordAttemptOrFail(tx, addressSubject('invitation', request.address), limit, services.now())
  const offer = await getOpenInvitation(call, code)
  return {
    kind: offer.kind,
    email: offer.email,
    organizationName: offer.organizationName,
    organizationType: offer.organizationType,
    inviterName: offer.inviterName,
    expiresAt: offer.expiresAt,
  }
}

/** An open invitation. If `email` is set, the link was only mailed there, so whoever has the link can read that mailbox. */
export type OpenInvitation = {
  id: string
  kind: InvitationKind
  email: string | null
  inviterName: string
  inviterAccountId: string | null
  expiresAt: string
  organizationId: string
  organizationName: string
  organizationType: BusinessType
}

/** Returns the open invitation with a code. @throws invitation.invalid */
export async function getOpenInvitation(
  { tx, services }: ReadCall<'services'>,
  code: string,
): Promise<OpenInvitation> {
  const row = (await findOffer(tx, hashToken(code), services.now())) ?? fail('invitation.invalid')
  return {
    id: row.id,
    kind: row.kind,
    email: row.email,
    inviterName: row.inviter_name,
    inviterAccountId: row.inviter_account_id,
    expiresAt: row.expires_at,
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    organizationType: row.business_type,
  }
}

/**
 * Accepts an invitation in the transaction that creates the account. One of two concurrent uses succeeds.
 * @param accountId the new account
 * @returns the cases of the invitation
 * @throws invitation.invalid
 */
export async function acceptInvitation(
  { tx, services }: Call<'tx' | 'services'>,
  invitation: OpenInvitation,
  accountId: string,
): Promise<InvitedOrder[]> {
  const isAccepted = await updateInvitationAccepted(tx, invitation.id, services.now())
  if (!isAccepted) fail('invitation.invalid')
  await updateInvitationAccount(tx, invitation.id, accountId)
  await notifyInvitations(tx, invitation.organizationId)
  const rows = await listInvitationOrders(tx, invitation.id)
  return rows.map((row) => ({ orderId: row.order_id, mayDownload: row.may_download }))
}
