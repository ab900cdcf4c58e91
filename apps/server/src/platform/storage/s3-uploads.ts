import { Readable } from 'node:stream'
import { limits } from '@pontic/contract'
import { newId } from '../db/ids.ts'
import { codeOf } from '../error-code.ts'
import { chunksOf, readAll } from '../streams.ts'
import type { Objects } from './s3-objects.ts'
import { type Part, PartBuffer, PartSender, partBytes } from './s3-parts.ts'
import {
  type AppendHooks,
  type ByteRange,
  missingFile,
  StorageUnavailable,
  type StoredUpload,
} from './storage.ts'

/**
 * Where the bytes of an upload are, as the database stores it: parts of a multipart upload, each of 8 MiB except the last of the
 * file, then pieces, which are objects of their own. The database is the only record, so that a part that was never acknowledged
 * cannot become a part of the file. An upload of at most one part becomes a whole object.
 */
type Parts = {
  multipart: string | null
  etags: readonly string[]
  pieces: readonly { name: string; sizeBytes: number }[]
  isWhole: boolean
}

const noParts: Parts = { multipart: null, etags: [], pieces: [], isWhole: false }

export const folderOf = (id: string) => `uploads/${id}/`
/** The complete content of an upload. */
export const wholeOf = (id: string) => `${folderOf(id)}whole`
/** The first bytes of a multipart upload, because nobody can read it before its end. */
const headOf = (id: string) => `${folderOf(id)}head`
const pieceOf = (id: string, name: string) => `${folderOf(id)}piece-${name}`

function partsOf({ parts }: StoredUpload): Parts {
  return parts === null ? noParts : (JSON.parse(parts) as Parts)
}

const sumOf = (pieces: Parts['pieces']) => pieces.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)

function reachedBytes(parts: Parts, sizeBytes: number): number {
  if (parts.isWhole) return sizeBytes
  return Math.min(parts.etags.length * partBytes, sizeBytes) + sumOf(parts.pieces)
}

/** Returns the parts that are before an offset, which must be the end of one of them. */
function partsBefore(upload: StoredUpload): Parts {
  const parts = partsOf(upload)
  if (upload.receivedBytes === 0) return noParts
  const pieces = [...parts.pieces]
  while (pieces.length > 0 && reachedBytes({ ...parts, pieces }, upload.sizeBytes) > upload.receivedBytes)
    pieces.pop()
  const before = { ...parts, pieces }
  if (reachedBytes(before, upload.sizeBytes) !== upload.receivedBytes)
    throw new Error('The stored parts of an upload do not end at its offset.')
  return before
}

/** Returns the offset up to which the parts of an upload still exist. */
export async function findOffset(objects: Objects, upload: StoredUpload): Promise<number> {
  const { id, receivedBytes, sizeBytes } = upload
  if (receivedBytes === 0) return 0
  const parts = partsOf(upload)
  if (parts.isWhole) return (await objects.findSize(wholeOf(id))) === sizeBytes ? sizeBytes : 0
  if (parts.multipart !== null && !(await objects.hasMultipart(wholeOf(id), parts.multipart)))
    return (await objects.findSize(wholeOf(id))) === sizeBytes ? sizeBytes : 0
  let reached = Math.min(parts.etags.length * partBytes, sizeBytes)
  for (const piece of parts.pieces) {
    if ((await objects.findSize(pieceOf(id, piece.name))) !== piece.sizeBytes) return reached
    reached += piece.sizeBytes
  }
  return Math.min(reached, receivedBytes)
}

/** Appends to an upload. See `FileStorage.appendUpload`. */
export async function append(
  objects: Objects,
  upload: StoredUpload,
  source: Readable,
  hooks: AppendHooks,
): Promise<number> {
  const appender = new Appender(objects, upload, hooks)
  try {
    for await (const chunk of chunksOf(source)) {
      hooks.onBytes?.(chunk)
      await appender.add(chunk)
    }
    return await appender.finish()
  } catch (error) {
    // Bytes that arrived before the source failed are kept, unless the bucket is what failed.
    if (!(error instanceof StorageUnavailable)) await appender.finish().catch(() => {})
    throw error
  } finally {
    await appender.dispose()
  }
}

class Appender {
  readonly #objects: Objects
  readonly #upload: StoredUpload
  readonly #hooks: AppendHooks
  readonly #sender: PartSender
  readonly #buffer = new PartBuffer()
  #pieces: Parts['pieces']
  /** Bytes that were added, stored or not. */
  #position: number
  #excess = 0
  #isWhole: boolean

  constructor(objects: Objects, upload: StoredUpload, hooks: AppendHooks) {
    const { multipart, etags, pieces, isWhole } = partsBefore(upload)
    this.#objects = objects
    this.#upload = upload
    this.#hooks = hooks
    this.#sender = new PartSender(objects, wholeOf(upload.id), multipart ?? undefined, etags)
    this.#pieces = pieces
    this.#position = upload.receivedBytes
    this.#isWhole = isWhole
  }

  async add(chunk: Buffer): Promise<void> {
    // More bytes than were announced are counted, so that the caller notices, but not stored.
    const excess = Math.max(this.#position + chunk.length - this.#upload.sizeBytes, 0)
    let rest = chunk.subarray(0, chunk.length - excess)
    this.#excess += excess
    while (rest.length > 0) {
      // The pieces before are part of the next part.
      const room = partBytes - sumOf(this.#pieces) - this.#buffer.sizeBytes
      const added = this.#buffer.add(rest.subarray(0, room))
      rest = rest.subarray(added)
      this.#position += added
      if (added === room) await this.#sendPart()
      else if (this.#buffer.shouldSpill) await this.#storePiece()
    }
  }

  /** Stores the bytes in memory. @returns the offset */
  async finish(): Promise<number> {
    const { sizeBytes } = this.#upload
    const isEnd = this.#position === sizeBytes && !this.#isWhole
    if (isEnd && sizeBytes <= partBytes) await this.#storeWhole()
    else if (isEnd && sumOf(this.#pieces) + this.#buffer.sizeBytes > 0) await this.#sendPart()
    await this.#sender.drain()
    if (this.#buffer.sizeBytes > 0) await this.#storePiece()
    return this.#position + this.#excess
  }

  /** Frees the memory. */
  async dispose(): Promise<void> {
    this.#buffer.take().free()
    await this.#sender.drain().catch(() => {})
  }

  async #sendPart(): Promise<void> {
    // An upload of at most one part becomes a whole object.
    if (this.#upload.sizeBytes <= partBytes) return
    const part = await this.#join()
    const isFirst = this.#sender.etags.length === 0 && this.#position <= partBytes
    const head = isFirst ? Buffer.from(part.bytes.subarray(0, limits.uploadHeadBytes)) : undefined
    await this.#sender.send(
      part,
      () => {
        this.#pieces = []
        this.#notify(Math.min(this.#sender.etags.length * partBytes, this.#upload.sizeBytes))
      },
      async () => {
        if (head) await this.#objects.put(headOf(this.#upload.id), head)
      },
    )
  }

  /** Takes the buffer, with the pieces before it. */
  async #join(): Promise<Part> {
    if (this.#pieces.length === 0) return this.#buffer.take()
    const joined = new PartBuffer()
    try {
      for (const { name } of this.#pieces)
        joined.add(await readAll(await this.#objects.open(pieceOf(this.#upload.id, name))))
    } catch (error) {
      joined.take().free()
      throw error
    }
    const rest = this.#buffer.take()
    joined.add(rest.bytes)
    rest.free()
    this.#pieces = []
    return joined.take()
  }

  async #storeWhole(): Promise<void> {
    const { bytes, free } = await this.#join()
    try {
      await this.#objects.put(wholeOf(this.#upload.id), bytes)
    } finally {
      free()
    }
    this.#isWhole = true
    this.#notify(this.#upload.sizeBytes)
  }

  async #storePiece(): Promise<void> {
    await this.#sender.drain()
    const { bytes, free } = this.#buffer.take()
    const name = newId()
    const sizeBytes = bytes.length
    try {
      await this.#objects.put(pieceOf(this.#upload.id, name), bytes)
    } finally {
      free()
    }
    this.#pieces = [...this.#pieces, { name, sizeBytes }]
    this.#notify(this.#position)
  }

  #notify(offset: number): void {
    const { uploadId = null, etags } = this.#sender
    const parts: Parts = { multipart: uploadId, etags, pieces: this.#pieces, isWhole: this.#isWhole }
    this.#hooks.onStored?.(offset, JSON.stringify(parts))
  }
}

/** Joins the parts of a complete upload to one object. A repeated call changes nothing. @returns its key */
export async function complete(objects: Objects, upload: StoredUpload): Promise<string> {
  const key = wholeOf(upload.id)
  const { multipart, etags, isWhole } = partsOf(upload)
  if (isWhole) return key
  if (multipart === null) throw missingFile(key)
  try {
    await objects.completeMultipart(key, multipart, etags)
  } catch (error) {
    // An earlier call has completed it.
    if (!isForgotten(error) || (await objects.findSize(key)) !== upload.sizeBytes) throw error
  }
  return key
}

const isForgotten = (error: unknown) => (error as Error).name === 'NoSuchUpload' || codeOf(error) === 'ENOENT'

/** Reads a range of an upload. See `FileStorage.openUpload`. */
export async function openRange(objects: Objects, upload: StoredUpload, range: ByteRange): Promise<Readable> {
  const { id, receivedBytes, sizeBytes } = upload
  const { etags, pieces } = partsOf(upload)
  if (receivedBytes === sizeBytes) return await objects.open(await complete(objects, upload), range)
  if (etags.length > 0) return await objects.open(headOf(id), range)
  const bytes: Buffer[] = []
  for (const { name } of pieces) bytes.push(await readAll(await objects.open(pieceOf(id, name))))
  return Readable.from([Buffer.concat(bytes).subarray(range.start, range.end + 1)])
}

/** Removes everything that belongs to an upload. */
export async function removeParts(objects: Objects, id: string): Promise<void> {
  // MinIO lists multipart uploads only by their complete key.
  for (const { key, uploadId } of await objects.listMultiparts(wholeOf(id)))
    await objects.abortMultipart(key, uploadId)
  await objects.removeAll(folderOf(id))
}

/** Whether anything is stored of an upload. */
export async function hasParts(objects: Objects, id: string): Promise<boolean> {
  for await (const _key of objects.list(folderOf(id))) return true
  return (await objects.listMultiparts(wholeOf(id))).length > 0
}
