import { createHash } from 'node:crypto'
import { codeOf } from '../error-code.ts'
import type { Services } from '../services.ts'
import { isContentUsed } from '../storage/contents.ts'
import { chunksOf } from '../streams.ts'
import { listBackups, readNames } from './manifests.ts'
import { fanOut, forEachOf, paths, putBytes, putStream, type Vault } from './objects.ts'
import { listContents, listNewContents, type StoredContent } from './stored-contents.queries.ts'

const filesAtOnce = 4
const foldersAtOnce = 8
/** Transactions that were open at the last copy have committed within this time. */
const overlapMs = 15 * 60_000

/** What this process knows to be in the target. */
export type KnownObjects = { files: Set<string>; erasures: Set<string> }

/**
 * Reads which files and records are in the target. Counts only files that the newest backup needs, and files that were written
 * after its start. Others may be removed as soon as their backups are, so they are written again.
 */
export async function readKnownObjects(vault: Vault): Promise<KnownObjects> {
  const [newest] = await listBackups(vault)
  const needed = new Set(newest && (await readNames(vault, newest.id)))
  const startedAt = new Date(newest?.startedAt ?? 0)
  const known: KnownObjects = { files: new Set(), erasures: new Set() }
  await forEachOf(fanOut, foldersAtOnce, async (folder) => {
    for (const { path, changedAt } of await vault.target.list(paths.filesIn(folder))) {
      const name = nameIn(path)
      if (needed.has(name) || changedAt >= startedAt) known.files.add(name)
    }
    for (const { path } of await vault.target.list(paths.erasuresIn(folder))) known.erasures.add(nameIn(path))
  })
  return known
}

const nameIn = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace(/\.age$/, '')

/** The result of copying files. `lost`: hashes of files that the storage lacks, or whose content has another hash. */
export type ArchivedFiles = { addedBytes: number; stored: StoredContent[]; lost: string[] }

/** Copies contents that the target lacks. */
async function copyContents(
  services: Pick<Services, 'database' | 'storage'>,
  vault: Vault,
  known: KnownObjects,
  contents: readonly StoredContent[],
): Promise<ArchivedFiles> {
  const result: ArchivedFiles = { addedBytes: 0, stored: [], lost: [] }
  await forEachOf(contents, filesAtOnce, async (content) => {
    const name = vault.sealer.nameOf(content.sha256)
    if (!known.files.has(name)) {
      const added = await copyContent(services.storage, vault, content, paths.file(name))
      if (added === undefined) {
        // A content that was removed meanwhile is no loss.
        if (await isContentUsed(services.database.db, Buffer.from(content.sha256, 'hex')))
          result.lost.push(content.sha256)
        return
      }
      result.addedBytes += added
      known.files.add(name)
    }
    result.stored.push(content)
  })
  return result
}

/** Copies a content. @returns the bytes in the target; undefined if the storage lacks it or has other bytes */
async function copyContent(
  storage: Services['storage'],
  vault: Vault,
  { sha256 }: StoredContent,
  path: string,
): Promise<number | undefined> {
  const hash = createHash('sha256')
  async function* hashed(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      hash.update(chunk)
      yield chunk
    }
  }
  try {
    const sizeBytes = await storage.findFileSize(sha256)
    if (sizeBytes === undefined) return undefined
    const source = hashed(chunksOf(await storage.openFile(sha256)))
    const added = await putStream(vault, path, source, sizeBytes)
    if (hash.digest('hex') === sha256) return added
    await vault.target.remove(path)
    return undefined
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Copies all files that the database refers to. Unfinished uploads are left out: after a restore they begin again, because their
 * senders still have the bytes.
 */
export async function archiveAllFiles(
  services: Pick<Services, 'database' | 'storage'>,
  vault: Vault,
  known: KnownObjects,
): Promise<ArchivedFiles> {
  return await copyContents(services, vault, known, await listContents(services.database.db))
}

/** Copies the files that were stored since the last call. @param lastAt time of the last call */
export async function archiveNewFiles(
  services: Pick<Services, 'database' | 'storage'>,
  vault: Vault,
  known: KnownObjects,
  lastAt: Date,
): Promise<ArchivedFiles> {
  const since = new Date(lastAt.getTime() - overlapMs)
  return await copyContents(services, vault, known, await listNewContents(services.database.db, since))
}

/**
 * Copies the records of erasures that the target lacks. They are never removed, because an older backup that is restored still
 * contains the erased people.
 */
export async function archiveErasures(
  { storage }: Pick<Services, 'storage'>,
  vault: Vault,
  known: KnownObjects,
): Promise<number> {
  let addedBytes = 0
  for (const id of await storage.listRecords()) {
    if (known.erasures.has(id)) continue
    addedBytes += await putBytes(vault, paths.erasure(id), Buffer.from(await storage.readRecord(id)))
    known.erasures.add(id)
  }
  return addedBytes
}
