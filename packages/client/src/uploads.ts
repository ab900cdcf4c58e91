import { isUnfinishedFile, type OrderFile } from '@pontic/contract'
import { CallError } from './call-error.ts'
import type { Client } from './client.ts'
import { defaultDigest, type FileDigest } from './digest.ts'
import { type RetryPace, type Upload, UploadTask } from './upload-task.ts'

/** Options of an uploader. `parallel`: number of concurrent uploads, 3 by default. `digest`: `defaultDigest()` by default. */
export type UploaderOptions = { parallel?: number; digest?: FileDigest; retry?: RetryPace }

/** Totals of all uploads except cancelled ones. `remainingSeconds` is null while the speed is unknown. */
export type UploadTotals = {
  sizeBytes: number
  sentBytes: number
  bytesPerSecond: number
  remainingSeconds: number | null
  openCount: number
  failedCount: number
  doneCount: number
}

/** Sends announced files, several at a time. Continues automatically after a lost connection. */
export type Uploader = {
  /**
   * Queues a file that was announced with `files.announce`. If the list already has an upload of this file, with the same size
   * and not cancelled, that upload is resumed instead.
   * @param source the content: a File, or a Blob in Node
   */
  add: (source: Blob, file: Pick<OrderFile, 'id' | 'name' | 'receivedBytes'>) => void
  /** Returns all uploads in the order of `add`. The array stays the same until an upload changes, for `useSyncExternalStore`. */
  list: () => readonly Upload[]
  totals: () => UploadTotals
  /** Adds a listener for changes. @returns a function that removes it */
  subscribe: (listener: () => void) => () => void
  pause: (fileId: string) => void
  /** Resumes a paused or failed upload. An upload with the status `retrying` is retried immediately. */
  resume: (fileId: string) => void
  /**
   * Stops the upload and deletes the file from the case. Does nothing if the upload is done.
   * @throws CallError `order.wrong_status` if the case no longer allows the deletion; the upload is stopped even then
   */
  cancel: (fileId: string) => Promise<void>
  pauseAll: () => void
  resumeAll: () => void
  /** Removes finished and cancelled uploads from the list. */
  clearFinished: () => void
  /** Resolves when each upload is done, paused, failed or cancelled. */
  whenIdle: () => Promise<void>
  /** Pauses all uploads and stops listening for `online` events. */
  dispose: () => void
}

const isWorking = ({ status }: UploadTask) => ['uploading', 'retrying', 'checking'].includes(status)
const isOpen = (task: UploadTask) => isWorking(task) || task.status === 'waiting'

/** Creates an uploader. It sends nothing until `add` is called. */
export function createUploader(client: Client, options: UploaderOptions = {}): Uploader {
  return new Queue(client, options)
}

class Queue implements Uploader {
  readonly #client: Client
  readonly #parallel: number
  readonly #context: ConstructorParameters<typeof UploadTask>[2]
  readonly #listeners = new Set<() => void>()
  readonly #retryAllNow = () => {
    for (const task of this.#tasks.values()) task.retryNow()
  }
  #tasks = new Map<string, UploadTask>()
  #running = new Set<UploadTask>()
  #list: readonly Upload[] | undefined

  constructor(client: Client, { parallel = 3, digest = defaultDigest(), retry }: UploaderOptions) {
    this.#client = client
    this.#parallel = parallel
    this.#context = {
      client,
      digest,
      retry: retry ?? { firstRetryMs: 1_000, longestRetryMs: 10_000 },
      onChange: () => this.#changed(),
    }
    if (typeof addEventListener === 'function') addEventListener('online', this.#retryAllNow)
  }

  add(source: Blob, file: Pick<OrderFile, 'id' | 'name' | 'receivedBytes'>): void {
    const known = this.#tasks.get(file.id)
    if (known && known.status !== 'cancelled' && known.source.size === source.size) {
      this.resume(file.id)
      return
    }
    this.#tasks.set(file.id, new UploadTask(source, file, this.#context))
    this.#changed()
    this.#startWaiting()
  }

  list(): readonly Upload[] {
    this.#list ??= [...this.#tasks.values()].map((task) => task.snapshot)
    return this.#list
  }

  totals(): UploadTotals {
    const uploads = this.list().filter(({ status }) => status !== 'cancelled')
    const sum = (pick: (upload: Upload) => number) =>
      uploads.reduce((total, upload) => total + pick(upload), 0)
    const sizeBytes = sum((upload) => upload.sizeBytes)
    const sentBytes = sum((upload) => upload.sentBytes)
    const bytesPerSecond = sum((upload) => upload.bytesPerSecond)
    return {
      sizeBytes,
      sentBytes,
      bytesPerSecond,
      remainingSeconds: bytesPerSecond > 0 ? (sizeBytes - sentBytes) / bytesPerSecond : null,
      openCount: [...this.#tasks.values()].filter(isOpen).length,
      failedCount: uploads.filter(({ status }) => status === 'failed').length,
      doneCount: uploads.filter(({ status }) => status === 'done').length,
    }
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  pause(fileId: string): void {
    const task = this.#tasks.get(fileId)
    if (task && isOpen(task)) task.stop('paused')
  }

  resume(fileId: string): void {
    const task = this.#tasks.get(fileId)
    if (task?.status === 'retrying') task.retryNow()
    if (task?.status === 'paused' || task?.status === 'failed') task.enqueue()
    this.#startWaiting()
  }

  async cancel(fileId: string): Promise<void> {
    const task = this.#tasks.get(fileId)
    if (!task || task.status === 'done') return
    task.stop('cancelled')
    try {
      await this.#client.call('files.remove', { params: { fileId } })
    } catch (error) {
      if (!(error instanceof CallError && error.key === 'file.not_found')) throw error
    }
  }

  pauseAll(): void {
    for (const fileId of this.#tasks.keys()) this.pause(fileId)
  }

  resumeAll(): void {
    for (const fileId of this.#tasks.keys()) this.resume(fileId)
  }

  clearFinished(): void {
    for (const [fileId, { status }] of this.#tasks) {
      if (status === 'done' || status === 'cancelled') this.#tasks.delete(fileId)
    }
    this.#changed()
  }

  whenIdle(): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (this.#running.size > 0 || [...this.#tasks.values()].some(isOpen)) return
        unsubscribe()
        resolve()
      }
      const unsubscribe = this.subscribe(check)
      check()
    })
  }

  dispose(): void {
    this.pauseAll()
    if (typeof removeEventListener === 'function') removeEventListener('online', this.#retryAllNow)
  }

  #startWaiting(): void {
    for (const task of this.#tasks.values()) {
      if (this.#running.size >= this.#parallel) return
      // The last request before a pause may still run when the upload is resumed. The upload starts after that request has ended.
      if (task.status !== 'waiting' || this.#running.has(task)) continue
      this.#running.add(task)
      void task.run().finally(() => {
        this.#running.delete(task)
        this.#startWaiting()
        this.#changed()
      })
    }
  }

  #changed(): void {
    this.#list = undefined
    for (const listener of [...this.#listeners]) listener()
  }
}

type Announced = Pick<OrderFile, 'name' | 'sizeBytes' | 'state'>

/**
 * Whether a dropped file can continue an announced upload, for example after a reload. The name and size must be the same, and
 * the upload must be unfinished. The digest shows later whether the content is the same, too.
 */
export function matchesAnnounced(file: { name: string; size: number }, announced: Announced): boolean {
  return (
    isUnfinishedFile(announced.state) &&
    announced.sizeBytes === file.size &&
    announced.name === file.name.normalize('NFC').trim()
  )
}
