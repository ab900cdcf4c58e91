import { type Kysely, sql } from 'kysely'
import type { Database, Db, Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

/**
 * Locks a content until the transaction ends. Transactions on all nodes then add and remove references to it one after the
 * other.
 * @param sha256 hash of the content in hex
 */
export async function lockContent(tx: Tx, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`content:${sha256}`}, 0))`.execute(tx)
}

/**
 * Lets a transaction idle for half an hour instead of a minute while the storage copies a content, because S3 copies a large object
 * slowly.
 */
export async function allowLongCopy(tx: Tx): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = '30min'`.execute(tx)
}

/** Whether an existing file or picture has this content. */
export async function isContentUsed(tx: Db | Tx, sha256: Buffer): Promise<boolean> {
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
 * that add or remove references to the content wait meanwhile. `work` receives the connection with the lock: if each of several
 * calls waited for a second connection, the pool could have none left.
 */
export async function withLockedContent<Result>(
  { sessions }: Pick<Database, 'sessions'>,
  sha256: string,
  work: (connection: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const key = sql`hashtextextended(${`content:${sha256}`}, 0)`
  return await sessions.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${key})`.execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection)
    }
  })
}
