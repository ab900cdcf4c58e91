import { defaultCalendar, type LabCalendar, riskDayOf } from '@pontic/contract'
import { writeAudit } from '../../platform/audit/audit.service.ts'
import { changesOf } from '../../platform/audit/changes.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Scope } from '../../platform/http/scope.ts'
import {
  findCalendarRow,
  findRiskRow,
  isReadable,
  listRiskKinds,
  writeCalendar,
  writeRiskDay,
  writeRiskDays,
} from './delivery.queries.ts'

/** When a laboratory works; the usual days where it has set none, or no laboratory is known yet. */
export async function readLabCalendar(tx: Tx, labId: string | null): Promise<LabCalendar> {
  return (labId === null ? undefined : await findCalendarRow(tx, labId)) ?? defaultCalendar
}

/**
 * When a laboratory works, for those who work with it.
 * @throws organization.not_found for one that is no laboratory, or none of theirs
 */
export async function getCalendar(tx: Tx, scope: Scope, labId: string): Promise<LabCalendar> {
  if (!(await isReadable(tx, scope, labId))) fail('organization.not_found')
  return await readLabCalendar(tx, labId)
}

/** Sets when the caller's laboratory works, and judges the risk of its open cases anew. */
export async function updateCalendar(
  tx: Tx,
  scope: Scope,
  calendar: LabCalendar,
  now: Date,
): Promise<{ done: true }> {
  const labId = scope.organization.id
  const before = await readLabCalendar(tx, labId)
  await writeCalendar(tx, labId, calendar, now)
  const kinds = await listRiskKinds(tx, labId)
  const judged = kinds.map((kind) => ({ ...kind, atRiskOn: riskDayOf(kind, calendar) ?? null }))
  if (judged.length > 0) await writeRiskDays(tx, labId, judged)
  await writeAudit(tx, scope, {
    objectType: 'organization',
    objectId: labId,
    subjectOrganizationIds: [labId],
    ...changesOf(before, calendar),
  })
  await notifyChange(tx, { feature: 'delivery', id: labId, organizationIds: [labId] })
  return { done: true }
}

/**
 * Keeps the first day on which an order's delivery day is at risk. Call it after whatever changed its day, its status, its
 * type or its laboratory, in the same transaction; a repeat is harmless.
 */
export async function settleRisk(tx: Tx, orderId: string): Promise<void> {
  const row = await findRiskRow(tx, orderId)
  if (row === undefined) return
  const day = row.deliveryOn === null ? undefined : riskDayOf(row, await readLabCalendar(tx, row.labId))
  if ((day ?? null) !== row.atRiskOn) await writeRiskDay(tx, orderId, day ?? null)
}
