import { openWalReader, type WalReader } from '../db/wal-reader.ts'
import type { Services } from '../services.ts'
import { findEmbeddedUrls } from './embedded.ts'
import { archiveErasures, archiveNewFiles, type KnownObjects, readKnownObjects } from './file-archive.ts'
import { type BackedUpDatabase, listBackups } from './manifests.ts'
import type { Vault } from './objects.ts'
import { getBackupConfig } from './vault.ts'
import { findOrBeginSeries, WalArchive } from './wal-archive.ts'

export type ArchiveServices = Pick<Services, 'config' | 'database' | 'storage' | 'now' | 'log'>

/** Returns the URL of a superuser of the database; undefined if its backups are somebody else's work. */
export async function findDatabaseUrl({ config }: Pick<Services, 'config'>): Promise<string | undefined> {
  const given = getBackupConfig(config).databaseUrl
  return given === '' ? (await findEmbeddedUrls(config.dataFolder))?.superUrl : given
}

/** The archive of changes, which one process of an installation writes at a time. Call its functions only with the lock `archive`. */
export type Archive = {
  /** The objects that the target contains. */
  known: KnownObjects
  /** Id of the series of the write-ahead log; undefined without a database. */
  series: string | undefined
  reader: WalReader | undefined
  /**
   * Copies all changes since the last copy: first new files and records of erasures, then the write-ahead log that refers to them.
   * Each state that can be restored therefore has all its files.
   * @returns the bytes that were added to the target
   */
  copyChanges: (vault: Vault) => Promise<number>
  /** Returns a part of the write-ahead log that the target lacks after this backup; undefined if there is none. */
  findGap: (vault: Vault, database: BackedUpDatabase) => Promise<string | undefined>
  close: () => Promise<void>
}

/** Opens the archive. Reads from the target what it contains. */
export async function openArchive(services: ArchiveServices, vault: Vault): Promise<Archive> {
  const url = await findDatabaseUrl(services)
  const [newest] = await listBackups(vault)
  const known = await readKnownObjects(vault)
  const reader = url === undefined ? undefined : await openWalReader(url)
  const wal = reader && new WalArchive(reader, await findOrBeginSeries(reader))
  // A backup copies all files, so only those since the newest one can be missing.
  let lastAt = new Date(newest?.startedAt ?? 0)
  return {
    known,
    series: wal?.seriesId,
    reader,
    copyChanges: async (vault) => {
      const at = services.now()
      const position = await reader?.readPosition()
      const files = await archiveNewFiles(services, vault, known, lastAt)
      if (files.lost.length > 0)
        services.log.error(
          { files: files.lost },
          'Files are missing or damaged in the storage and cannot be backed up.',
        )
      const erasureBytes = await archiveErasures(services, vault, known)
      const walBytes = wal && position ? await wal.archive(vault, position) : 0
      lastAt = at
      return files.addedBytes + erasureBytes + walBytes
    },
    findGap: async (vault, database) => await wal?.findGap(vault, database),
    close: async () => await reader?.close(),
  }
}
