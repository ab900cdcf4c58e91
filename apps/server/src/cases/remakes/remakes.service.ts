import type { Remake, RemakeCause } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { changesOf } from '../../platform/audit/changes.shared.ts'
import type { Tx } from '../../platform/db/database.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call, ReadCall } from '../../platform/http/handlers.ts'
import { findVisibleOrder } from '../access/order-access.service.ts'
import { sideOf } from '../access/order-side.shared.ts'
import { addOrderEvent, stepByScope } from '../steps/order-steps.service.ts'
import { findRemake, readRemakeFigures, updateCause } from './remakes.queries.ts'
import { toRemake } from './remakes.shared.ts'

/** Inserts the row that links a remake's new order to the original, with the clinic's opinion on the cause. */
export async function createRemake(
  tx: Tx,
  remake: {
    orderId: string
    originalId: string
    clinicId: string
    labId: string
    cause: RemakeCause
    note: string
    at: Date
  },
): Promise<void> {
  await tx
    .insertInto('order_remake')
    .values({
      order_id: remake.orderId,
      original_id: remake.originalId,
      clinic_id: remake.clinicId,
      lab_id: remake.labId,
      clinic_cause: remake.cause,
      clinic_note: remake.note,
      created_at: remake.at,
    })
    .execute()
}

/**
 * Saves the caller's opinion on the cause of a remake. Both sides can read it.
 * @throws remake.not_found, also for callers who are not the clinic or the laboratory of the original order
 */
export async function noteCause(
  call: Call<'tx' | 'scope' | 'services'>,
  input: { id: string; cause: RemakeCause; note: string },
): Promise<Remake> {
  const { tx, scope, services } = call
  const side = sideOf(scope)
  const remake = (await findRemake(tx, side, input.id)) ?? fail('remake.not_found')
  const party = side.party === 'clinic' ? 'clinic' : 'lab'
  const { cause, note } = input
  await updateCause(tx, remake.id, { party, cause, note, at: services.now() })
  const order = (await findVisibleOrder(call, remake.originalId)) ?? fail('remake.not_found')
  await addOrderEvent(tx, stepByScope(scope), order, {
    kind: 'cause',
    to: order.status,
    note,
    reason: cause,
    labId: remake.labId,
  })
  const organizationIds = [remake.clinicId, remake.labId]
  await recordAudit(tx, scope, {
    objectType: 'order',
    objectId: order.id,
    subjectOrganizationIds: organizationIds,
    detail: { remakeId: remake.id },
    ...changesOf({ cause: party === 'clinic' ? remake.clinicCause : remake.labCause }, { cause }),
  })
  for (const id of [remake.originalId, remake.id]) {
    await notifyChange(tx, { feature: 'orders', id, organizationIds })
  }
  return toRemake((await findRemake(tx, side, input.id)) ?? fail('remake.not_found'))
}

/** Counts the caller's remakes by partner and cause. @returns an empty list for individuals and the platform */
export async function listRemakeFigures(
  { tx, scope }: ReadCall<'scope'>,
  filter: { partnerId: string | null; from: string | null; to: string | null },
) {
  const { party, id } = sideOf(scope)
  if (party !== 'clinic' && party !== 'lab') return { list: [] }
  return { list: await readRemakeFigures(tx, { party, id }, filter) }
}
