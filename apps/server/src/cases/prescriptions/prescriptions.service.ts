import type { Order, Prescription } from '@pontic/contract'
import { sql } from 'kysely'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { findVisibleOrder, type VisibleOrder } from '../access/order-access.service.ts'
import { chooseScreenshot } from '../meshes/screenshots.service.ts'
import { lockOrderForEdit, saveOrderEdit } from '../steps/order-edits.service.ts'
import { assertPrescriptionComplete, readPrescription } from './completeness.service.ts'
import { saveWork } from './work.service.ts'

type Target = { id: string; version?: number | undefined }

/**
 * Saves the prescription of an order. The order must be with its clinic.
 * @throws order.not_found, order.wrong_status, order.changed; prescription.wrong_type; prescription.incomplete if the
 * order has a deferred send and a field that the send requires is missing
 */
export async function updatePrescription(
  call: Call<'tx' | 'scope'>,
  input: Target & { prescription: Prescription },
): Promise<Order> {
  const order = await lockOrderForEdit(call, input)
  return await savePrescription(call, order, 'prescriptions.update', input.prescription)
}

/**
 * Copies the prescription of an earlier order of the same clinic.
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
  const prescription = (await readPrescription(tx, from.id, from.type)) ?? fail('prescription.not_found')
  return await savePrescription(call, order, 'prescriptions.copy', prescription)
}

async function savePrescription(
  call: Call<'tx' | 'scope'>,
  order: VisibleOrder,
  action: 'prescriptions.update' | 'prescriptions.copy',
  prescription: Prescription,
): Promise<Order> {
  const { tx, scope } = call
  if (prescription.type !== order.type) fail('prescription.wrong_type', {}, { 'prescription.type': 'choice' })
  if (order.sendWaitingLabId !== null)
    await assertPrescriptionComplete(tx, order, order.sendWaitingLabId, prescription)
  const body = JSON.stringify(prescription)
  await sql`insert into prescription (order_id, body, updated_by) values (${order.id}, ${body}, ${scope.account.id})
    on conflict (order_id) do update
    set body = excluded.body, updated_by = excluded.updated_by, updated_at = now()`.execute(tx)
  await saveWork(tx, order.id)
  // The order's picture shows the arch of the prescription, which may have changed.
  await chooseScreenshot(tx, order.id)
  return await saveOrderEdit(call, order, { action })
}
