import type { Erasure, ErasureKind, LabCopy } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { PageWindow } from '../../platform/http/list-cursor.ts'
import type { Scope } from '../../platform/http/scope.ts'

/** An erasure as read from the database, without its state. */
export type ErasureRow = Omit<Erasure, 'state' | 'endedBy' | 'endedAt'> & {
  doneAt: string | null
  undoneAt: string | null
  undoneBy: string | null
}

const columns = sql`e.id, e.kind, e.code, e.patient_name as "patientName", e.copies,
  e.requested_by_name as "requestedBy", e.requested_at as "requestedAt", e.due_at as "dueAt", e.done_at as "doneAt",
  e.undone_at as "undoneAt", e.undone_by_name as "undoneBy", o.cases, o.numbers, o.held as "heldNumbers"`
const withOrders = sql`cross join lateral (
  select count(*) as cases, array_agg(o.number order by o.number) as numbers,
    coalesce(array_agg(o.number order by o.number) filter (where o.status in ('pending', 'accepted')
      and o.erased_at is null), '{}') as held
  from erasure_order eo join orders o on o.id = eo.order_id where eo.erasure_id = e.id) o`

/** Returns one page of the erasures of the caller's clinic, newest first, with the total. */
export async function listErasureRows(
  db: Db | Tx,
  scope: Scope,
  page: PageWindow,
): Promise<{ rows: ErasureRow[]; total: number }> {
  const own = sql`e.organization_id = ${scope.organization.id}::uuid`
  const after: RawBuilder<unknown> = page.cursor
    ? sql`and (e.requested_at, e.id) < (${page.cursor.key}::timestamptz, ${page.cursor.id}::uuid)`
    : sql``
  const { rows } = await sql<ErasureRow>`select ${columns} from erasure e ${withOrders} where ${own} ${after}
    order by e.requested_at desc, e.id desc limit ${page.limit} offset ${page.offset}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total from erasure e where ${own}`.execute(
    db,
  )
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Returns an erasure of the caller's clinic; undefined if it is missing or of another clinic. */
export async function findErasure(db: Db | Tx, scope: Scope, id: string): Promise<ErasureRow | undefined> {
  const { rows } = await sql<ErasureRow>`select ${columns} from erasure e ${withOrders}
    where e.id = ${id}::uuid and e.organization_id = ${scope.organization.id}::uuid`.execute(db)
  return rows[0]
}

/** A new erasure. `patientName` is null and `requestedBy` undefined for an erasure after the retention period. */
export type NewErasure = {
  id: string
  organizationId: string
  kind: ErasureKind
  code: string
  patientName: string | null
  requestedBy: { id: string; name: string } | undefined
  now: Date
  dueAt: Date
  copies: readonly LabCopy[]
  /** The orders, each with the code that will replace its patient's name. */
  cases: readonly { id: string; code: string }[]
}

/** Inserts an erasure with its orders. */
export async function createErasureRows(tx: Tx, erasure: NewErasure): Promise<void> {
  await tx
    .insertInto('erasure')
    .values({
      id: erasure.id,
      organization_id: erasure.organizationId,
      kind: erasure.kind,
      code: erasure.code,
      patient_name: erasure.patientName,
      requested_by: erasure.requestedBy?.id ?? null,
      requested_by_name: erasure.requestedBy?.name ?? '',
      requested_at: erasure.now,
      due_at: erasure.dueAt,
      copies: JSON.stringify(erasure.copies),
    })
    .execute()
  await tx
    .insertInto('erasure_order')
    .values(erasure.cases.map(({ id, code }) => ({ erasure_id: erasure.id, order_id: id, code })))
    .execute()
}

/**
 * Locks orders of the caller's clinic, sorted by id, so that two erasures of the same orders are created one after
 * the other.
 */
export async function lockCases(tx: Tx, scope: Scope, ids: readonly string[]): Promise<void> {
  await tx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('clinic_id', '=', scope.organization.id)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Marks an erasure as undone and clears its patient name.
 * @returns false if it is due, done or already undone
 */
export async function saveErasureUndone(tx: Tx, scope: Scope, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('erasure')
    .set({
      undone_at: now,
      undone_by_name: scope.account.name,
      undone_by: scope.account.id,
      patient_name: null,
    })
    .where('id', '=', id)
    .where('organization_id', '=', scope.organization.id)
    .where('undone_at', 'is', null)
    .where('done_at', 'is', null)
    .where('due_at', '>', now.toISOString())
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
