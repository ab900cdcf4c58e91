import type { RetentionYears } from '@pontic/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** `scope_id` of the platform's row; a clinic's row has the id of the clinic. */
export const platformScopeId = '00000000-0000-0000-0000-000000000000'

/** Returns the retention periods that the platform or a clinic has set; undefined if it has set none. */
export async function findRetention(db: Db | Tx, scopeId: string): Promise<RetentionYears | undefined> {
  const row = await db
    .selectFrom('retention')
    .select(['years', 'implant_years as implantYears'])
    .where('scope_id', '=', scopeId)
    .executeTakeFirst()
  return row
}

/** Inserts or replaces the retention of the platform or of a clinic. */
export async function saveRetentionRow(
  tx: Tx,
  scopeId: string,
  wanted: RetentionYears,
  now: Date,
): Promise<void> {
  const row = { years: wanted.years, implant_years: wanted.implantYears, updated_at: now }
  await tx
    .insertInto('retention')
    .values({ scope_id: scopeId, ...row })
    .onConflict((on) => on.column('scope_id').doUpdateSet(row))
    .execute()
}

/** Returns ids of clinics in ascending order. @param after only greater ids */
export async function listClinicIds(db: Db, after: string, rowsMax: number): Promise<string[]> {
  const rows = await db
    .selectFrom('organization')
    .select('id')
    .where('business_type', '=', 1)
    .where('id', '>', after)
    .orderBy('id')
    .limit(rowsMax)
    .execute()
  return rows.map(({ id }) => id)
}

/** An order whose retention period has passed. */
export type OverdueCase = { id: string; patientName: string }

/**
 * Returns and locks orders of a clinic past their retention, the least recently changed first. Leaves out orders with
 * a waiting erasure, and orders whose proposed erasure (kind `retention`) the clinic has undone since `before.kept`.
 */
export async function listOverdueCases(
  tx: Tx,
  clinicId: string,
  before: { others: Date; implants: Date; kept: Date },
  rowsMax: number,
): Promise<OverdueCase[]> {
  const { rows } = await sql<OverdueCase>`
    select o.id, o.patient_name as "patientName" from orders o
    where o.clinic_id = ${clinicId}::uuid and o.erased_at is null
      and o.updated_at < greatest(${before.others}::timestamptz, ${before.implants}::timestamptz)
      and o.updated_at < case when o.type = 2 then ${before.implants}::timestamptz else ${before.others}::timestamptz end
      and not exists (select 1 from erasure_order eo join erasure e on e.id = eo.erasure_id
        where eo.order_id = o.id and e.done_at is null
          and (e.undone_at is null or (e.kind = 'retention' and e.undone_at > ${before.kept}::timestamptz)))
    order by o.updated_at, o.id limit ${rowsMax} for no key update of o skip locked`.execute(tx)
  return rows
}
