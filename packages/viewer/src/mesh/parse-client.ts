import { MeshError, type PreparedMesh } from './mesh.ts'
import type { ParseReply } from './parse.worker.ts'

/** Two files at a time: a phone has no memory for more. */
const workersAtOnce = 2
let running = 0
const waiting: (() => void)[] = []

export type ParseOptions = {
  /** Ends the wait, and the worker with it; the promise rejects with the signal's reason. */
  signal?: AbortSignal
  /** Longest time for one file, 60,000 by default; counted from when a worker is free. */
  timeoutMs?: number
}

/**
 * Reads a mesh in a worker of its own, which ends with the file, so that its memory is given back and a hostile file can
 * take nothing else down.
 * @param buffer the whole file; it is moved to the worker and empty afterwards
 * @throws {MeshError} with the reasons of `parseMesh`; `mesh.too_large` also when time or memory run out
 */
export async function parseInWorker(buffer: ArrayBuffer, options: ParseOptions = {}): Promise<PreparedMesh> {
  options.signal?.throwIfAborted()
  if (running >= workersAtOnce) await new Promise<void>((start) => waiting.push(start))
  else running += 1
  try {
    options.signal?.throwIfAborted()
    return await runWorker(buffer, options)
  } finally {
    const next = waiting.shift()
    // The place is handed over, so that nobody slips in between.
    if (next) next()
    else running -= 1
  }
}

function runWorker(buffer: ArrayBuffer, { signal, timeoutMs = 60_000 }: ParseOptions): Promise<PreparedMesh> {
  const worker = new Worker(new URL('./parse.worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<PreparedMesh>()
  const refuse = () => reject(new MeshError('mesh.too_large'))
  const abort = () => reject(signal?.reason)
  const timer = setTimeout(refuse, timeoutMs)
  signal?.addEventListener('abort', abort, { once: true })
  worker.addEventListener('message', ({ data }: MessageEvent<ParseReply>) => {
    if ('prepared' in data) resolve(data.prepared)
    else reject(new MeshError(data.reason))
  })
  worker.addEventListener('error', refuse)
  worker.addEventListener('messageerror', refuse)
  worker.postMessage(buffer, [buffer])
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    worker.terminate()
  })
}
