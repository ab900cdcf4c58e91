import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { type ErrorKey, type FileKind, limits } from '@pontic/contract'
import { fail } from '../../platform/http/fail.ts'
import type { Services } from '../../platform/services.ts'
import type { FileRow } from '../access/file-access.service.ts'
import { saveProgress, saveReceived } from './files.queries.ts'
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
    await writeBody(writer, body, file, offset)
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
  if (writer.offset === file.size_bytes) await saveDigests(services, file, lock, writer.digest)
  else if (writer.digest !== undefined) storeDigest(file.id, writer.digest)
  return writer.offset
}

async function writeBody(
  writer: UploadWriter,
  body: UploadBody,
  file: FileRow,
  offset: number,
): Promise<void> {
  const headBytes = headBytesOf(file)
  if (offset < headBytes) await writer.append(body.read(headBytes - offset))
  if (file.kind === null && writer.offset >= headBytes) await writer.detectKind()
  if (body.end === undefined) await writer.append(body.read(Number.MAX_SAFE_INTEGER))
}

/**
 * Saves kind and digests of an upload that has all its bytes, but whose last PATCH was interrupted.
 * @throws file.kind_refused, file.offset_conflict
 */
export async function completeUpload(services: Services, file: FileRow, lock: UploadLock): Promise<void> {
  if (file.kind === null) {
    const kind = await detectUploadKind(services, file)
    const { id, size_bytes } = file
    await saveProgress(lock.db, { id, fromBytes: size_bytes, toBytes: size_bytes, kind })
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
  const digest = isPassed ? passed : await digestOf(await services.storage.openUpload(file.id))
  const digests = { sha256: digest.hash.digest(), crc32: digest.crc32 }
  if (!(await saveReceived(lock.db, file.id, digests))) fail('file.offset_conflict')
}

const headBytesOf = (file: FileRow) => Math.min(limits.kindRecognitionBytes, file.size_bytes)

/** Detects the kind by the first bytes, and refuses the upload of a program. @throws file.kind_refused */
async function detectUploadKind(services: Services, file: FileRow): Promise<FileKind> {
  const source = await services.storage.openUpload(file.id, { start: 0, end: headBytesOf(file) - 1 })
  const detected = detectKind(Buffer.concat(await source.toArray()), file.size_bytes, file.name)
  if ('kind' in detected) return detected.kind
  await refuseFile(
    { inOwnTransaction: services.database.transaction, services },
    file.id,
    'file.kind_refused',
  )
  fail('file.kind_refused')
}

/** Writes an upload and saves its offset. */
class UploadWriter {
  offset: number
  digest: RunningDigest | undefined
  #kind: FileKind | null = null
  #savedBytes: number
  #saving: Promise<void> = Promise.resolve()
  #isSaving = false
  readonly #patch: UploadPatch
  readonly #body: UploadBody

  constructor(patch: UploadPatch, body: UploadBody) {
    this.#patch = patch
    this.#body = body
    this.offset = patch.offset
    this.#savedBytes = patch.file.received_bytes
    this.digest = claimDigest(patch.file.id, patch.offset)
  }

  async append(source: Readable): Promise<void> {
    const { storage } = this.#patch.services
    const { id } = this.#patch.file
    let seenBytes = this.offset
    let isFailing = true
    try {
      this.offset = await storage.appendUpload(id, this.offset, source, (chunk) => {
        if (this.digest !== undefined) addToDigest(this.digest, chunk)
        seenBytes += chunk.length
        if (seenBytes - this.#savedBytes >= savedEveryBytes) this.#saveSoon()
      })
      isFailing = false
    } finally {
      // On a full disk the file has only the bytes that fit, but the digest covers more.
      if (isFailing) {
        this.digest = undefined
        this.offset = Math.min((await storage.findUploadSize(id)) ?? 0, seenBytes)
      }
    }
  }

  /** @throws file.kind_refused */
  async detectKind(): Promise<void> {
    const { services, file } = this.#patch
    await this.save()
    this.#kind = await detectUploadKind(services, file)
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
    await this.#saveAt(this.offset)
  }

  /** Starts a save unless one is running. */
  #saveSoon(): void {
    if (this.#isSaving) return
    this.#isSaving = true
    this.#saving = this.#saveWritten()
      .catch(() => this.#body.abort('unsaved'))
      .finally(() => {
        this.#isSaving = false
      })
  }

  async #saveWritten(): Promise<void> {
    const { services, file } = this.#patch
    const sizeBytes = await services.storage.findUploadSize(file.id)
    if (sizeBytes !== undefined && sizeBytes > this.#savedBytes) await this.#saveAt(sizeBytes)
  }

  async #saveAt(toBytes: number): Promise<void> {
    const { file, lock } = this.#patch
    const fromBytes = this.#savedBytes
    if (toBytes === fromBytes && this.#kind === null) return
    const isSaved = await saveProgress(lock.db, { id: file.id, fromBytes, toBytes, kind: this.#kind })
    if (!isSaved) fail('file.offset_conflict')
    this.#savedBytes = toBytes
    this.#kind = null
  }
}
