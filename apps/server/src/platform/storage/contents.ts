import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'

/**
 * Locks a content until the transaction ends. Transactions on all nodes then add and remove references to it one after the
 * other.
 * @param sha256 hash of the content in hex
 */
export async function lockContent(tx: Tx, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`content:${sha256}`}, 0))`.execute(tx)
}

/** Whether an existing file or picture has this content. */
export async function isContentUsed(tx: Tx, sha256: Buffer): Promise<boolean> {
  const row = await tx
    .selectFrom('order_file')
    .select('id')
    .where('sha256', '=', sha256)
    .where('state', '=', 'verified')
    .where('removed_at', 'is', null)
    .unionAll(tx.selectFrom('image').select('id').where('sha256', '=', sha256))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Runs `work` while a content is locked as by {@link lockContent}, without a transaction, because `work` may take long. Transactions
 * that add or remove references to the content wait meanwhile.
 */
export async function withLockedContent<Result>(
  { db }: Pick<Database, 'db'>,
  sha256: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const key = sql`hashtextextended(${`content:${sha256}`}, 0)`
  return await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${key})`.execute(connection)
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection)
    }
  })
}
