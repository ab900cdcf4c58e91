import type { ChosenUnit } from '@pontic/contract'
import { MeshError, type MeshReason } from '../mesh/mesh.ts'
import type { DrawnScan } from './drawn-scan.ts'

/** The answer of a worker: the scan, or the reason why it was refused. */
export type ScanReply = { scan: DrawnScan } | { reason: MeshReason }

/** The input of a worker: the bytes, and the unit set by a person. */
export type ScanTask = { buffer: ArrayBuffer; unit?: ChosenUnit | undefined }

export type ReadOptions = {
  /** The unit set by a person; levels are in millimetres already. */
  unit?: ChosenUnit | undefined
  /** Aborts the read and ends its worker; the promise rejects with the signal's reason. */
  signal?: AbortSignal
  /** Maximum milliseconds for one file, 60,000 by default; counted from when a worker is free. */
  timeoutMs?: number
}

/** A phone has no memory for more. */
const workersAtOnce = 2

/** A limited number of workers of one kind. */
class WorkerPool {
  private readonly make: () => Worker
  private readonly isKept: boolean
  private readonly idle: Worker[] = []
  private readonly waiting: (() => void)[] = []
  private running = 0

  /** @param isKept reuses a worker after success; otherwise each file has its own */
  constructor(make: () => Worker, isKept: boolean) {
    this.make = make
    this.isKept = isKept
  }

  /** Starts a worker in advance. */
  warm(): void {
    if (this.isKept && this.running === 0 && this.idle.length === 0) this.idle.push(this.make())
  }

  async run(buffer: ArrayBuffer, options: ReadOptions): Promise<DrawnScan> {
    options.signal?.throwIfAborted()
    if (this.running >= workersAtOnce) await new Promise<void>((start) => this.waiting.push(start))
    else this.running += 1
    try {
      options.signal?.throwIfAborted()
      return await this.runNow(buffer, options)
    } finally {
      const next = this.waiting.shift()
      // Hands the slot over directly, so that no other caller takes it.
      if (next) next()
      else this.running -= 1
    }
  }

  private async runNow(buffer: ArrayBuffer, options: ReadOptions): Promise<DrawnScan> {
    const worker = this.idle.pop() ?? this.make()
    try {
      const scan = await askWorker(worker, buffer, options)
      if (this.isKept) this.idle.push(worker)
      else worker.terminate()
      return scan
    } catch (error) {
      worker.terminate()
      throw error
    }
  }
}

function askWorker(
  worker: Worker,
  buffer: ArrayBuffer,
  { signal, timeoutMs = 60_000, unit }: ReadOptions,
): Promise<DrawnScan> {
  const { promise, resolve, reject } = Promise.withResolvers<DrawnScan>()
  const done = new AbortController()
  const until = { signal: done.signal }
  const refuse = () => reject(new MeshError('mesh.too_large'))
  const timer = setTimeout(refuse, timeoutMs)
  signal?.addEventListener('abort', () => reject(signal.reason), until)
  worker.addEventListener(
    'message',
    ({ data }: MessageEvent<ScanReply>) => {
      if ('scan' in data) resolve(data.scan)
      else reject(new MeshError(data.reason))
    },
    until,
  )
  worker.addEventListener('error', refuse, until)
  worker.addEventListener('messageerror', refuse, until)
  worker.postMessage({ buffer, unit } satisfies ScanTask, [buffer])
  return promise.finally(() => {
    clearTimeout(timer)
    done.abort()
  })
}

const files = new WorkerPool(
  () => new Worker(new URL('./scan.worker.ts', import.meta.url), { type: 'module' }),
  false,
)
const levels = new WorkerPool(
  () => new Worker(new URL('./level.worker.ts', import.meta.url), { type: 'module' }),
  true,
)

/**
 * Parses a whole file in a worker of its own, which ends with the file: its memory is returned, and a hostile file
 * affects nothing else.
 * @param buffer is transferred to the worker and empty afterwards
 * @throws {MeshError} with the reasons of `parseMesh`; `mesh.too_large` also if time or memory run out
 */
export const readScan = (buffer: ArrayBuffer, options: ReadOptions = {}): Promise<DrawnScan> =>
  files.run(buffer, options)

/**
 * Decodes a preview level in a worker that is reused.
 * @param buffer is transferred to the worker and empty afterwards
 * @throws {MeshError} with the reasons of `decodePreview`
 */
export const readLevel = (buffer: ArrayBuffer, options: ReadOptions = {}): Promise<DrawnScan> =>
  levels.run(buffer, options)

/** Starts the level worker while the first level is still loading. */
export const warmLevelReader = (): void => levels.warm()
