import { createHash } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import {
  access,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { newId } from '../db/ids.ts'
import { codeOf } from '../error-code.ts'
import { chunksOf } from '../streams.ts'
import {
  type AppendHooks,
  type ByteRange,
  checkedHash,
  checkedId,
  checkedPart,
  type FileStorage,
  WrongContent,
} from './storage.ts'

const stepBytes = 1024 * 1024
const reservedShare = 0.05
const reservedBytesMin = 2 * 1024 ** 3
/** One buffer is sent while the other one is being read. Smaller ones were slower, and more of this size no faster. */
const copyBytes = 1024 * 1024
const copyBuffers = 2

/**
 * Opens the file storage on a disk that all nodes share: `files/ab/cd/<sha256>`, derived parts in `previews/ab/cd/<sha256>/`,
 * uploads in `uploads/<id>`, refused ones in `quarantine/<id>`, records in `records/<id>.json`. No user-supplied name becomes a
 * path.
 * @param folder created if it does not exist
 */
export async function openDiskStorage(folder: string): Promise<FileStorage> {
  const uploads = join(folder, 'uploads')
  const quarantine = join(folder, 'quarantine')
  const files = join(folder, 'files')
  const previews = join(folder, 'previews')
  for (const one of [uploads, quarantine, files]) await mkdir(one, { recursive: true, mode: 0o700 })

  const uploadPath = (id: string) => join(uploads, checkedId(id))
  const filePath = (sha256: string) => {
    const hash = checkedHash(sha256)
    return join(files, hash.slice(0, 2), hash.slice(2, 4), hash)
  }
  const previewFolder = (key: string) => {
    const hash = checkedHash(key)
    return join(previews, hash.slice(0, 2), hash.slice(2, 4), hash)
  }
  const records = join(folder, 'records')
  const recordPath = (id: string) => join(records, `${checkedId(id)}.json`)
  const previewPath = (key: string, part: string) => join(previewFolder(key), checkedPart(part))

  return {
    findUploadOffset: async ({ id, receivedBytes }) =>
      Math.min(receivedBytes, (await statOrNone(uploadPath(id)))?.size ?? 0),
    appendUpload: async ({ id, receivedBytes }, source, hooks = {}) =>
      appendAt(uploadPath(id), receivedBytes, source, hooks),
    openUpload: async ({ id }, range) => openAt(uploadPath(id), range),
    promoteUpload: async ({ id }, sha256) => {
      const [from, to] = [uploadPath(id), filePath(sha256)]
      if (await statOrNone(to)) return void (await rm(from, { force: true }))
      await syncPath(from, constants.O_RDWR)
      await mkdir(join(to, '..'), { recursive: true, mode: 0o700 })
      await rename(from, to)
      await syncPath(join(to, '..'), constants.O_RDONLY)
    },
    quarantineUpload: async ({ id }) => rename(uploadPath(id), join(quarantine, checkedId(id))),
    removeUpload: async (id) => {
      for (const parent of [uploads, quarantine]) await rm(join(parent, checkedId(id)), { force: true })
    },
    hasUpload: async (id) => (await statOrNone(uploadPath(id))) !== undefined,
    putFile: async (sha256, source) => putAt(filePath(sha256), uploads, sha256, source),
    findFileSize: async (sha256) => (await statOrNone(filePath(sha256)))?.size,
    openFile: async (sha256, range) => openAt(filePath(sha256), range),
    copyFile: async (sha256, range, write) => copyAt(filePath(sha256), range, write),
    locateFile: async (sha256) => {
      const path = filePath(sha256)
      await access(path, constants.R_OK)
      return { path: relative(files, path).split(sep).join('/') }
    },
    removeFile: async (sha256) => rm(filePath(sha256), { force: true }),
    listFiles: () => listLeaves(files),
    putPreview: async (key, part, bytes) => replaceAt(previewPath(key, part), uploads, bytes),
    findPreviewSize: async (key, part) => (await statOrNone(previewPath(key, part)))?.size,
    openPreview: async (key, part, range) => openAt(previewPath(key, part), range),
    removePreviews: async (key) => rm(previewFolder(key), { recursive: true, force: true }),
    listPreviews: async function* () {
      for await (const key of listLeaves(previews))
        yield { key, parts: await listNames(previewFolder(key), /$^/) }
    },
    putRecord: async (id, text) => {
      await replaceAt(recordPath(id), uploads, Buffer.from(text))
      await syncPath(recordPath(id), constants.O_RDWR)
      await syncPath(records, constants.O_RDONLY)
    },
    listRecords: async () => listNames(records),
    readRecord: async (id) => readFile(recordPath(id), 'utf8'),
    removeRecord: async (id) => rm(recordPath(id), { force: true }),
    readFreeBytes: async () => {
      const { blocks, bavail, bsize } = await statfs(folder)
      return bavail * bsize - reserveOf(blocks * bsize)
    },
    measure: async () => {
      const { blocks, bavail, bsize } = await statfs(folder)
      return {
        place: 'disk',
        totalBytes: blocks * bsize,
        freeBytes: bavail * bsize,
        isWritable: await canWrite(join(uploads, `probe-${newId()}`)),
        failingSince: null,
      }
    },
    close: async () => {},
  }
}

/** Returns the bytes that only the database and downloads may use (rules §7): on a disk of less than 4 GiB its half. */
const reserveOf = (totalBytes: number) =>
  Math.min(Math.max(totalBytes * reservedShare, reservedBytesMin), totalBytes / 2)

/** Lists the names in a folder, without their extensions. A missing folder has none. */
async function listNames(folder: string, extension = /\.\w+$/): Promise<string[]> {
  try {
    return (await readdir(folder)).map((name) => name.replace(extension, '')).sort()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** Lists the names in the third level of folders, which are hashes. */
async function* listLeaves(folder: string): AsyncIterable<string> {
  for (const first of await listNames(folder))
    for (const second of await listNames(join(folder, first)))
      yield* await listNames(join(folder, first, second))
}

/** Whether a file with a few bytes can be written at this path. A full disk may still accept empty files. */
async function canWrite(path: string): Promise<boolean> {
  try {
    await writeFile(path, 'probe', { mode: 0o600, flush: true })
    return true
  } catch {
    return false
  } finally {
    await rm(path, { force: true }).catch(() => {})
  }
}

async function statOrNone(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

async function appendAt(
  path: string,
  offset: number,
  source: Readable,
  { onBytes, onStored }: AppendHooks,
): Promise<number> {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  let at = offset
  let isComplete = false
  try {
    // Bytes beyond the offset were written but not acknowledged.
    if ((await file.stat()).size > offset) await file.truncate(offset)
    for await (const chunk of chunksOf(source)) {
      // The thread pool writes the chunk while this thread hashes it.
      const written = writeFully(file, chunk, at)
      try {
        onBytes?.(chunk)
      } finally {
        await written
      }
      at += chunk.length
      onStored?.(at, null)
    }
    isComplete = true
    return at
  } finally {
    // A full disk has taken a part of the chunk that failed.
    if (!isComplete) onStored?.((await file.stat()).size, null)
    await file.close()
  }
}

async function writeFully(file: FileHandle, chunk: Buffer, position: number): Promise<void> {
  let done = 0
  while (done < chunk.length) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done, position + done)
    done += bytesWritten
  }
}

async function openAt(path: string, range: ByteRange | undefined): Promise<Readable> {
  // The file is opened before the first header is sent, so that a missing file causes an error response instead of an
  // incomplete one.
  const file = await open(path, 'r')
  return file.createReadStream({ highWaterMark: stepBytes, ...range })
}

/** Copies a range of a file with a ring of buffers: some are being sent while the next one is being read. */
async function copyAt(
  path: string,
  { start, end }: ByteRange,
  write: (chunk: Buffer) => Promise<void>,
): Promise<void> {
  const file = await open(path, 'r')
  try {
    const bufferBytes = Math.min(copyBytes, end + 1 - start)
    const buffers: Buffer[] = []
    const writes: Promise<void>[] = []
    let at = start
    for (let step = 0; at <= end; step += 1) {
      const slot = step % copyBuffers
      await writes[slot]
      const buffer = buffers[slot] ?? Buffer.allocUnsafeSlow(bufferBytes)
      buffers[slot] = buffer
      const { bytesRead } = await file.read(buffer, 0, Math.min(bufferBytes, end + 1 - at), at)
      if (bytesRead === 0) throw new Error('A stored file is shorter than its size in the database.')
      at += bytesRead
      const written = write(buffer.subarray(0, bytesRead))
      // The error is thrown where the promise is awaited: before the buffer is used again, or below.
      written.catch(() => {})
      writes[slot] = written
    }
    await Promise.all(writes)
  } finally {
    await file.close()
  }
}

async function syncPath(path: string, flags: number): Promise<void> {
  const file = await open(path, flags)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function putAt(path: string, uploads: string, sha256: string, source: Readable): Promise<void> {
  if (await statOrNone(path)) return void source.destroy()
  const temporary = join(uploads, newId())
  try {
    const hash = createHash('sha256')
    await appendAt(temporary, 0, source, { onBytes: (chunk) => hash.update(chunk) })
    if (hash.digest('hex') !== sha256) throw new WrongContent('The content of a file does not have its hash.')
    await syncPath(temporary, constants.O_RDWR)
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
    // A hard link never replaces a file that another writer has created in the meantime. On a file system without hard links,
    // renaming replaces that file with the same content, and never leaves a partial file.
    await link(temporary, path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') await rename(temporary, path)
    })
  } finally {
    await rm(temporary, { force: true })
  }
}

async function replaceAt(path: string, uploads: string, bytes: Uint8Array): Promise<void> {
  const temporary = join(uploads, newId())
  try {
    await writeFile(temporary, bytes, { flag: 'wx', mode: 0o600 })
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
    await rename(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}
