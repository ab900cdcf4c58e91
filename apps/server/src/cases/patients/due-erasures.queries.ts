import type { ErasureKind, OrderStatus } from '@pontic/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** A due erasure. `patientName` is null for an erasure after the retention period. */
export type DueErasure = {
  id: string
  kind: ErasureKind
  code: string
  clinicId: string
  clinicName: string
  patientName: string | null
}

/** Returns due erasures that are neither done nor undone, the earliest due first. */
export async function listDueErasures(db: Db, now: Date, rowsMax: number): Promise<DueErasure[]> {
  const { rows } = await sql<DueErasure>`
    select e.id, e.kind, e.code, e.organization_id as "clinicId", g.name as "clinicName",
      e.patient_name as "patientName"
    from erasure e join organization g on g.id = e.organization_id
    where e.done_at is null and e.undone_at is null and e.due_at <= ${now}
    order by e.due_at, e.id limit ${rowsMax}`.execute(db)
  return rows
}

/** An order of an erasure. `labId` is its current laboratory; `code` replaces the patient's name. */
export type ErasureCase = {
  id: string
  number: string
  code: string
  status: OrderStatus
  labId: string | null
  isErased: boolean
  isDiscarded: boolean
}

/** Returns the orders of an erasure. */
export async function listErasureCases(db: Db | Tx, erasureId: string): Promise<ErasureCase[]> {
  const { rows } = await sql<ErasureCase>`
    select o.id, o.number, eo.code, o.status, o.lab_id as "labId", o.erased_at is not null as "isErased",
      o.discarded_at is not null as "isDiscarded"
    from erasure_order eo join orders o on o.id = eo.order_id
    where eo.erasure_id = ${erasureId}::uuid order by o.id`.execute(db)
  return rows
}

/**
 * Locks an erasure, so that it cannot be undone until the transaction ends.
 * @returns false if it is done or undone
 */
export async function lockErasure(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('erasure')
    .select('id')
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .where('undone_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Marks an erasure as done and clears the patient's name. */
export async function saveErasureDone(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('erasure')
    .set({ done_at: now, patient_name: null, undone_at: null, undone_by_name: null, undone_by: null })
    .where('id', '=', id)
    .execute()
}

/** Returns which of these ids belong to an erasure that is done, or to an erased account or order. */
export async function listDoneErasures(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from erasure where done_at is not null and id = any(${[...ids]}::uuid[])
    union all select id from account where erased_at is not null and id = any(${[...ids]}::uuid[])
    union all select id from orders where erased_at is not null and id = any(${[...ids]}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Locks an account that is not erased. @returns false if it is missing or erased */
export async function lockUnerasedAccount(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}
