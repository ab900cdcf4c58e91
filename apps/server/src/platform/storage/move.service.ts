import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { type Kysely, sql } from 'kysely'
import { SettingsError } from '../../config/config.ts'
import { listContents } from '../backup/stored-contents.queries.ts'
import type { Tables } from '../db/tables.ts'
import { codeOf } from '../error-code.ts'
import type { Services } from '../services.ts'
import { readAll } from '../streams.ts'
import { isContentUsed, withLockedContent } from './contents.ts'
import { openPlace } from './open-storage.ts'
import { type FileStorage, WrongContent } from './storage.ts'

type MoveServices = Pick<Services, 'config' | 'database'>
type Print = (line: string) => void
type Place = { source: FileStorage; target: FileStorage; journal: Journal; services: MoveServices }

const filesAtOnce = 4

/**
 * Copies all files, derived parts and records from `PONTIC_STORAGE_ALSO_READS` to `PONTIC_STORAGE` while nodes run. Reads each copied
 * file again and compares its SHA-256. After an interruption, a second run skips the files that the first one has copied and compared.
 * Each content is locked while it is copied, so that a copy cannot restore a file that is removed at the same time.
 * @throws Error in the end if a file of the source is damaged, or if a file of the database is in neither place, as when the source is
 * not the folder that the nodes use. `print` has named these files
 */
export async function moveFiles(services: MoveServices, print: Print): Promise<void> {
  await inPlaces(services, async (place) => {
    const { source } = place
    const files = await forEachOf(source.listFiles(), (sha256) => copyFile(place, sha256, print))
    const { damaged } = place.journal
    print(`copied and compared ${files.yes} files, ${files.no - damaged.size} were there already`)
    const missing = await countMissing(place, print)
    const previews = await forEachOf(source.listPreviews(), (one) => copyPreviews(place, one))
    print(`copied and compared the previews of ${previews.yes} scans`)
    const moved = new Set(await place.target.listRecords())
    const records = await forEachOf(await source.listRecords(), async (id) => {
      if (moved.has(id)) return false
      await place.target.putRecord(id, await source.readRecord(id))
      return true
    })
    print(`copied ${records.yes} records of erasures`)
    const waiting = await countUploads(place)
    if (waiting > 0)
      print(
        `${waiting} unfinished uploads continue where they began; their files will be stored in the new place`,
      )
    if (missing > 0)
      throw new Error(
        `${missing} files are in neither place. They are listed above. Does this machine use the files of the nodes?`,
      )
    if (damaged.size > 0)
      throw new Error(`${damaged.size} files are damaged and were not copied. They are listed above.`)
    print('all files are in the new place')
  })
}

/**
 * Removes from `PONTIC_STORAGE_ALSO_READS` what {@link moveFiles} has copied and compared and `PONTIC_STORAGE` still has. Derived
 * parts and records are removed if `PONTIC_STORAGE` has one of the same name, and derived parts without a mesh in any case.
 * Unfinished uploads stay.
 */
export async function emptySource(services: MoveServices, print: Print): Promise<void> {
  await inPlaces(services, async ({ source, target, journal }) => {
    const files = await forEachOf(source.listFiles(), async (sha256) => {
      if (!journal.has(`file ${sha256}`)) return false
      return await withLockedContent(services.database, sha256, async () => {
        if ((await target.findFileSize(sha256)) !== (await source.findFileSize(sha256))) return false
        await source.removeFile(sha256)
        return true
      })
    })
    const previews = await forEachOf(source.listPreviews(), async ({ key, parts }) => {
      if ((await findContentOfMesh(services.database.db, key)) !== undefined)
        for (const part of parts) if ((await target.findPreviewSize(key, part)) === undefined) return false
      await source.removePreviews(key)
      return true
    })
    const moved = new Set(await target.listRecords())
    const records = await forEachOf(await source.listRecords(), async (id) => {
      if (moved.has(id)) await source.removeRecord(id)
      return moved.has(id)
    })
    print(
      `removed ${files.yes} files, the previews of ${previews.yes} scans and ${records.yes} records from the old place`,
    )
    const left = files.no + previews.no + records.no
    if (left > 0) print(`${left} remain, because the command storage move has not copied them`)
  })
}

async function inPlaces(services: MoveServices, work: (place: Place) => Promise<void>): Promise<void> {
  const { config } = services
  const { place, alsoReads } = config.storage
  if (alsoReads === undefined)
    throw new SettingsError(
      'PONTIC_STORAGE_ALSO_READS is missing: it names the place that the files come from.',
    )
  const source = await openPlace(config, alsoReads)
  const target = await openPlace(config, place)
  const journal = await openJournal(join(config.dataFolder, `moved-to-${place}.txt`))
  try {
    await work({ source, target, journal, services })
  } finally {
    await journal.close()
    await source.close()
    await target.close()
  }
}

/** Runs `work` for each item, a few at once. @returns how often it returned true and false */
async function forEachOf<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item) => Promise<boolean>,
): Promise<{ yes: number; no: number }> {
  const counts = { yes: 0, no: 0 }
  const running = new Set<Promise<void>>()
  let failure: unknown
  for await (const item of items) {
    const run = work(item)
      .then(
        (done) => void (done ? counts.yes++ : counts.no++),
        (error) => {
          failure ??= error
        },
      )
      .finally(() => running.delete(run))
    running.add(run)
    if (running.size >= filesAtOnce) await Promise.race(running)
    if (failure !== undefined) break
  }
  await Promise.all(running)
  if (failure !== undefined) throw failure
  return counts
}

async function copyFile(
  { source, target, journal, services }: Place,
  sha256: string,
  print: Print,
): Promise<boolean> {
  const entry = `file ${sha256}`
  return await withLockedContent(services.database, sha256, async () => {
    const sizeBytes = await source.findFileSize(sha256)
    const hasCopy = sizeBytes !== undefined && (await target.findFileSize(sha256)) === sizeBytes
    // Removed meanwhile, or copied by an earlier run.
    if (sizeBytes === undefined || (hasCopy && journal.has(entry))) return false
    try {
      await target.putFile(sha256, await source.openFile(sha256))
    } catch (error) {
      if (!(error instanceof WrongContent)) throw error
      journal.damaged.add(sha256)
      print(`damaged: ${sha256}`)
      return false
    }
    if ((await hashOf(target, sha256)) !== sha256)
      throw new Error(`The copy of ${sha256} is damaged. Remove it and start again.`)
    await journal.add(entry)
    return true
  })
}

/** Prints the files that the database refers to and that are in neither place. @returns their number */
async function countMissing({ source, target, services }: Place, print: Print): Promise<number> {
  const { db } = services.database
  const counts = await forEachOf(await listContents(db), async ({ sha256 }) => {
    for (const place of [target, source]) if ((await place.findFileSize(sha256)) !== undefined) return false
    // It may have been removed after it was listed.
    if (!(await isContentUsed(db, Buffer.from(sha256, 'hex')))) return false
    print(`missing: ${sha256}`)
    return true
  })
  return counts.yes
}

async function hashOf(storage: FileStorage, sha256: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(await storage.openFile(sha256), hash)
  return hash.digest('hex')
}

/** Copies the derived parts of a scan that still has a mesh. A newer part in the target stays. */
async function copyPreviews(
  { source, target, services }: Place,
  { key, parts }: { key: string; parts: readonly string[] },
): Promise<boolean> {
  const content = await findContentOfMesh(services.database.db, key)
  if (content === undefined) return false
  return await withLockedContent(services.database, content, async (connection) => {
    if ((await findContentOfMesh(connection, key)) === undefined) return false
    for (const part of parts) {
      if ((await target.findPreviewSize(key, part)) !== undefined) continue
      const bytes = await readAll(await source.openPreview(key, part))
      await target.putPreview(key, part, bytes)
      if (!bytes.equals(await readAll(await target.openPreview(key, part))))
        throw new Error(`The copy of a preview of ${key} is damaged.`)
    }
    return true
  })
}

/** Returns the hash of the content that a mesh was built from, in hex. */
async function findContentOfMesh(db: Kysely<Tables>, key: string): Promise<string | undefined> {
  const { rows } = await sql<{ content: string }>`
    select encode(content_sha256, 'hex') as content from mesh where key = decode(${key}, 'hex')`.execute(db)
  return rows[0]?.content
}

/** Counts the unfinished uploads of the source. */
async function countUploads({ source, services }: Place): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from order_file where state in ('uploading', 'received') and removed_at is null`.execute(
    services.database.db,
  )
  const counts = await forEachOf(rows, ({ id }) => source.hasUpload(id))
  return counts.yes
}

/** The journal of a move: a text file with one name per line, of each file that was copied and compared. The next run skips these files. */
type Journal = {
  has: (entry: string) => boolean
  add: (entry: string) => Promise<void>
  damaged: Set<string>
  close: () => Promise<void>
}

async function openJournal(path: string): Promise<Journal> {
  const entries = new Set<string>()
  try {
    for await (const line of createInterface({ input: createReadStream(path) })) entries.add(line)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  const file: FileHandle = await open(path, 'a', 0o600)
  return {
    has: (entry) => entries.has(entry),
    add: async (entry) => {
      entries.add(entry)
      await file.write(`${entry}\n`)
    },
    damaged: new Set(),
    close: () => file.close(),
  }
}
