import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { type ErrorKey, type FileKind, limits } from '@pontic/contract'
import { fail } from '../../platform/http/fail.ts'
import type { Services } from '../../platform/services.ts'
import { readAll } from '../../platform/streams.ts'
import type { FileRow } from '../access/file-access.service.ts'
import { saveProgress, saveReceived, uploadOf } from './files.queries.ts'
import { refuseFile } from './files.service.ts'
import { detectKind } from './kinds.ts'
import { addToDigest, claimDigest, digestOf, type RunningDigest, storeDigest } from './running-digests.ts'
import { type BodyEnd, UploadBody } from './upload-body.ts'
import type { UploadLock } from './upload-locks.ts'

const savedEveryBytes = 8 * 1024 * 1024
const savedEveryMs = 1000
const stalledMs = 3000

/** The inputs of one PATCH. The caller holds and releases `lock`. */
export type UploadPatch = {
  services: Services
  file: FileRow
  lock: UploadLock
  offset: number
  incoming: IncomingMessage
  /** Calls `abort` when the sender's session ends. @returns a function that stops watching */
  watchSession: (abort: () => void) => () => void
  /** Returns whether the sender may continue. Called every second until the request ends. */
  isAllowed: () => Promise<boolean>
}

const errorsOfEnds: Record<BodyEnd, ErrorKey | undefined> = {
  complete: undefined,
  disconnected: undefined,
  signed_out: 'request.unauthenticated',
  denied: 'file.not_found',
  superseded: 'file.offset_conflict',
  unsaved: 'server.unavailable',
  idle: 'request.timeout',
  too_large: 'file.too_large',
}

/**
 * Writes the bytes of a PATCH to the file of the upload. Computes the digests on the way, and detects the kind after
 * 64 KiB. Saves the offset in the file's row every 8 MiB, every second, and when the body ends, also after an error.
 * Only the saved offset is acknowledged, so that acknowledged bytes survive a killed process (rules §7).
 * @returns the new offset; the upload is complete when it equals the file's size
 * @throws file.kind_refused, file.too_large, server.disk_full, server.unavailable, request.unauthenticated,
 * request.timeout, file.not_found, file.offset_conflict
 */
export async function receiveBytes(patch: UploadPatch): Promise<number> {
  const { services, file, lock, offset, incoming } = patch
  const body = new UploadBody(incoming, file.size_bytes - offset)
  const writer = new UploadWriter(patch, body)
  lock.onAbort(
    () => body.abort('superseded'),
    () => body.silentMs > stalledMs,
  )
  const unwatch = patch.watchSession(() => body.abort('signed_out'))
  const watch = setInterval(() => writer.watch(), savedEveryMs)
  try {
    await writeBody(writer, body, file)
  } catch (error) {
    body.abort('unsaved')
    throw error
  } finally {
    clearInterval(watch)
    unwatch()
    await writer.save()
  }
  const refusal = errorsOfEnds[body.end ?? 'complete']
  if (refusal !== undefined) fail(refusal)
  if (writer.offset === file.size_bytes) await saveDigests(services, writer.fileNow, lock, writer.digest)
  else if (writer.digest !== undefined) storeDigest(file.id, writer.digest)
  return writer.offset
}

async function writeBody(writer: UploadWriter, body: UploadBody, file: FileRow): Promise<void> {
  try {
    await writer.append(body.read(Number.MAX_SAFE_INTEGER))
  } catch (error) {
    if (!(error instanceof ProgramFound)) throw error
    await writer.refuse()
  }
  // If the first bytes arrived in several requests, they are read from the storage.
  if (file.kind === null && !writer.hasKind && writer.offset >= headBytesOf(file)) await writer.detectKind()
}

/**
 * Saves kind and digests of an upload that has all its bytes, but whose last PATCH was interrupted.
 * @throws file.kind_refused, file.offset_conflict
 */
export async function completeUpload(services: Services, file: FileRow, lock: UploadLock): Promise<void> {
  if (file.kind === null) {
    const kind = await detectUploadKind(services, file)
    const { id, size_bytes, upload_parts: parts } = file
    await saveProgress(lock.db, { id, fromBytes: size_bytes, toBytes: size_bytes, kind, parts })
  }
  await saveDigests(services, file, lock, undefined)
}

/** Saves the digests of a complete upload. Reads the file again unless the digest `passed` covers all its bytes. */
async function saveDigests(
  services: Services,
  file: FileRow,
  lock: UploadLock,
  passed: RunningDigest | undefined,
): Promise<void> {
  const isPassed = passed?.sizeBytes === file.size_bytes
  const digest = isPassed
    ? passed
    : await digestOf(
        await services.storage.openUpload(uploadOf(file), { start: 0, end: file.size_bytes - 1 }),
      )
  const digests = { sha256: digest.hash.digest(), crc32: digest.crc32 }
  if (!(await saveReceived(lock.db, file.id, digests))) fail('file.offset_conflict')
}

const headBytesOf = (file: FileRow) => Math.min(limits.kindRecognitionBytes, file.size_bytes)

/** Detects the kind by the first bytes, and refuses the upload of a program. @throws file.kind_refused */
async function detectUploadKind(services: Services, file: FileRow): Promise<FileKind> {
  const source = await services.storage.openUpload(uploadOf(file), { start: 0, end: headBytesOf(file) - 1 })
  const detected = detectKind(await readAll(source), file.size_bytes, file.name)
  if ('kind' in detected) return detected.kind
  return await refuseProgram(services, file)
}

/** Refuses the upload of a program. @throws file.kind_refused */
async function refuseProgram(services: Services, file: FileRow): Promise<never> {
  await refuseFile(
    { inOwnTransaction: services.database.transaction, services },
    file.id,
    'file.kind_refused',
  )
  fail('file.kind_refused')
}

/** Thrown while the first bytes of a program are being written. */
class ProgramFound extends Error {}

/** Writes an upload and saves its offset. */
class UploadWriter {
  offset: number
  digest: RunningDigest | undefined
  #kind: FileKind | null = null
  #hasKind = false
  /** The first bytes, until they determine the kind; undefined if this request does not have all of them. */
  #head: Buffer[] | undefined
  #stored: { bytes: number; parts: string | null }
  #savedBytes: number
  #saving: Promise<void> = Promise.resolve()
  #isSaving = false
  readonly #patch: UploadPatch
  readonly #body: UploadBody

  constructor(patch: UploadPatch, body: UploadBody) {
    const { file, offset } = patch
    this.#patch = patch
    this.#body = body
    this.offset = offset
    this.#head = offset === 0 && file.kind === null ? [] : undefined
    this.#stored = { bytes: offset, parts: file.upload_parts }
    this.#savedBytes = file.received_bytes
    this.digest = claimDigest(file.id, offset)
  }

  /** Whether this request has determined the kind. */
  get hasKind(): boolean {
    return this.#hasKind
  }

  /** The row of the file with the offset and parts that are stored now. */
  get fileNow(): FileRow {
    return { ...this.#patch.file, received_bytes: this.#stored.bytes, upload_parts: this.#stored.parts }
  }

  async append(source: Readable): Promise<void> {
    const { services, file, offset } = this.#patch
    let seenBytes = offset
    let isFailing = true
    try {
      const upload = { ...uploadOf(file), receivedBytes: offset }
      this.offset = await services.storage.appendUpload(upload, source, {
        onBytes: (chunk) => {
          if (this.digest !== undefined) addToDigest(this.digest, chunk)
          seenBytes += chunk.length
          if (this.#head !== undefined) this.#addToHead(this.#head, chunk, seenBytes)
        },
        onStored: (bytes, parts) => {
          this.#stored = { bytes, parts }
          if (bytes - this.#savedBytes >= savedEveryBytes) this.#saveSoon()
        },
      })
      isFailing = false
    } finally {
      // On a full disk the file has only the bytes that fit, but the digest covers more.
      if (isFailing) {
        this.digest = undefined
        this.offset = Math.min(this.#stored.bytes, seenBytes)
        this.#stored.bytes = this.offset
      }
    }
  }

  /** @throws ProgramFound */
  #addToHead(head: Buffer[], chunk: Buffer, seenBytes: number): void {
    const { file } = this.#patch
    const headBytes = headBytesOf(file)
    // The memory of a chunk is used again.
    head.push(Buffer.from(chunk.subarray(0, headBytes)))
    if (seenBytes < headBytes) return
    this.#head = undefined
    const detected = detectKind(Buffer.concat(head).subarray(0, headBytes), file.size_bytes, file.name)
    if (!('kind' in detected)) throw new ProgramFound()
    this.#kind = detected.kind
    this.#hasKind = true
  }

  /** Refuses the upload of a program. @throws file.kind_refused */
  async refuse(): Promise<never> {
    await this.save()
    return await refuseProgram(this.#patch.services, this.#patch.file)
  }

  /** Reads the first bytes from the storage. @throws file.kind_refused */
  async detectKind(): Promise<void> {
    await this.save()
    this.#kind = await detectUploadKind(this.#patch.services, this.fileNow)
    this.#hasKind = true
  }

  /** Saves the written offset, and checks whether the sender may continue. */
  watch(): void {
    this.#saveSoon()
    this.#patch.isAllowed().then(
      (isAllowed) => isAllowed || this.#body.abort('denied'),
      () => this.#body.abort('unsaved'),
    )
  }

  /** Waits for a running save, then saves the offset. @throws file.offset_conflict */
  async save(): Promise<void> {
    await this.#saving
    await this.#saveAt({ ...this.#stored, bytes: this.offset })
  }

  /** Starts a save unless one is running or nothing has been stored. */
  #saveSoon(): void {
    if (this.#isSaving || this.#stored.bytes <= this.#savedBytes) return
    this.#isSaving = true
    this.#saving = this.#saveAt(this.#stored)
      .catch(() => this.#body.abort('unsaved'))
      .finally(() => {
        this.#isSaving = false
      })
  }

  async #saveAt({ bytes: toBytes, parts }: { bytes: number; parts: string | null }): Promise<void> {
    const { file, lock } = this.#patch
    const fromBytes = this.#savedBytes
    const kind = this.#kind
    if (toBytes === fromBytes && kind === null) return
    const isSaved = await saveProgress(lock.db, { id: file.id, fromBytes, toBytes, kind, parts })
    if (!isSaved) fail('file.offset_conflict')
    this.#savedBytes = toBytes
    // Another kind cannot have been detected meanwhile.
    if (kind !== null) this.#kind = null
  }
}
