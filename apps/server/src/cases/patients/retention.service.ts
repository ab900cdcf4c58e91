import { limits, type Retention, type RetentionYears } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import type { Services } from '../../platform/services.ts'
import { createErasureRows } from './erasures.queries.ts'
import { mailAdministrators } from './erasures.service.ts'
import { createErasureCode, toLabCopies } from './erasures.shared.ts'
import { listPatientOrdersByIds } from './patients.queries.ts'
import {
  findRetention,
  listClinicIds,
  listOverdueCases,
  type OverdueCase,
  platformScopeId,
  saveRetentionRow,
} from './retention.queries.ts'

const dayMs = 86_400_000
const batchRows = 500

/** Returns the platform's retention in years, which no clinic can shorten. */
export async function readPlatformRetention(db: Db | Tx): Promise<RetentionYears> {
  const set = await findRetention(db, platformScopeId)
  return set ?? { years: limits.retentionYears, implantYears: limits.retentionImplantYears }
}

/** Returns the retention of a clinic: the longer of its own setting and the platform's. */
export async function readRetention(db: Db | Tx, clinicId: string): Promise<Retention> {
  const platform = await readPlatformRetention(db)
  const own = await findRetention(db, clinicId)
  return {
    years: Math.max(own?.years ?? 0, platform.years),
    implantYears: Math.max(own?.implantYears ?? 0, platform.implantYears),
    platformYears: platform.years,
    platformImplantYears: platform.implantYears,
  }
}

/** Sets the retention of the caller's clinic. @throws retention.too_short if it is shorter than the platform's */
export async function saveRetention(
  { tx, scope, services }: Call<'tx' | 'scope' | 'services'>,
  wanted: RetentionYears,
): Promise<Retention> {
  const { id } = scope.organization
  const before = await readRetention(tx, id)
  const short = {
    ...(wanted.years < before.platformYears ? { years: 'too_small' as const } : {}),
    ...(wanted.implantYears < before.platformImplantYears ? { implantYears: 'too_small' as const } : {}),
  }
  const { platformYears: years, platformImplantYears: implantYears } = before
  if (Object.keys(short).length > 0) fail('retention.too_short', { years, implantYears }, short)
  await saveRetentionRow(tx, id, wanted, services.now())
  await recordAudit(tx, scope, {
    objectType: 'organization',
    objectId: id,
    before: { years: before.years, implantYears: before.implantYears },
    after: wanted,
  })
  await notifyChange(tx, { feature: 'patients', id: null, organizationIds: [id] })
  return await readRetention(tx, id)
}

/** Sets the platform's retention. A longer retention of a clinic stays. */
export async function savePlatformRetention(
  { tx, scope, services }: Call<'tx' | 'scope' | 'services'>,
  wanted: RetentionYears,
): Promise<void> {
  const before = await readPlatformRetention(tx)
  await saveRetentionRow(tx, platformScopeId, wanted, services.now())
  await recordAudit(tx, scope, {
    objectType: 'platform',
    objectId: '',
    before,
    after: wanted,
  })
}

/**
 * Proposes the erasure of orders past their retention, at most 200 per clinic and run. Mails the clinic's
 * administrators. The erasure runs 30 days later. Until then the clinic can undo it.
 */
export async function proposeRetention(services: Services): Promise<void> {
  const { database } = services
  let after = platformScopeId
  for (;;) {
    const clinicIds = await listClinicIds(database.db, after, batchRows)
    for (const id of clinicIds) await database.transaction((tx) => proposeForClinic({ tx, services }, id))
    const last = clinicIds.at(-1)
    if (last === undefined || clinicIds.length < batchRows) return
    after = last
  }
}

const yearsAgo = (now: Date, years: number): Date => {
  const then = new Date(now)
  then.setUTCFullYear(then.getUTCFullYear() - years)
  return then
}

async function proposeForClinic(call: Call<'tx' | 'services'>, clinicId: string): Promise<void> {
  const { tx, services } = call
  const now = services.now()
  const { years, implantYears } = await readRetention(tx, clinicId)
  const before = {
    others: yearsAgo(now, years),
    implants: yearsAgo(now, implantYears),
    kept: yearsAgo(now, 1),
  }
  const overdue = await listOverdueCases(tx, clinicId, before, limits.retentionCasesPerDay)
  if (overdue.length === 0) return
  const rows = await listPatientOrdersByIds(
    tx,
    clinicId,
    overdue.map(({ id }) => id),
  )
  const id = newId(now.getTime())
  await createErasureRows(tx, {
    id,
    organizationId: clinicId,
    kind: 'retention',
    code: createErasureCode(now),
    patientName: null,
    requestedBy: undefined,
    now,
    dueAt: new Date(now.getTime() + limits.patientErasureDays * dayMs),
    copies: toLabCopies(rows),
    cases: assignCodes(overdue, now),
  })
  const orderIds = overdue.map((one) => one.id)
  await recordAudit(
    tx,
    { organizationId: clinicId },
    { action: 'retention.propose', objectType: 'erasure', objectId: id, detail: { orderIds } },
  )
  await mailAdministrators(call, [clinicId], 'retention_proposed', {
    count: overdue.length,
    days: limits.patientErasureDays,
    years,
    implantYears,
  })
  await notifyChange(tx, { feature: 'patients', id: null, organizationIds: [clinicId] })
}

/** Assigns one code to each patient name. All given orders with this name share the code; upper and lower case are equal. */
function assignCodes(cases: readonly OverdueCase[], now: Date): { id: string; code: string }[] {
  const codes = new Map<string, string>()
  return cases.map(({ id, patientName }) => {
    const key = patientName.toLowerCase()
    const code = codes.get(key) ?? createErasureCode(now)
    codes.set(key, code)
    return { id, code }
  })
}
