import type { OrderFile } from '@pontic/contract'
import { backoffMs, waitMs } from './backoff.ts'
import { CallError, type CallErrorKey } from './call-error.ts'
import type { Client } from './client.ts'
import type { FileDigest } from './digest.ts'
import { ChunkSizer, SpeedMeter } from './pace.ts'
import { findOffset, sendChunk } from './tus.ts'

/**
 * Status of an upload.
 * - `waiting`: in the queue.
 * - `retrying`: waiting for the next try after a temporary error.
 * - `checking`: all bytes are sent, and the digest is being compared.
 * - `failed`: stopped by an error; it can be resumed.
 */
export type UploadStatus =
  | 'waiting'
  | 'uploading'
  | 'paused'
  | 'retrying'
  | 'checking'
  | 'done'
  | 'failed'
  | 'cancelled'

/**
 * The state of an upload, for display.
 * - `sentBytes`: bytes sent, including those that are not acknowledged yet.
 * - `acknowledgedBytes`: bytes stored on the server.
 * - `remainingSeconds`: null while the speed is unknown.
 * - `error`: the error of a failed or retried upload.
 * - `file`: the verified file; null until the upload is done.
 */
export type Upload = {
  readonly fileId: string
  readonly name: string
  readonly sizeBytes: number
  readonly status: UploadStatus
  readonly sentBytes: number
  readonly acknowledgedBytes: number
  readonly bytesPerSecond: number
  readonly remainingSeconds: number | null
  readonly error: CallError | null
  readonly file: OrderFile | null
}

type MutableState = Pick<Upload, 'status' | 'sentBytes' | 'acknowledgedBytes' | 'error' | 'file'>

/**
 * First and longest delay before a retry, as `firstMs` and `longestMs` of `backoffMs`. The delay doubles with
 * each failure.
 */
export type RetryPace = { firstRetryMs: number; longestRetryMs: number }

type TaskContext = { client: Client; digest: FileDigest; retry: RetryPace; onChange: () => void }

/** One upload of `createUploader`. `run` sends the file, and `snapshot` is its state for display. */
export class UploadTask {
  readonly fileId: string
  readonly source: Blob
  readonly #context: TaskContext
  readonly #sizer = new ChunkSizer()
  readonly #meter = new SpeedMeter()
  readonly #cancelDigest = new AbortController()
  readonly #name: string
  #state: MutableState
  #stop = new AbortController()
  #retryNow = new AbortController()
  #sha256: Promise<string> | undefined
  #snapshot: Upload | undefined

  constructor(source: Blob, file: Pick<OrderFile, 'id' | 'name' | 'receivedBytes'>, context: TaskContext) {
    this.fileId = file.id
    this.source = source
    this.#name = file.name
    this.#context = context
    const received = Math.min(file.receivedBytes, source.size)
    this.#state = {
      status: 'waiting',
      sentBytes: received,
      acknowledgedBytes: received,
      error: null,
      file: null,
    }
  }

  get status(): UploadStatus {
    return this.#state.status
  }

  /** The current state. The object stays the same until the state changes. */
  get snapshot(): Upload {
    this.#snapshot ??= this.#describe()
    return this.#snapshot
  }

  /** Sends the missing bytes of the file. Resolves when the file is verified or the upload is stopped or has failed; never rejects. */
  async run(): Promise<void> {
    this.#stop = new AbortController()
    const { signal } = this.#stop
    this.#change({ status: 'uploading', error: null })
    let failures = 0
    while (!signal.aborted) {
      try {
        const before = this.#state.acknowledgedBytes
        await this.#sendRest(signal).catch((error) => {
          if (this.#state.acknowledgedBytes > before) failures = 0
          throw error
        })
        return await this.#finish(signal)
      } catch (error) {
        if (signal.aborted) return
        if (!isTransient(error)) return this.#change({ status: 'failed', error: asCallError(error) })
        await this.#waitForRetry(error, failures++, signal)
      }
    }
  }

  /** Stops sending. Acknowledged bytes remain on the server. */
  stop(status: 'paused' | 'cancelled'): void {
    this.#stop.abort()
    if (status === 'cancelled') this.#cancelDigest.abort()
    this.#meter.reset()
    this.#change({ status, sentBytes: this.#state.acknowledgedBytes })
  }

  /** Sets the status to `waiting`, so that the uploader starts it again. */
  enqueue(): void {
    this.#change({ status: 'waiting', error: null })
  }

  /** Skips the delay before the next try. Called when the network is back, or when the user clicks retry. */
  retryNow(): void {
    this.#retryNow.abort()
  }

  async #sendRest(signal: AbortSignal): Promise<void> {
    this.#digest().catch(() => undefined)
    let offset = await findOffset(this.#context.client, this.fileId, signal)
    signal.throwIfAborted()
    this.#acknowledge(offset)
    this.#change({ status: 'uploading', error: null })
    while (offset < this.source.size) {
      offset = await this.#sendNext(offset, signal)
      this.#acknowledge(offset)
    }
  }

  async #sendNext(offset: number, signal: AbortSignal): Promise<number> {
    const bytes = this.source.slice(offset, offset + this.#sizer.sizeBytes)
    const startedMs = performance.now()
    const onSent = (sentBytes: number) => this.#progress(offset + Math.min(sentBytes, bytes.size))
    try {
      const next = await sendChunk(this.#context.client, {
        fileId: this.fileId,
        offset,
        bytes,
        onSent,
        signal,
      })
      if (next <= offset || next > this.source.size)
        throw new CallError('file.offset_conflict', { status: 409 })
      this.#sizer.recordArrival(next - offset, performance.now() - startedMs)
      return next
    } catch (error) {
      this.#sizer.recordLoss()
      // fetch reports a moved or changed file as a network error, so the file is checked separately.
      if (!signal.aborted) await this.#checkReadable(offset)
      throw error
    }
  }

  async #checkReadable(offset: number): Promise<void> {
    await this.source
      .slice(offset, offset + 1)
      .arrayBuffer()
      .catch((error) => {
        throw new CallError('local.file_unreadable', {}, error)
      })
  }

  /** Returns the digest, which all tries share. It is computed during the upload and during a pause; only a cancel stops it. */
  #digest(): Promise<string> {
    if (this.#sha256) return this.#sha256
    const sha256 = this.#context.digest(this.source, this.#cancelDigest.signal)
    sha256.catch(() => {
      this.#sha256 = undefined
    })
    this.#sha256 = sha256
    return sha256
  }

  async #finish(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    this.#change({ status: 'checking' })
    const sha256 = await this.#digest()
    signal.throwIfAborted()
    // An Idempotency-Key is not needed: a repeat after a lost response returns the same reply.
    const input = { body: { fileId: this.fileId, sha256 } }
    const file = await this.#context.client.call('files.finish', input, { signal })
    this.#change({ status: 'done', file, error: null })
  }

  async #waitForRetry(error: unknown, failures: number, signal: AbortSignal): Promise<void> {
    const known = asCallError(error)
    const { firstRetryMs, longestRetryMs } = this.#context.retry
    this.#retryNow = new AbortController()
    this.#meter.reset()
    this.#change({ status: 'retrying', error: known, sentBytes: this.#state.acknowledgedBytes })
    const askedMs = (known.retryAfterSeconds ?? 0) * 1000
    const delayMs = Math.max(askedMs, backoffMs(failures, firstRetryMs, longestRetryMs))
    await waitMs(delayMs, AbortSignal.any([signal, this.#retryNow.signal]))
  }

  #acknowledge(offset: number): void {
    if (offset > this.source.size) throw new CallError('file.offset_conflict', { status: 410 })
    this.#meter.add(offset)
    this.#change({ acknowledgedBytes: offset, sentBytes: offset })
  }

  #progress(sentBytes: number): void {
    this.#meter.add(sentBytes)
    this.#change({ sentBytes })
  }

  #change(change: Partial<MutableState>): void {
    // Ignores results of requests that were still running when the upload was cancelled or paused.
    if (this.#state.status === 'cancelled') return
    if (this.#state.status === 'paused' && change.status === undefined) return
    this.#state = { ...this.#state, ...change }
    this.#snapshot = undefined
    this.#context.onChange()
  }

  #describe(): Upload {
    const isMoving = this.#state.status === 'uploading'
    const bytesPerSecond = isMoving ? this.#meter.bytesPerSecond : 0
    const remainingBytes = this.source.size - this.#state.sentBytes
    return {
      fileId: this.fileId,
      name: this.#name,
      sizeBytes: this.source.size,
      ...this.#state,
      bytesPerSecond,
      remainingSeconds: bytesPerSecond > 0 ? remainingBytes / bytesPerSecond : null,
    }
  }
}

// Temporary refusals: the server still handles another request of this upload, or has not stored all bytes of the file yet.
const transientKeys: readonly CallErrorKey[] = ['file.offset_conflict', 'file.not_finished']

function isTransient(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  if (error.status === 410) return false
  return error.isTransient || transientKeys.includes(error.key) || error.status === 423
}

const asCallError = (error: unknown): CallError =>
  error instanceof CallError ? error : new CallError('network.invalid_reply', {}, error)
