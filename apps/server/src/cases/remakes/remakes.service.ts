import { type Order, orderActionTiming, type Remake, type RemakeCause } from '@pontic/contract'
import { translate } from '@pontic/messages'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { changesOf } from '../../platform/audit/changes.shared.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Services } from '../../platform/services.ts'
import { reuseFiles } from '../files/reused-files.service.ts'
import { findVisibleOrder, type VisibleOrder } from '../orders/order-access.service.ts'
import { sendOrderNotice } from '../orders/order-notices.service.ts'
import { type OrderSide, sideOf } from '../orders/order-side.shared.ts'
import { addOrderEvent, applyOrderStep, stepByScope } from '../orders/order-steps.service.ts'
import { createOrder, readBack, settleUpload } from '../orders/orders.service.ts'
import {
  createRemake,
  findRemake,
  listRemakes,
  type RemakeRow,
  readRemakeFigures,
  updateCause,
} from './remakes.queries.ts'

type RemakeInput = {
  id: string
  version?: number | undefined
  cause: RemakeCause
  note: string
  deliveryOn: string | null
  fileIds: readonly string[]
}

/**
 * Orders a remake (rules §5): a new order with the fields and prescription of the original, linked both ways. The
 * chosen files of the clinic are reused without an upload: the new order is uploaded at once, or waits for files if
 * there are none.
 * @returns the new order
 * @throws order.not_found, order.wrong_status, order.changed, file.not_found
 */
export async function remakeOrder(
  tx: Tx,
  services: Services,
  scope: Scope,
  input: RemakeInput,
): Promise<Order> {
  const original = await getOriginal(tx, scope, input)
  const labId = original.labId ?? fail('order.wrong_status')
  const made = await createOrder(tx, services, scope, draftOf(original, input.deliveryOn))
  await copyPrescription(tx, scope, original.id, made.id, services.now())
  const { clinicId } = original
  const at = services.now()
  const { cause, note } = input
  await createRemake(tx, { orderId: made.id, originalId: original.id, clinicId, labId, cause, note, at })
  await reuseFiles(tx, scope, { fromOrderId: original.id, toOrderId: made.id, fileIds: input.fileIds, at })
  const by = stepByScope(scope)
  await applyOrderStep(tx, by, original, {
    kind: 'remake',
    to: original.status,
    note,
    reason: cause,
    labId,
  })
  // Only the laboratory of the original learns which order is replaced.
  await addOrderEvent(tx, by, made, {
    kind: 'remakeOf',
    to: made.status,
    note: [original.number, note].filter(Boolean).join('\n'),
    reason: cause,
    labId,
  })
  await recordAudit(tx, scope, { action: 'orders.remakeOf', objectType: 'order', objectId: made.id })
  await settleUpload(tx, services, made.id)
  await notifyLab(tx, services, original, { labId, cause })
  return await readBack(tx, scope, made.id)
}

async function getOriginal(tx: Tx, scope: Scope, input: RemakeInput): Promise<VisibleOrder> {
  const order = (await findVisibleOrder(tx, scope, input.id, { forUpdate: true })) ?? fail('order.not_found')
  const { status, party, isLabGone } = order
  if (party !== 'clinic' || orderActionTiming('remake', { status, party, isLabGone }) !== 'now')
    fail('order.wrong_status')
  if (input.version !== undefined && input.version !== order.version) fail('order.changed')
  return order
}

/** The copied fields; the remark belongs to the original. */
function draftOf(order: VisibleOrder, deliveryOn: string | null) {
  const { type, patientName, doctor, scanDate, equipmentNumber, softwareVersion, otherRequirements } = order
  const kept = { type, patientName, doctor, scanDate, equipmentNumber, softwareVersion, otherRequirements }
  return { ...kept, deliveryOn, remark: '' }
}

async function copyPrescription(tx: Tx, scope: Scope, fromId: string, toId: string, at: Date): Promise<void> {
  await sql`insert into prescription (order_id, body, updated_by, updated_at)
    select ${toId}::uuid, body, ${scope.account.id}::uuid, ${at} from prescription where order_id = ${fromId}`.execute(
    tx,
  )
}

async function notifyLab(
  tx: Tx,
  services: Services,
  order: VisibleOrder,
  remake: { labId: string; cause: RemakeCause },
): Promise<void> {
  await sendOrderNotice(tx, services, order.id, {
    template: 'order_remake',
    organizationId: remake.labId,
    codes: { reason: remake.cause },
    params: (language) => ({
      number: order.number,
      clinic: order.clinicName,
      cause: translate(language, `remakes.causes.${remake.cause}`),
    }),
  })
}

/** The remakes of an order and the remake that it is itself, as this side sees them. */
export async function readRemakesOf(
  db: Db | Tx,
  side: OrderSide,
  orderId: string,
): Promise<{ remakeOf: Remake | null; remakes: Remake[] }> {
  const rows = await listRemakes(db, side, orderId)
  const own = rows.find((row) => row.id === orderId)
  return {
    remakeOf: own ? toRemake(own) : null,
    remakes: rows.filter((row) => row.originalId === orderId).map(toRemake),
  }
}

function toRemake({ originalId: _, clinicId: __, labId: ___, ...remake }: RemakeRow): Remake {
  return remake
}

/**
 * Saves the caller's opinion on the cause of a remake; both sides and their figures show it.
 * @throws remake.not_found for everybody but the clinic and the laboratory of the original
 */
export async function noteCause(
  tx: Tx,
  services: Services,
  scope: Scope,
  input: { id: string; cause: RemakeCause; note: string },
): Promise<Remake> {
  const side = sideOf(scope)
  const remake = (await findRemake(tx, side, input.id)) ?? fail('remake.not_found')
  const party = side.party === 'clinic' ? 'clinic' : 'lab'
  const { cause, note } = input
  await updateCause(tx, remake.id, { party, cause, note, at: services.now() })
  const order = (await findVisibleOrder(tx, scope, remake.originalId)) ?? fail('remake.not_found')
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

/** Remakes by partner and cause. @returns an empty list for callers without partners */
export async function listRemakeFigures(
  db: Db | Tx,
  scope: Scope,
  filter: { partnerId: string | null; from: string | null; to: string | null },
) {
  const { party, id } = sideOf(scope)
  if (party !== 'clinic' && party !== 'lab') return { list: [] }
  return { list: await readRemakeFigures(db, { party, id }, filter) }
}
