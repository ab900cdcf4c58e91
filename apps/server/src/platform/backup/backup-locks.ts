import { acquireLock, tryAcquireLock } from '../db/advisory-lock.ts'
import type { Database } from '../db/database.ts'

/**
 * Work that only one process of an installation does at a time: a full backup, and looking after backups (`keeper`).
 */
export type BackupWork = 'backup' | 'keeper'

/**
 * Runs `work` while no other process of the installation does the same. The lock has a connection of its own, because the pool of a
 * node may have only two.
 * @returns undefined if another process is at it
 */
export async function withBackupLock<Result>(
  { direct }: Pick<Database, 'direct'>,
  name: BackupWork,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const lock = await tryAcquireLock(direct, `pontic:${name}`)
  if (lock === undefined) return undefined
  try {
    return await work()
  } finally {
    await lock.release()
  }
}

/** Waits for another process that copies changes, and runs `work` then. */
export async function withArchiveLock<Result>(
  { direct }: Pick<Database, 'direct'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = await acquireLock(direct, 'pontic:archive')
  try {
    return await work()
  } finally {
    await lock.release()
  }
}
