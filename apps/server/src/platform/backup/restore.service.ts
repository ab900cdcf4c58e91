import { Readable } from 'node:stream'
import type { Services } from '../services.ts'
import { WrongContent } from '../storage/storage.ts'
import { DamagedObject } from './age.ts'
import { databaseRestored } from './backup.hooks.ts'
import type { EmbeddedCluster, EmbeddedUrls } from './embedded.ts'
import { type About, listBackups, readManifest } from './manifests.ts'
import { forEachOf, openFileObject, readBytes, type Vault } from './objects.ts'
import { prepareCluster } from './restored-cluster.ts'
import { resetMeshes, restartUploads, voidSessions } from './restored-rows.queries.ts'
import { listContents } from './stored-contents.queries.ts'
import { MissingObject } from './target.ts'

const filesAtOnce = 4

type Print = (line: string) => void

/** The time of a restore; `text` as PostgreSQL reads it, such as `2026-11-28 16:12:00+00`. */
export type RestoreTime = { at: Date; text: string }

/** What a restore did. `faults` describes each file that is missing or damaged in the backup. */
export type Restored = { backup: string; restoredTo: string | null; files: number; faults: string[] }

/** Opens the services of a node on a database, and closes them after `work`. */
export type WithServices = <Result>(
  urls: EmbeddedUrls,
  work: (services: Services) => Promise<Result>,
) => Promise<Result>

/**
 * Restores the built-in database and the files to a time. The database can be started only after all of it is done, so nothing is
 * served before erasures are repeated and sessions are void.
 * @param to a time, or undefined for the newest state
 * @throws Error that says what to do, if there is no such backup or the data folder is not empty
 */
export async function restoreAll(
  {
    vault,
    dataFolder,
    to,
    print,
  }: { vault: Vault; dataFolder: string; to: RestoreTime | undefined; print: Print },
  withServices: WithServices,
): Promise<Restored> {
  const about = await chooseBackup(vault, to?.at)
  print(`restoring the backup ${about.id}, which was completed at ${about.completedAt}`)
  const manifest = await readManifest(vault, about.id)
  if (manifest.about.database === null || manifest.cluster === null)
    throw new Error(
      'The backup contains no built-in database. Restore the database with its own tool first, and then the files with restore --files.',
    )
  const cluster = await prepareCluster(dataFolder)
  try {
    const gap = await cluster.unpack(vault, manifest)
    if (gap !== undefined) print(`WARNING: the write-ahead log ends at ${gap}, a part of which is missing`)
    print('the database is unpacked; PostgreSQL applies the changes after the backup')
    const { restoredTo, ...urls } = await cluster.recover(
      JSON.parse(manifest.cluster) as EmbeddedCluster,
      to?.text,
    )
    print(`the database has the state of ${restoredTo ?? 'the backup'}`)
    const result = await withServices(urls, (services) => finishRestore(services, vault, print))
    await cluster.keep()
    return { backup: about.id, restoredTo, ...result }
  } finally {
    await cluster.close()
  }
}

/** Returns the newest backup that was completed before a time. */
async function chooseBackup(vault: Vault, to: Date | undefined): Promise<About> {
  const backups = await listBackups(vault)
  const chosen = backups.find(({ completedAt }) => to === undefined || new Date(completedAt) <= to)
  if (chosen !== undefined) return chosen
  const oldest = backups.at(-1)
  throw new Error(
    oldest === undefined
      ? 'There is no backup in the target.'
      : `No backup is that old. The oldest one was completed at ${oldest.completedAt}.`,
  )
}

/**
 * Does what a restored database needs before a node serves it: repeats all erasures that were ever recorded, ends sessions, fetches
 * missing files, and lets uploads begin again. It may run again after an interruption.
 */
export async function finishRestore(
  services: Services,
  vault: Vault,
  print: Print,
): Promise<{ files: number; faults: string[] }> {
  const { database, storage } = services
  const records = await restoreErasures(services, vault)
  const sessions = await voidSessions(database.db, services.now())
  await databaseRestored.run(services)
  print(`repeated ${records} recorded erasures where they were missing; ended ${sessions} sessions`)
  const uploads = await restartUploads(database.db)
  if (uploads > 0) print(`${uploads} unfinished uploads begin again`)
  const result = await restoreFiles(services, vault)
  const present: string[] = []
  for await (const { key } of storage.listPreviews()) present.push(key)
  const meshes = await resetMeshes(database.db, present)
  if (meshes > 0) print(`${meshes} scans will be processed again, at most an hour after the start`)
  print(`fetched ${result.files} files`)
  return result
}

async function restoreErasures({ storage }: Services, vault: Vault): Promise<number> {
  const known = new Set(await storage.listRecords())
  const entries = await vault.target.list('erasures')
  for (const { path } of entries) {
    const id = path.slice(path.lastIndexOf('/') + 1).replace(/\.age$/, '')
    if (known.has(id)) continue
    await storage.putRecord(id, (await readBytes(vault, path)).toString('utf8'))
  }
  return entries.length
}

async function restoreFiles(
  { database, storage }: Services,
  vault: Vault,
): Promise<{ files: number; faults: string[] }> {
  let files = 0
  const faults: string[] = []
  await forEachOf(await listContents(database.db), filesAtOnce, async ({ sha256, sizeBytes }) => {
    if ((await storage.findFileSize(sha256)) === sizeBytes) return
    try {
      await storage.putFile(sha256, Readable.from(await openFileObject(vault, sha256)))
      files += 1
    } catch (error) {
      if (error instanceof MissingObject) faults.push(`The file ${sha256} is missing in the backup.`)
      else if (error instanceof DamagedObject || error instanceof WrongContent)
        faults.push(`The file ${sha256} is damaged in the backup.`)
      else throw error
    }
  })
  return { files, faults }
}
