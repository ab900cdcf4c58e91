import type { WorkOrderType, WorkOrderTypeName } from '@pontic/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { PageWindow } from '../../platform/http/list-cursor.ts'

/** Row of a type. `sortName` is the sort key. */
export type WorkTypeRow = WorkOrderType & { sortName: string }

const columns = sql`t.id, t.code, t.name, t.operator_id as "operatorId", a.name as "operatorName",
  lower(t.name) as "sortName", (select count(*)::int from work_order w where w.type_id = t.id
    and w.status not in ('resolved', 'unresolved', 'closed')) as open`
const joined = sql`from work_order_type t left join account a on a.id = t.operator_id where t.deleted_at is null`

/**
 * Returns a page of the active types by name: those whose name matches all patterns, or whose code is listed.
 * @param search.patterns patterns of LIKE
 * @param search.codes codes of the types whose translated name matches
 */
export async function listTypeRows(
  db: Db | Tx,
  search: { patterns: readonly string[]; codes: readonly string[] },
  page: PageWindow,
): Promise<{ rows: WorkTypeRow[]; total: number }> {
  const base = sql`${joined} and (lower(t.name) like all (${search.patterns}::text[])
    or t.code = any(${search.codes}::text[]))`
  const after = page.cursor
    ? sql`and (lower(t.name), t.id) > (${page.cursor.key}, ${page.cursor.id}::uuid)`
    : sql``
  const { rows } = await sql<WorkTypeRow>`select ${columns} ${base} ${after}
    order by lower(t.name), t.id limit ${page.limit} offset ${page.offset}`.execute(db)
  const found = await sql<{ total: number }>`select count(*)::int as total ${base}`.execute(db)
  return { rows, total: found.rows[0]?.total ?? 0 }
}

/** Returns the active types, oldest first. */
export async function listTypeNames(db: Db | Tx): Promise<WorkOrderTypeName[]> {
  const { rows } = await sql<WorkOrderTypeName>`select id, code, name from work_order_type
    where deleted_at is null order by created_at, id`.execute(db)
  return rows
}

/** Finds an active type and locks its row until the transaction ends. */
export async function lockActiveType(
  tx: Tx,
  id: string,
): Promise<{ id: string; operatorId: string | null } | undefined> {
  const { rows } = await sql<{ id: string; operatorId: string | null }>`
    select id, operator_id as "operatorId" from work_order_type where id = ${id} and deleted_at is null
    for share`.execute(tx)
  return rows[0]
}

/** Finds an active type. */
export async function findType(tx: Tx, id: string): Promise<WorkTypeRow | undefined> {
  const { rows } = await sql<WorkTypeRow>`select ${columns} ${joined} and t.id = ${id}`.execute(tx)
  return rows[0]
}

/** Inserts a type. @returns its id */
export async function createType(
  tx: Tx,
  type: { name: string; operatorId: string | null; now: Date },
): Promise<string> {
  const id = newId(type.now.getTime())
  await tx
    .insertInto('work_order_type')
    .values({ id, name: type.name, operator_id: type.operatorId, created_at: type.now })
    .execute()
  return id
}

/** Updates a type. A new name clears the code of a built-in type, so that the name is no longer translated. */
export async function updateType(
  tx: Tx,
  id: string,
  change: { name?: string; operatorId?: string | null },
): Promise<void> {
  await tx
    .updateTable('work_order_type')
    .set({
      // Kysely needs at least one column.
      id,
      ...(change.name === undefined ? {} : { name: change.name, code: null }),
      ...(change.operatorId === undefined ? {} : { operator_id: change.operatorId }),
    })
    .where('id', '=', id)
    .execute()
}

/** Deactivates a type. */
export async function deleteType(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('work_order_type').set({ deleted_at: now }).where('id', '=', id).execute()
}

/** Locks all active types, so that no other call deletes one before the commit. @returns their ids */
export async function lockTypes(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('work_order_type')
    .select('id')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}
