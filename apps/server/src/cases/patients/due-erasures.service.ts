import { type AuditEntry, recordAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import type { Call } from '../../platform/http/handlers.ts'
import type { Services } from '../../platform/services.ts'
import { recordErasure } from '../../platform/storage/erasure-record.ts'
import {
  type DueErasure,
  type ErasureCase,
  listDueErasures,
  listErasureCases,
  lockErasure,
  saveErasureDone,
} from './due-erasures.queries.ts'
import { eraseOrder, isNameUnused } from './empty-case.service.ts'
import { mailAdministrators } from './erasures.service.ts'
import { deleteDraftsOf, deleteExportsOf, deleteStoredReplies, replaceName } from './traces.queries.ts'

const batchRows = 50
const productionStatuses: readonly string[] = ['pending', 'accepted']

/** Runs up to 50 due erasures. The erasure of a patient waits for orders that are pending or accepted. */
export async function runDueErasures(services: Services): Promise<void> {
  const { database, now, log } = services
  const due = await listDueErasures(database.db, now(), batchRows)
  for (const erasure of due) {
    try {
      await runErasure(services, erasure)
    } catch (error) {
      // A failing erasure does not block the others. The next run retries it.
      const { message } = error as Error
      log.error({ erasureId: erasure.id, err: { message } }, 'An erasure failed.')
    }
  }
}

const isHeld = (erasure: DueErasure, one: ErasureCase) =>
  erasure.kind === 'patient' && !one.isDiscarded && productionStatuses.includes(one.status)

async function runErasure(services: Services, erasure: DueErasure): Promise<void> {
  const { database } = services
  const cases = await listErasureCases(database.db, erasure.id)
  const ready = cases.filter((one) => !isHeld(erasure, one))
  // Writes the record before the first deletion. If this run then fails and the database is restored, the record still
  // lists the erasure, which is repeated.
  await recordErasure(services, { id: erasure.id, cases: ready.map(({ id, code }) => ({ id, code })) })
  for (const one of ready) {
    if (one.isErased) continue
    const isRunning = await database.transaction(async (tx) => {
      if (!(await lockErasure(tx, erasure.id))) return false
      await eraseOrder({ tx, services }, { orderId: one.id, code: one.code })
      return true
    })
    if (!isRunning) return
  }
  if (ready.length === cases.length)
    await database.transaction((tx) => finishErasure({ tx, services }, erasure, cases))
}

/**
 * Deletes remaining traces of the patient, marks the erasure as done, and mails the laboratories the numbers of their
 * orders.
 */
async function finishErasure(
  call: Call<'tx' | 'services'>,
  erasure: DueErasure,
  cases: readonly ErasureCase[],
): Promise<void> {
  const { tx, services } = call
  if (!(await lockErasure(tx, erasure.id))) return
  const { clinicId, patientName, code } = erasure
  const byLab = Map.groupBy(
    cases.filter(({ labId }) => labId !== null),
    ({ labId }) => labId ?? '',
  )
  await deleteStoredReplies(
    tx,
    cases.map(({ id }) => id),
  )
  if (patientName !== null) await deleteTraces(tx, { clinicId, labIds: [...byLab.keys()] }, patientName, code)
  await saveErasureDone(tx, erasure.id, services.now())
  const orderIds = cases.map(({ id }) => id)
  const entry: AuditEntry = {
    action: 'erasures.finish',
    objectType: 'erasure',
    objectId: erasure.id,
    detail: { orderIds },
  }
  await recordAudit(tx, { organizationId: clinicId }, entry)
  for (const [labId, own] of byLab) {
    await mailAdministrators(call, [labId], 'erasure_done', {
      clinic: erasure.clinicName,
      count: own.length,
      numbers: own.map(({ number }) => number).join(', '),
    })
  }
  await notifyChange(tx, { feature: 'patients', id: null, organizationIds: [clinicId] })
}

/** Whether a name is long enough to be replaced in free texts. A short single word is often part of other words. */
function isDistinctiveName(name: string): boolean {
  const isIdeographic = /^[\u2e80-\uffff]+$/u.test(name)
  return /\S\s+\S/.test(name) || Array.from(name).length >= (isIdeographic ? 3 : 8)
}

async function deleteTraces(
  tx: Tx,
  of: { clinicId: string; labIds: readonly string[] },
  name: string,
  code: string,
): Promise<void> {
  await deleteExportsOf(tx, name)
  // Drafts and texts stay if another order of the clinic still has this name, because they may be about that
  // patient.
  if (!(await isNameUnused(tx, of.clinicId, name))) return
  await deleteDraftsOf(tx, of.clinicId, name)
  if (!isDistinctiveName(name)) return
  const { clinicId, labIds } = of
  await replaceName(tx, { clinicId, organizationIds: [clinicId, ...labIds] }, name, code)
}
