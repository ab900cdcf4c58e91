import { CallError } from './call-error.ts'
import { type HashReply, type HashRequest, hashFile } from './hash.ts'

/** A function that computes the SHA-256 of a file, in hex. @throws CallError `local.file_unreadable` */
export type FileDigest = (file: Blob, signal: AbortSignal) => Promise<string>

// In a page, lets the browser render and handle events between two steps. In Node, continues at once.
const yieldThread = () =>
  typeof document === 'undefined' ? undefined : new Promise((resolve) => setTimeout(resolve))

/** Hashes on the current thread. In a page, yields to the browser after each MiB. */
export const digestOnThisThread: FileDigest = async (file, signal) => {
  try {
    return await hashFile(file, signal, yieldThread)
  } catch (error) {
    throw signal.aborted ? error : new CallError('local.file_unreadable', {}, error)
  }
}

type Waiting = {
  resolve: (sha256: string) => void
  reject: (error: unknown) => void
  file: Blob
  signal: AbortSignal
}

/** Sends files to the worker and tracks pending requests. After a failure of the worker, hashes on the current thread. */
class HashWorker {
  readonly #open: () => Worker
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #isBroken = false
  #lastId = 0

  constructor(open: () => Worker) {
    this.#open = open
  }

  digest(file: Blob, signal: AbortSignal): Promise<string> {
    if (this.#isBroken) return digestOnThisThread(file, signal)
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId
      this.#waiting.set(id, { resolve, reject, file, signal })
      signal.addEventListener('abort', () => {
        if (!this.#waiting.delete(id)) return
        this.#worker?.postMessage({ id, file: null } satisfies HashRequest)
        reject(signal.reason)
      })
      try {
        this.#worker ??= this.#start()
        this.#worker.postMessage({ id, file } satisfies HashRequest)
      } catch {
        this.#fallBack()
      }
    })
  }

  #start(): Worker {
    const worker = this.#open()
    worker.addEventListener('message', ({ data }: MessageEvent<HashReply>) => this.#settle(data))
    worker.addEventListener('error', () => this.#fallBack())
    return worker
  }

  #settle({ id, sha256 }: HashReply): void {
    const request = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (sha256 === null) request?.reject(new CallError('local.file_unreadable'))
    else request?.resolve(sha256)
  }

  #fallBack(): void {
    this.#isBroken = true
    for (const { file, signal, resolve, reject } of this.#waiting.values()) {
      digestOnThisThread(file, signal).then(resolve, reject)
    }
    this.#waiting.clear()
  }
}

/**
 * Returns a digest function that hashes in a worker, so that the page stays responsive. If the worker fails, the function
 * hashes on the current thread.
 * @param open creates the worker of `hash.worker.ts`; called once, for the first file
 */
export function digestInWorker(open: () => Worker): FileDigest {
  const worker = new HashWorker(open)
  return (file, signal) => worker.digest(file, signal)
}

/** Returns the digest function of the platform: a worker in browsers, the current thread elsewhere. */
export function defaultDigest(): FileDigest {
  if (typeof Worker === 'undefined' || typeof document === 'undefined') return digestOnThisThread
  return digestInWorker(() => new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' }))
}
