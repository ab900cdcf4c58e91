import { businessTypes, type Operator } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { likePatterns } from '../../platform/db/text-search.ts'
import type { PageWindow } from '../../platform/http/list-cursor.ts'

/** Row of an operator. `sortName` is the sort key. */
export type OperatorRow = Operator & { sortName: string }

const columns = sql`a.id, a.name, a.email, a.is_organization_administrator as "isAdministrator",
  a.disabled_at is null as "isEnabled", o.created_at as since, lower(a.name) as "sortName",
  coalesce((select json_agg(json_build_object('id', t.id, 'code', t.code, 'name', t.name) order by lower(t.name))
    from work_order_type t where t.operator_id = a.id and t.deleted_at is null), '[]'::json) as types,
  (select count(*)::int from work_order w where w.operator_id = a.id
    and w.status not in ('resolved', 'unresolved', 'closed')) as open`

const joined = sql`from work_order_operator o join account a on a.id = o.account_id and a.deleted_at is null`

/** Returns a page of the operators by name. */
export async function listOperatorRows(
  db: Db | Tx,
  words: string | undefined,
  page: PageWindow,
): Promise<{ rows: OperatorRow[]; total: number }> {
  const base = sql`${joined} where lower(a.name || ' ' || a.email) like all (${likePatterns(words)}::text[])`
  const after = page.cursor
    ? sql`and (lower(a.name), a.id) > (${page.cursor.key}, ${page.cursor.id}::uuid)`
    : sql``
  const { rows } = await sql<OperatorRow>`select ${columns} ${base} ${after}
    order by lower(a.name), a.id limit ${page.limit} offset ${page.offset}`.execute(db)
  return { rows, total: await countRows(db, base) }
}

async function countRows(db: Db | Tx, base: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${base}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Finds an operator. */
export async function findOperator(tx: Tx, id: string): Promise<OperatorRow | undefined> {
  const { rows } = await sql<OperatorRow>`select ${columns} ${joined} where a.id = ${id}`.execute(tx)
  return rows[0]
}

/** Returns the operators who can sign in, by name, for select fields. */
export async function listOperatorOptions(db: Db | Tx): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`select a.id, a.name ${joined}
    where a.disabled_at is null order by lower(a.name), a.id`.execute(db)
  return rows
}

/**
 * Locks an operator until the transaction ends, so that no other call removes them while a request is assigned to them.
 * @returns whether they are an operator who can sign in
 */
export async function lockOperator(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from work_order_operator o join account a on a.id = o.account_id
    where a.id = ${id} and a.disabled_at is null and a.deleted_at is null for share of o`.execute(tx)
  return rows.length > 0
}

/**
 * Makes a user of the platform an operator, if they are not one yet.
 * @returns whether the account is an active platform user
 */
export async function createOperator(tx: Tx, accountId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from account a join organization g on g.id = a.organization_id
    where a.id = ${accountId} and g.business_type = ${businessTypes.platform} and a.membership = 'active' and a.disabled_at is null
      and a.deleted_at is null for key share of a`.execute(tx)
  if (rows.length === 0) return false
  await tx
    .insertInto('work_order_operator')
    .values({ account_id: accountId, created_at: now })
    .onConflict((oc) => oc.doNothing())
    .execute()
  return true
}

/**
 * Removes an operator. Their types then have no operator (`on delete set null`).
 * @returns whether the account was an operator
 */
export async function deleteOperator(tx: Tx, accountId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('work_order_operator')
    .where('account_id', '=', accountId)
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the ids of operators whose accounts were closed or deleted. */
export async function listDeletedOperatorIds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select a.id from work_order_operator o
    join account a on a.id = o.account_id where a.deleted_at is not null order by a.id`.execute(db)
  return rows.map(({ id }) => id)
}
