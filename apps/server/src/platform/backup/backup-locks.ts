import type { Config } from '../../config/config.ts'
import { acquireLock, tryAcquireLock } from '../db/advisory-lock.ts'

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
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  name: BackupWork,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const lock = await tryAcquireLock(databaseUrl, `pontic:${name}`)
  if (lock === undefined) return undefined
  try {
    return await work()
  } finally {
    await lock.release()
  }
}

/** Waits for another process that copies changes, and runs `work` then. */
export async function withArchiveLock<Result>(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = await acquireLock(databaseUrl, 'pontic:archive')
  try {
    return await work()
  } finally {
    await lock.release()
  }
}
