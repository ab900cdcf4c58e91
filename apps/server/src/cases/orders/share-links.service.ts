import { type CreatedInvitation, limits, type ShareLink, shareStatuses } from '@pontic/contract'
import { sql } from 'kysely'
import {
  acceptInvitation,
  createInvitation,
  getOpenInvitation,
  type InvitedOrder,
  type OpenInvitation,
} from '../../people/invitations/invitations.service.ts'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { addressSubject, recordAttemptOrFail } from '../../platform/http/attempts.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call, RequestFacts } from '../../platform/http/handlers.ts'
import { findVisibleOrder, type VisibleOrder } from '../access/order-access.service.ts'
import {
  countShareAddresses,
  findShareAddress,
  saveShareAddress,
  updateShareAccess,
} from './shares.queries.ts'

/**
 * Locks and returns an order of the caller's clinic, so that changes of its shares run one after the other.
 * @throws order.not_found
 */
export async function lockOwnOrder(call: Call<'tx' | 'scope'>, id: string): Promise<VisibleOrder> {
  const order = await findVisibleOrder(call, id, { forUpdate: true })
  if (order?.party !== 'clinic') fail('order.not_found')
  return order
}

/**
 * Asserts that an order can be shared once more.
 * @throws order.shares_full if its addresses and open links reach the limit
 */
export async function assertRoomForShare(
  { tx, services }: Call<'tx' | 'services'>,
  orderId: string,
): Promise<void> {
  const links = await listShareLinks(tx, orderId, services.now())
  if ((await countShareAddresses(tx, orderId)) + links.length >= limits.sharesPerOrderMax)
    fail('order.shares_full')
}

/** Returns the unused links of an order that are neither expired nor withdrawn, newest first. */
export async function listShareLinks(db: Db | Tx, orderId: string, now: Date): Promise<ShareLink[]> {
  return await db
    .selectFrom('invitation_order as k')
    .innerJoin('invitation as i', 'i.id', 'k.invitation_id')
    .select(['i.id', 'k.may_download as mayDownload', 'i.created_at as createdAt'])
    .select(['i.expires_at as expiresAt', 'i.inviter_name as by'])
    .where('k.order_id', '=', orderId)
    .where('i.email', 'is', null)
    .where('i.accepted_at', 'is', null)
    .where('i.withdrawn_at', 'is', null)
    .where('i.expires_at', '>', now.toISOString())
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id')
    .execute()
}

/**
 * Creates a link to an order that one individual can redeem within seven days (rules §4). It is meant for a patient
 * whose address the clinic does not know.
 * @throws order.not_found, order.wrong_status, order.shares_full, invitation.too_many
 */
export async function createShareLink(
  call: Call<'tx' | 'scope' | 'services'>,
  { id, download }: { id: string; download: boolean },
): Promise<CreatedInvitation> {
  const { tx, scope } = call
  const order = await lockOwnOrder(call, id)
  if (!shareStatuses.some((status) => status === order.status)) fail('order.wrong_status')
  await assertRoomForShare(call, id)
  const invited = { orderId: id, mayDownload: download }
  const created = await createInvitation(call, { kind: 'person', email: null, order: invited })
  await recordAudit(tx, scope, {
    action: 'orders.createShareLink',
    objectType: 'order',
    objectId: id,
    detail: { linkId: created.invitation.id, download },
  })
  await notifyClinic(tx, id, order.clinicId)
  return created
}

/** Withdraws an unused link. @throws order.not_found, invitation.not_found */
export async function withdrawShareLink(
  call: Call<'tx' | 'scope' | 'services'>,
  { id, linkId }: { id: string; linkId: string },
): Promise<void> {
  const { tx, scope, services } = call
  const order = await lockOwnOrder(call, id)
  const { numAffectedRows } = await sql`update invitation i set withdrawn_at = ${services.now().toISOString()}
    from invitation_order k where k.invitation_id = i.id and k.order_id = ${id} and i.id = ${linkId}
      and i.email is null and i.accepted_at is null and i.withdrawn_at is null`.execute(tx)
  if (numAffectedRows !== 1n) fail('invitation.not_found')
  await recordAudit(tx, scope, {
    objectType: 'order',
    objectId: id,
    detail: { linkId },
  })
  await notifyClinic(tx, id, order.clinicId)
}

/**
 * Redeems a link, which lets the caller read its order.
 * @returns the order's id
 * @throws invitation.invalid, also for an invitation that was mailed to an address; request.too_many
 */
export async function redeemShareLink(
  call: Call<'tx' | 'scope' | 'services'>,
  { request, code }: { request: RequestFacts; code: string },
): Promise<{ id: string }> {
  const { tx, scope, services } = call
  const limit = { windowSeconds: 60, max: limits.invitationReadsPerMinute }
  await recordAttemptOrFail(tx, addressSubject('invitation', request.address), limit, services.now())
  const invitation = await getOpenInvitation(call, code)
  if (invitation.kind !== 'person' || invitation.email !== null) fail('invitation.invalid')
  const account = { id: scope.account.id, email: scope.account.email }
  const orders = await acceptInvitation(call, invitation, account.id)
  await grantLinkedOrders(call, account, { invitation, orders })
  const id = orders[0]?.orderId ?? fail('invitation.invalid')
  await recordAudit(tx, scope, {
    objectType: 'order',
    objectId: id,
    subjectOrganizationIds: [invitation.organizationId],
    detail: { linkId: invitation.id },
  })
  return { id }
}

/**
 * Grants the account that has redeemed a link access to the orders of the link. Does not reduce rights that
 * the account's address already has.
 */
export async function grantLinkedOrders(
  { tx, services }: Call<'tx' | 'services'>,
  account: { id: string; email: string },
  { invitation, orders }: { invitation: OpenInvitation; orders: readonly InvitedOrder[] },
): Promise<void> {
  for (const { orderId, mayDownload } of orders) {
    const before = await findShareAddress(tx, orderId, account.email)
    await saveShareAddress(tx, {
      orderId,
      email: account.email,
      mayDownload: mayDownload || before?.may_download === true,
      sharedAt: services.now(),
      sharedBy: invitation.inviterAccountId,
      accountId: account.id,
    })
    await updateShareAccess(tx, orderId, account.id)
    await notifyClinic(tx, orderId, invitation.organizationId)
  }
}

function notifyClinic(tx: Tx, id: string, clinicId: string): Promise<void> {
  return notifyChange(tx, { feature: 'orders', id, organizationIds: [clinicId] })
}
