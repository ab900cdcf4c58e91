import type { ViewContent } from '@pontic/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** A saved view; another version of the portal may have written its content. */
export type ViewRow = { id: string; name: string; content: unknown }

/** Returns an account's views, the oldest first. */
export async function listViewRows(tx: Tx, accountId: string): Promise<ViewRow[]> {
  return await tx
    .selectFrom('saved_view')
    .select(['id', 'name', 'content'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/**
 * Counts an account's views. Locks the account's row, so that simultaneous inserts together stay within the limit.
 */
export async function countViews(tx: Tx, accountId: string): Promise<number> {
  await sql`select 1 from account where id = ${accountId} for no key update`.execute(tx)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from saved_view
    where account_id = ${accountId}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function createView(
  tx: Tx,
  view: { id: string; accountId: string; name: string; content: ViewContent; at: Date },
): Promise<void> {
  await tx
    .insertInto('saved_view')
    .values({
      id: view.id,
      account_id: view.accountId,
      name: view.name,
      content: JSON.stringify(view.content),
      created_at: view.at,
      updated_at: view.at,
    })
    .execute()
}

/** Updates a view of an account. @returns false if it does not exist */
export async function updateView(
  tx: Tx,
  view: { id: string; accountId: string; name: string; content: ViewContent; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('saved_view')
    .set({ name: view.name, content: JSON.stringify(view.content), updated_at: view.at })
    .where('id', '=', view.id)
    .where('account_id', '=', view.accountId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes a view of an account. @returns false if it did not exist */
export async function deleteView(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_view')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
