import type { CasePrescriptions, Order, Prescription } from '@pontic/contract'
import { sql } from 'kysely'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { findVisibleOrder, type VisibleOrder } from '../access/order-access.service.ts'
import { chooseScreenshot } from '../meshes/screenshots.service.ts'
import { lockOrderForEdit, saveOrderEdit } from '../steps/order-edits.service.ts'
import { assertPrescriptionsComplete, readPrescriptions } from './completeness.service.ts'
import { saveWork } from './work.service.ts'

type Target = { id: string; version?: number | undefined }

/**
 * Saves the prescriptions of an order. The order must be with its clinic. Without `morePrescriptions`, the further ones stay as
 * they are, because clients that know only one prescription do not send them.
 * @throws order.not_found, order.wrong_status, order.changed; prescription.wrong_type; prescription.incomplete if the
 * order has a deferred send and a field that the send requires is missing
 */
export async function updatePrescription(
  call: Call<'tx' | 'scope'>,
  input: Target & { prescription: Prescription; morePrescriptions?: Prescription[] | undefined },
): Promise<Order> {
  const order = await lockOrderForEdit(call, input)
  const { prescription } = input
  if (prescription.type !== order.type) fail('prescription.wrong_type', {}, { 'prescription.type': 'choice' })
  const { morePrescriptions = (await readPrescriptions(call.tx, order.id, order.type)).morePrescriptions } =
    input
  return await savePrescriptions(call, order, 'prescriptions.update', { prescription, morePrescriptions })
}

/**
 * Copies the prescriptions of an earlier order of the same clinic.
 * @throws as `updatePrescription`; order.not_found also for the earlier order; prescription.not_found if the earlier
 * order has no prescription
 */
export async function copyPrescription(
  call: Call<'tx' | 'scope'>,
  input: Target & { fromId: string },
): Promise<Order> {
  const { tx } = call
  const order = await lockOrderForEdit(call, input)
  const from = (await findVisibleOrder(call, input.fromId)) ?? fail('order.not_found')
  if (from.type !== order.type) fail('prescription.wrong_type')
  const copied = await readPrescriptions(tx, from.id, from.type)
  if (copied.prescription === null) fail('prescription.not_found')
  return await savePrescriptions(call, order, 'prescriptions.copy', copied)
}

async function savePrescriptions(
  call: Call<'tx' | 'scope'>,
  order: VisibleOrder,
  action: 'prescriptions.update' | 'prescriptions.copy',
  given: CasePrescriptions,
): Promise<Order> {
  const { tx, scope } = call
  if (order.sendWaitingLabId !== null)
    await assertPrescriptionsComplete(tx, order, order.sendWaitingLabId, given)
  const body = JSON.stringify(given.prescription)
  const more = JSON.stringify(given.morePrescriptions)
  await sql`insert into prescription (order_id, body, more, updated_by)
    values (${order.id}, ${body}, ${more}, ${scope.account.id})
    on conflict (order_id) do update
    set body = excluded.body, more = excluded.more, updated_by = excluded.updated_by, updated_at = now()`.execute(
    tx,
  )
  await saveWork(tx, order.id)
  // The order's picture shows the arch of the prescription, which may have changed.
  await chooseScreenshot(tx, order.id)
  return await saveOrderEdit(call, order, { action })
}
