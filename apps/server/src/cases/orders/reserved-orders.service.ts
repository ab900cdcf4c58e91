import { type KeptOrder, orderActionTiming } from '@pontic/contract'
import { sql } from 'kysely'
import { isoOfJsonTime, rowAsJson } from '../../platform/db/json-rows.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { findVisibleOrder, lockOrder, type OrderPair } from '../access/order-access.service.ts'
import { assertPrescriptionsComplete, listMissingOf } from '../prescriptions/completeness.service.ts'
import { applyOrderStepWithNotice } from '../steps/order-steps.service.ts'
import { findLabRelation } from './order-partners.queries.ts'
import { planBlockedSend, planDeferredSend, planSend } from './order-plans.ts'
import { hasUnprocessedScans, isBlockedByScans } from './readiness.service.ts'
import { findStepAuthor } from './step-authors.queries.ts'

/**
 * Asserts that an order can be reserved for an invited laboratory (rules §4): it belongs to the caller's clinic and
 * could be sent. Cancels its reservation for an earlier invitation.
 * @throws order.not_found, order.wrong_status, prescription.incomplete
 */
export async function assertReservable(call: Call<'tx' | 'scope'>, orderId: string): Promise<void> {
  const { tx } = call
  const order = await findVisibleOrder(call, orderId, { forUpdate: true })
  if (order?.party !== 'clinic') fail('order.not_found')
  if (!orderActionTiming('send', { ...order, party: 'clinic' })) fail('order.wrong_status')
  await assertPrescriptionsComplete(tx, order, null)
  await sql`delete from invitation_order k using invitation i where i.id = k.invitation_id and i.kind = 'partner'
    and i.accepted_at is null and k.order_id = ${orderId}::uuid`.execute(tx)
}

/**
 * Sends the orders that are reserved for a laboratory, after it has become the clinic's partner. Skips orders that
 * were sent elsewhere or discarded. Notifies the clinic of orders that cannot be sent, because their prescription lacks what the
 * laboratory requires or their scans block the send. Sends nothing if the two are not partners, the laboratory is banned, or
 * one of the two was deleted.
 */
export async function sendReservedOrders(call: Call<'tx' | 'services'>, pair: OrderPair): Promise<void> {
  const { tx } = call
  const { rows } = await sql<{ orderId: string; accountId: string }>`
    select distinct o.id as "orderId", coalesce(i.inviter_account_id, o.created_by) as "accountId"
    from invitation i join account a on a.id = i.accepted_account_id and a.organization_id = ${pair.labId}::uuid
    join invitation_order k on k.invitation_id = i.id join orders o on o.id = k.order_id
    where i.kind = 'partner' and i.organization_id = ${pair.clinicId}::uuid and o.clinic_id = ${pair.clinicId}::uuid
    order by 1`.execute(tx)
  if (rows.length === 0) return
  const { relation, labName } = await findLabRelation(tx, pair)
  if (relation !== 'partner') return
  for (const row of rows) await sendOne(call, { ...row, labId: pair.labId, labName })
}

async function sendOne(
  call: Call<'tx' | 'services'>,
  reservation: { orderId: string; accountId: string; labId: string; labName: string },
): Promise<void> {
  const { tx, services } = call
  const order = await lockOrder(tx, reservation.orderId)
  if (!order || order.sendWaitingLabId !== null) return
  const when = orderActionTiming('send', { ...order, party: 'clinic' })
  if (when === undefined) return
  const by = await findStepAuthor(tx, reservation.accountId)
  const hold = () => applyOrderStepWithNotice(call, by, order, planBlockedSend(order, reservation))
  // The laboratory's requirements are known only since it has joined.
  if ((await listMissingOf(tx, order, reservation.labId)).length > 0) return void (await hold())
  // This check comes before `isBlockedByScans`, which then covers a scan that is processed between the two checks.
  const isWaiting = when === 'deferred' || (await hasUnprocessedScans(tx, order.id, services.now()))
  if (order.status !== 'scanned' && (await isBlockedByScans(tx, order, reservation.labId)))
    return void (await hold())
  const plan = isWaiting
    ? planDeferredSend(reservation.accountId, order.status, { ...order, ...reservation })
    : planSend(order, { ...reservation, senderName: by.accountName })
  await applyOrderStepWithNotice(call, by, order, plan)
}

/** SQL of the invitation for which a row `o` of an order is reserved, as JSON for `toReservation`. */
export const reservationJson = rowAsJson(sql`select i.email, i.expires_at as "expiresAt"
  from invitation_order k join invitation i on i.id = k.invitation_id
  where k.order_id = o.id and i.kind = 'partner' and i.accepted_at is null and i.withdrawn_at is null limit 1`)

/** Maps the JSON of `reservationJson` to its DTO, the address and expiry of the invitation. */
export const toReservation = (row: KeptOrder | null): KeptOrder | null =>
  row && { ...row, expiresAt: isoOfJsonTime(row.expiresAt) }
