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
  emptyOrderRow,
  emptyTexts,
  findPrescriptionBody,
  lockFullCase,
  savePrescriptionBody,
} from './empty-case.queries.ts'
import { clearPushAndPullTraces } from './push-pull-traces.service.ts'
import { dropMailsTo } from './traces.queries.ts'

/**
 * Removes the patient from an order (decision 0038): name, free texts, messages, files and derived data are deleted
 * on both sides. Number, dates, status, type, teeth and work stay under a code, so that the other side's accounts
 * stay correct. It is idempotent.
 * @param orderCode.code replaces the name
 * @returns whether there was anything to empty
 */
export async function emptyCase(
  { tx, services }: Call<'tx' | 'services'>,
  { orderId, code }: { orderId: string; code: string },
): Promise<{ isEmptied: boolean }> {
  const now = services.now()
  const order = await lockFullCase(tx, orderId)
  if (order === undefined) return { isEmptied: false }
  await eraseOrderFiles(tx, orderId, now)
  const photoIds = await deleteConversation(tx, orderId)
  await releaseImages(tx, photoIds)
  await emptyTexts(tx, orderId)
  await emptyPrescription(tx, orderId)
  await clearPushAndPullTraces(tx, orderId)
  await dropMailsTo(tx, await deleteShares(tx, orderId))
  await emptyOrderRow(tx, order, code, now)
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
  return { isEmptied: true }
}

async function emptyPrescription(tx: Tx, orderId: string): Promise<void> {
  const body = await findPrescriptionBody(tx, orderId)
  if (body !== undefined) await savePrescriptionBody(tx, orderId, withoutTexts(body))
}

/** A prescription, or a part of one, reduced to its codes. */
export function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts)
  if (typeof value !== 'object' || value === null) return value
  const isText = (key: string) => (freeTextFields as readonly string[]).includes(key)
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, isText(key) ? '' : withoutTexts(one)]),
  )
}

/** Whether a name is gone from the search columns of a clinic's orders. */
export async function isNameGone(tx: Tx, clinicId: string, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from orders
    where clinic_id = ${clinicId}::uuid and lower(patient_name) = lower(${name}) limit 1`.execute(tx)
  return rows.length === 0
}
