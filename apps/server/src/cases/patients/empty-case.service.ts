import { freeTextFields } from '@pontic/contract'
import { sql } from 'kysely'
import { releaseImages } from '../../people/images/images.service.ts'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { eraseOrderFiles } from '../files/erased-files.service.ts'
import {
  deleteConversation,
  deleteShares,
  eraseOrderRow,
  eraseTexts,
  findPrescriptionBodies,
  lockUnerasedOrder,
  savePrescriptionBodies,
} from './empty-case.queries.ts'
import { clearPushAndPullTraces } from './push-pull-traces.service.ts'
import { deleteMailsTo } from './traces.queries.ts'

/**
 * Erases the patient of an order (decision 0038). Deletes free texts, messages, files and previews for both sides,
 * and replaces the name with a code. Number, dates, status, type, teeth and work stay, because the laboratory's
 * accounting needs them. Idempotent.
 * @param orderCode.code replaces the patient's name
 * @returns `isErased` is false if the order is missing or already erased
 */
export async function eraseOrder(
  { tx, services }: Call<'tx' | 'services'>,
  { orderId, code }: { orderId: string; code: string },
): Promise<{ isErased: boolean }> {
  const now = services.now()
  const order = await lockUnerasedOrder(tx, orderId)
  if (order === undefined) return { isErased: false }
  await eraseOrderFiles(tx, orderId, now)
  const photoIds = await deleteConversation(tx, orderId)
  await releaseImages(tx, photoIds)
  await eraseTexts(tx, orderId)
  await erasePrescriptions(tx, orderId)
  await clearPushAndPullTraces(tx, orderId)
  await deleteMailsTo(tx, await deleteShares(tx, orderId))
  await eraseOrderRow(tx, order, code, now)
  const organizationIds = [order.clinicId, ...(order.labId === null ? [] : [order.labId])]
  await recordAudit(
    tx,
    {},
    {
      action: 'orders.erase',
      objectType: 'order',
      objectId: orderId,
      subjectOrganizationIds: organizationIds,
      detail: { code },
    },
  )
  await notifyChange(tx, { feature: 'orders', id: orderId, organizationIds })
  return { isErased: true }
}

async function erasePrescriptions(tx: Tx, orderId: string): Promise<void> {
  const stored = await findPrescriptionBodies(tx, orderId)
  if (stored === undefined) return
  const [body, more] = [withoutTexts(stored.body), withoutTexts(stored.more)]
  await savePrescriptionBodies(tx, orderId, { body, more })
}

/** Returns a copy of a prescription, or of a part of it, with empty free texts. */
export function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts)
  if (typeof value !== 'object' || value === null) return value
  const isText = (key: string) => (freeTextFields as readonly string[]).includes(key)
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, isText(key) ? '' : withoutTexts(one)]),
  )
}

/** Whether no order of a clinic has this patient name. */
export async function isNameUnused(tx: Tx, clinicId: string, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from orders
    where clinic_id = ${clinicId}::uuid and lower(patient_name) = lower(${name}) limit 1`.execute(tx)
  return rows.length === 0
}
