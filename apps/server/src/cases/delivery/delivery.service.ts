import { defaultCalendar, type LabCalendar, riskDayOf } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { changesOf } from '../../platform/audit/changes.shared.ts'
import type { Tx } from '../../platform/db/database.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import {
  canReadCalendar,
  findCalendarRow,
  findRiskRow,
  listRiskInputs,
  saveCalendar,
  saveRiskDay,
  saveRiskDays,
} from './delivery.queries.ts'

/**
 * Returns a laboratory's calendar, or the default if it has set none.
 * @param labId null for an order without a laboratory
 */
export async function readLabCalendar(tx: Tx, labId: string | null): Promise<LabCalendar> {
  return (labId === null ? undefined : await findCalendarRow(tx, labId)) ?? defaultCalendar
}

/**
 * Returns a laboratory's calendar to organizations that work with it. Only the laboratory itself reads its daily capacity.
 * @throws organization.not_found for other callers, or if `labId` is no laboratory
 */
export async function getCalendar({ tx, scope }: Call<'tx' | 'scope'>, labId: string): Promise<LabCalendar> {
  if (!(await canReadCalendar(tx, scope, labId))) fail('organization.not_found')
  const calendar = await readLabCalendar(tx, labId)
  return labId === scope.organization.id ? calendar : { ...calendar, casesPerDay: null }
}

/** Updates the calendar of the caller's laboratory, and the risk days of its pending and accepted orders. */
export async function updateCalendar(
  { tx, scope }: Call<'tx' | 'scope'>,
  calendar: LabCalendar,
  now: Date,
): Promise<{ done: true }> {
  const labId = scope.organization.id
  const before = await readLabCalendar(tx, labId)
  await saveCalendar(tx, labId, calendar, now)
  const kinds = await listRiskInputs(tx, labId)
  const atRisk = kinds.map((kind) => ({ ...kind, atRiskOn: riskDayOf(kind, calendar) ?? null }))
  if (atRisk.length > 0) await saveRiskDays(tx, labId, atRisk)
  await recordAudit(tx, scope, {
    objectType: 'organization',
    objectId: labId,
    subjectOrganizationIds: [labId],
    ...changesOf(before, calendar),
  })
  await notifyChange(tx, { feature: 'delivery', id: labId, organizationIds: [labId] })
  return { done: true }
}

/**
 * Updates the first day on which an order's delivery is at risk. Idempotent. Must run in the same transaction after a
 * change of delivery day, status, type or laboratory.
 */
export async function updateRisk(tx: Tx, orderId: string): Promise<void> {
  const row = await findRiskRow(tx, orderId)
  if (row === undefined) return
  const day = row.deliveryOn === null ? undefined : riskDayOf(row, await readLabCalendar(tx, row.labId))
  if ((day ?? null) !== row.atRiskOn) await saveRiskDay(tx, orderId, day ?? null)
}
