import { createHash } from 'node:crypto'
import product from '../../../package.json' with { type: 'json' }
import { startBaseBackup } from '../db/base-backup.ts'
import { printLsn, type WalPosition } from '../db/wal-reader.ts'
import { runWithHealthRecord } from '../jobs/outlet-state.ts'
import type { Services } from '../services.ts'
import { type Archive, type ArchiveServices, findDatabaseUrl, openArchive } from './archive.service.ts'
import { withArchiveLock, withBackupLock } from './backup-locks.ts'
import { findEmbeddedCluster } from './embedded.ts'
import { archiveAllFiles } from './file-archive.ts'
import { type About, type BackedUpDatabase, backupIdOf, type Manifest, readManifest } from './manifests.ts'
import { paths, putBytes, putPlain, type Vault } from './objects.ts'
import { removeOldBackups } from './retention.ts'
import { getBackupConfig, openVault, withVault } from './vault.ts'
import { findMissingSegment } from './wal-archive.ts'

/** Bytes of the archive of the database in an object, before compression. */
const partBytes = 32 * 1024 * 1024

/**
 * A finished backup. `lost`: hashes of files that are missing or damaged in the storage. `cleanupError`: why old backups could not be
 * deleted; undefined if they were.
 */
export type MadeBackup = { about: About; lost: string[]; cleanupError: unknown }

/**
 * Makes a backup now, and deletes backups that are older than the settings keep. Each object is read again after it was written. The
 * health page shows a failed deletion, too, but the backup is complete and readable.
 * @returns the backup; undefined if another process is making one
 */
export async function makeBackup(services: Services): Promise<MadeBackup | undefined> {
  const config = getBackupConfig(services.config)
  const runInVault = <Result>(work: (vault: Vault) => Promise<Result>): Promise<Result> =>
    runWithHealthRecord(services, 'backup', () => withVault(openVault(config), work))
  return await withBackupLock(services.database, 'backup', async () => {
    const made = await runInVault((vault) => writeBackup(services, vault))
    const since = new Date(services.now().getTime() - config.keepMs)
    const cleanupError = await runInVault((vault) => removeOldBackups(vault, since)).catch(
      (error: unknown) => error,
    )
    return { ...made, cleanupError }
  })
}

async function writeBackup(
  services: ArchiveServices,
  vault: Vault,
): Promise<Omit<MadeBackup, 'cleanupError'>> {
  const startedAt = services.now()
  const id = backupIdOf(startedAt)
  // Another process may be copying changes, and must not begin another series at the same time.
  const archive = await withArchiveLock(services.database, () => openArchive(services, vault))
  try {
    const database = await backUpDatabase(services, vault, archive, id)
    const files = await archiveAllFiles(services, vault, archive.known)
    const changes = await withArchiveLock(services.database, () => archive.copyChanges(vault))
    if (database !== undefined) await assertWalComplete(vault, database.about)
    const about: About = {
      format: 1,
      id,
      version: product.version,
      startedAt: startedAt.toISOString(),
      completedAt: services.now().toISOString(),
      database: database?.about ?? null,
      files: files.stored.length,
      addedBytes: (database?.addedBytes ?? 0) + files.addedBytes + changes,
    }
    const cluster = await findEmbeddedCluster(services.config.dataFolder)
    const manifest: Manifest = {
      about,
      partHashes: database?.partHashes ?? [],
      files: files.stored.map(({ sha256, sizeBytes }) => [sha256, sizeBytes]),
      erasures: [...archive.known.erasures].sort(),
      cluster: cluster === undefined ? null : JSON.stringify(cluster),
    }
    await putBytes(vault, paths.manifest(id), Buffer.from(JSON.stringify(manifest)))
    // Shows that the secret key belongs to the public keys.
    if (vault.secrets.length > 0) await readManifest(vault, id)
    const names = files.stored.map(({ sha256 }) => `${vault.sealer.nameOf(sha256)}\n`)
    await putPlain(vault, paths.names(id), names.join(''))
    await putPlain(vault, paths.about(id), JSON.stringify(about))
    return { about, lost: files.lost }
  } finally {
    await archive.close()
  }
}

type CopiedDatabase = { about: BackedUpDatabase; partHashes: string[]; addedBytes: number }

async function backUpDatabase(
  services: ArchiveServices,
  vault: Vault,
  { reader, series }: Archive,
  id: string,
): Promise<CopiedDatabase | undefined> {
  const url = await findDatabaseUrl(services)
  if (url === undefined || reader === undefined || series === undefined) return undefined
  const position = await reader.readPosition()
  const copy = await startBaseBackup(url, `pontic ${id}`)
  try {
    const { partHashes, addedBytes } = await copyParts(vault, copy.archive, id)
    return { about: toDatabase(position, series, copy, partHashes.length), partHashes, addedBytes }
  } finally {
    await copy.close()
  }
}

const toDatabase = (
  { version, segmentBytes }: WalPosition,
  series: string,
  copy: { timeline: number; from: bigint; readEnd: () => bigint },
  parts: number,
): BackedUpDatabase => ({
  series,
  postgres: version,
  timeline: copy.timeline,
  segmentBytes,
  from: printLsn(copy.from),
  to: printLsn(copy.readEnd()),
  parts,
})

async function copyParts(
  vault: Vault,
  archive: AsyncIterable<Buffer>,
  id: string,
): Promise<{ partHashes: string[]; addedBytes: number }> {
  const partHashes: string[] = []
  let addedBytes = 0
  let waiting: Buffer[] = []
  let waitingBytes = 0
  const putPart = async () => {
    const bytes = Buffer.concat(waiting)
    waiting = []
    waitingBytes = 0
    addedBytes += await putBytes(vault, paths.base(id, partHashes.length), bytes)
    partHashes.push(createHash('sha256').update(bytes).digest('hex'))
  }
  for await (const chunk of archive) {
    waiting.push(chunk)
    waitingBytes += chunk.length
    if (waitingBytes >= partBytes) await putPart()
  }
  await putPart()
  return { partHashes, addedBytes }
}

/** Checks that the write-ahead log which makes the copy consistent is in the target. @throws Error */
async function assertWalComplete(vault: Vault, database: BackedUpDatabase): Promise<void> {
  const segment = await findMissingSegment(vault, database)
  if (segment !== undefined) throw new Error(`The write-ahead log ${segment} was not archived.`)
}
