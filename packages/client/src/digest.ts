import { CallError } from './call-error.ts'
import { type HashAnswer, type HashOrder, hashFile } from './hash.ts'

/** Computes the SHA-256 of a file, hex, while it is being sent. @throws CallError `local.file_unreadable` */
export type FileDigest = (file: Blob, signal: AbortSignal) => Promise<string>

// A page draws and listens between two steps; a program has nothing to draw.
const giveWay = () =>
  typeof document === 'undefined' ? undefined : new Promise((resolve) => setTimeout(resolve))

/** Hashes on this thread, a step at a time. */
export const digestHere: FileDigest = async (file, signal) => {
  try {
    return await hashFile(file, signal, giveWay)
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

/**
 * Hashes in a worker, so that the page stays fluent; on this thread when the worker can't be started.
 * @param open makes the worker of `hash.worker.ts`; called once, at the first file
 */
export function digestInWorker(open: () => Worker): FileDigest {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let isBroken = false
  let lastId = 0

  const settle = ({ id, sha256: found }: HashAnswer) => {
    const order = waiting.get(id)
    waiting.delete(id)
    if (found === null) order?.reject(new CallError('local.file_unreadable'))
    else order?.resolve(found)
  }
  const giveUp = () => {
    isBroken = true
    for (const { file, signal, resolve, reject } of waiting.values())
      digestHere(file, signal).then(resolve, reject)
    waiting.clear()
  }
  const start = () => {
    const opened = open()
    opened.addEventListener('message', (event: MessageEvent<HashAnswer>) => settle(event.data))
    opened.addEventListener('error', giveUp)
    return opened
  }

  return (file, signal) =>
    new Promise((resolve, reject) => {
      if (isBroken) return void digestHere(file, signal).then(resolve, reject)
      const id = ++lastId
      waiting.set(id, { resolve, reject, file, signal })
      signal.addEventListener('abort', () => {
        if (!waiting.delete(id)) return
        worker?.postMessage({ id, file: null } satisfies HashOrder)
        reject(signal.reason)
      })
      try {
        worker ??= start()
        worker.postMessage({ id, file } satisfies HashOrder)
      } catch {
        giveUp()
      }
    })
}

/** A worker in browsers, this thread elsewhere. */
export function defaultDigest(): FileDigest {
  if (typeof Worker === 'undefined' || typeof document === 'undefined') return digestHere
  return digestInWorker(() => new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' }))
}
