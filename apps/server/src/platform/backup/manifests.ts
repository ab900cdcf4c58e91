import { DamagedObject } from './age.ts'
import { paths, readBytes, readPlain, type Vault } from './objects.ts'
import { MissingObject } from './target.ts'

/**
 * What everybody with access to the target can read about a backup. A backup without this object is not complete. `series` names
 * the write-ahead log that continues the backup; null if the backup has no database.
 */
export type About = {
  format: 1
  id: string
  /** Version of Pontic. */
  version: string
  startedAt: string
  completedAt: string
  database: BackedUpDatabase | null
  files: number
  /** Bytes that this backup has added to the target. */
  addedBytes: number
}

/** The database of a backup. Positions are texts such as `16/B374D848`. */
export type BackedUpDatabase = {
  series: string
  /** Major version of PostgreSQL. */
  postgres: number
  timeline: number
  segmentBytes: number
  from: string
  to: string
  parts: number
}

/** The encrypted contents of a backup. */
export type Manifest = {
  about: About
  /** SHA-256 of each part of the archive of the database, in order. */
  partHashes: string[]
  /** The files of the storage: SHA-256, by which the storage names them, and size in bytes. */
  files: [sha256: string, sizeBytes: number][]
  /** Ids of the records of erasures. */
  erasures: string[]
  /** Contents of `postgres.json`, with the passwords of the roles; null without a built-in database. */
  cluster: string | null
}

/** Returns the id of a backup that starts now, such as `20261128T161200Z`. Ids sort by time. */
export const backupIdOf = (startedAt: Date): string =>
  startedAt.toISOString().replaceAll(/[-:]/g, '').replace(/\.\d+/, '')

/** Lists the complete backups, the newest first. */
export async function listBackups(vault: Vault): Promise<About[]> {
  const entries = await vault.target.list(paths.backups)
  const found = entries.filter(({ path }) => path.endsWith('/about.json'))
  const backups = await Promise.all(
    found.map(async ({ path }) => JSON.parse(await readPlain(vault, path)) as About),
  )
  return backups.sort((one, other) => (one.completedAt < other.completedAt ? 1 : -1))
}

/** Checks that a backup is in the target. @throws Error if it is not */
export async function assertBackupExists(vault: Vault, id: string): Promise<void> {
  try {
    await readPlain(vault, paths.about(id))
  } catch (error) {
    throw error instanceof MissingObject
      ? new Error(`The backup ${id} is not in the target any more. A new one is needed.`)
      : error
  }
}

/** Returns the names of the files that a backup needs. */
export async function readNames(vault: Vault, id: string): Promise<string[]> {
  return (await readPlain(vault, paths.names(id))).split('\n').filter((name) => name !== '')
}

/**
 * Reads the list of everything in a backup.
 * @throws WrongKey if it was encrypted for another key; Error that names the missing or damaged object
 */
export async function readManifest(vault: Vault, id: string): Promise<Manifest> {
  try {
    return JSON.parse((await readBytes(vault, paths.manifest(id))).toString('utf8')) as Manifest
  } catch (error) {
    if (error instanceof MissingObject) throw new Error(`There is no backup ${id} in the target.`)
    if (error instanceof DamagedObject)
      throw new Error(`The manifest of the backup ${id} is damaged. ${error.message}`)
    throw error
  }
}
