import type { ChosenUnit } from '@pontic/contract'
import { isNamingDraco } from '../mesh/glb-json.ts'
import { MeshError, type MeshReason } from '../mesh/mesh.ts'
import type { DrawnScan } from './drawn-scan.ts'

/** The reply of a worker: the scan, or the reason why it was refused. */
export type ScanReply = { scan: DrawnScan } | { reason: MeshReason }

/** The input of a worker: the bytes of a file, and the unit that a person has set. */
export type ScanTask = { buffer: ArrayBuffer; unit?: ChosenUnit | undefined }

/** A level that the browser stores (Cache API): the name of its cache, its key, and its ETag. */
export type StoredLevel = { cache: string; path: string; etag: string }

/** The input of a worker for levels. */
export type LevelTask = ScanTask | StoredLevel

export type ReadOptions = {
  /** Unit that a person has set; ignored for levels, which are in millimetres. */
  unit?: ChosenUnit | undefined
  /** Aborts the call and terminates its worker. The promise rejects with the reason of the signal. */
  signal?: AbortSignal
  /** Maximum milliseconds from the start of the worker's task, 60,000 by default. */
  timeoutMs?: number
}

/** Maximum number of workers of a pool. More would need too much memory on phones. */
const workersMax = 2

/** A pool of workers that run the same script. */
class WorkerPool {
  private readonly make: () => Worker
  private readonly isKept: boolean
  private readonly idle: Worker[] = []
  private readonly waiting: (() => void)[] = []
  private running = 0

  /** @param isKept whether to reuse a worker after success; otherwise each call creates a worker */
  constructor(make: () => Worker, isKept: boolean) {
    this.make = make
    this.isKept = isKept
  }

  /** Starts the workers before the first call. */
  warm(): void {
    if (!this.isKept) return
    while (this.running + this.idle.length < workersMax) this.idle.push(this.make())
  }

  async run(task: LevelTask, options: ReadOptions): Promise<DrawnScan> {
    options.signal?.throwIfAborted()
    if (this.running >= workersMax) await new Promise<void>((start) => this.waiting.push(start))
    else this.running += 1
    try {
      options.signal?.throwIfAborted()
      return await this.runNow(task, options)
    } finally {
      const next = this.waiting.shift()
      // Passes the slot to the next waiting call, so that a new call cannot take it.
      if (next) next()
      else this.running -= 1
    }
  }

  private async runNow(task: LevelTask, options: ReadOptions): Promise<DrawnScan> {
    const worker = this.idle.pop() ?? this.make()
    try {
      const scan = await askWorker(worker, task, options)
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
  task: LevelTask,
  { signal, timeoutMs = 60_000 }: ReadOptions,
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
  worker.postMessage(task, 'buffer' in task ? [task.buffer] : [])
  return promise.finally(() => {
    clearTimeout(timer)
    done.abort()
  })
}

const files = new WorkerPool(
  () => new Worker(new URL('./scan.worker.ts', import.meta.url), { type: 'module' }),
  false,
)
/** Workers with the decoder of Draco, which is four times as large as the rest. */
const dracoFiles = new WorkerPool(
  () => new Worker(new URL('./draco.worker.ts', import.meta.url), { type: 'module' }),
  false,
)
const levels = new WorkerPool(
  () => new Worker(new URL('./level.worker.ts', import.meta.url), { type: 'module' }),
  true,
)

/**
 * Parses a complete file in a new worker, which is terminated afterwards. That frees its memory, and a hostile file cannot
 * affect other calls.
 * @param buffer transferred to the worker, so that it is empty afterwards
 * @throws {MeshError} with the reasons of `parseMesh`, or `mesh.too_large` if time or memory is insufficient
 */
export const readScan = (buffer: ArrayBuffer, options: ReadOptions = {}): Promise<DrawnScan> =>
  (isNamingDraco(new Uint8Array(buffer)) ? dracoFiles : files).run({ buffer, unit: options.unit }, options)

/**
 * Decodes a preview level in a worker that is reused.
 * @param buffer transferred to the worker, so that it is empty afterwards
 * @throws {MeshError} with the reasons of `decodePreview`, or `mesh.too_large` if time or memory is insufficient
 */
export const readLevel = (buffer: ArrayBuffer, options: ReadOptions = {}): Promise<DrawnScan> =>
  levels.run({ buffer }, options)

/**
 * Reads and decodes a stored level in a worker, also while the page is busy.
 * @throws {MeshError} as `readLevel`, and `mesh.not_a_mesh` if the browser does not store the level with this ETag
 */
export const readStoredLevel = (level: StoredLevel, options: ReadOptions = {}): Promise<DrawnScan> =>
  levels.run(level, options)

/** Starts the level workers in advance, while the first levels are loading. */
export const warmLevelReader = (): void => levels.warm()
