import { sql } from 'kysely'
import { lockKeyOf } from '../db/advisory-lock.ts'
import type { Database } from '../db/database.ts'

/** Work that only one process of an installation does at a time. */
export type BackupWork = 'backup' | 'archive'

const keyOf = (work: BackupWork) => sql.raw(lockKeyOf(`'pontic:${work}'`))

/**
 * Runs `work` while no other process of the installation does the same.
 * @param waits whether to wait for the other process; without it nothing is done then
 * @returns undefined if another process is at it
 */
export async function withBackupLock<Result>(
  { db }: Pick<Database, 'db'>,
  name: BackupWork,
  waits: boolean,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return await db.connection().execute(async (connection) => {
    const take = waits
      ? sql<{ taken: boolean }>`select true as taken from pg_advisory_lock(${keyOf(name)})`
      : sql<{ taken: boolean }>`select pg_try_advisory_lock(${keyOf(name)}) as taken`
    const { rows } = await take.execute(connection)
    if (!rows[0]?.taken) return undefined
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${keyOf(name)})`.execute(connection)
    }
  })
}
