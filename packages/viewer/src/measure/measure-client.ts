import { MeasureError } from './measure-error.ts'
import type { HostMessage, HostReply } from './measure-host.ts'
import type { MeasuredGeometry } from './mesh-store.ts'
import type { InputOf, OutputOf, RequestName } from './requests.ts'

/** The measuring worker of a viewer. It keeps meshes with their trees, and computes on them without blocking the page. */
export type MeasureClient = {
  /**
   * Copies a mesh to the worker and builds its tree. Later calls wait for it.
   * @throws {MeasureError} measure.too_large, measure.failed
   */
  setMesh: (id: string, geometry: MeasuredGeometry) => Promise<void>
  removeMesh: (id: string) => void
  /**
   * Runs a request of the table `requests`.
   * @param signal rejects the call with its reason and lets the worker stop early
   * @throws {MeasureError}
   */
  call: <Name extends RequestName>(
    name: Name,
    input: InputOf<Name>,
    signal?: AbortSignal,
  ) => Promise<OutputOf<Name>>
  /** Ends the worker and rejects its calls. */
  dispose: () => void
}

/** A worker, or the port of a message channel in tests. */
export type ClientPort = Pick<Worker, 'postMessage' | 'addEventListener'> & { terminate?: () => void }

type Pending = { resolve: (output: never) => void; reject: (error: unknown) => void }

const createWorker = () => new Worker(new URL('./measure.worker.ts', import.meta.url), { type: 'module' })

/** Starts the measuring worker. */
export function createMeasureClient(port: ClientPort = createWorker()): MeasureClient {
  const pending = new Map<number, Pending>()
  let count = 0
  let failure: MeasureError | undefined
  const post = (message: HostMessage) => port.postMessage(message)
  const end = (error: MeasureError) => {
    failure = error
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }
  port.addEventListener('message', (event) => {
    const { data } = event as MessageEvent<HostReply>
    const call = pending.get(data.number)
    pending.delete(data.number)
    if ('reason' in data) call?.reject(new MeasureError(data.reason))
    else call?.resolve(data.output as never)
  })
  // A worker ends with an error if its memory does not suffice.
  port.addEventListener('error', () => end(new MeasureError('measure.too_large')))

  const send = <Output>(toMessage: (number: number) => HostMessage, signal?: AbortSignal) =>
    new Promise<Output>((resolve, reject) => {
      if (failure) return reject(failure)
      if (signal?.aborted) return reject(signal.reason)
      count += 1
      const number = count
      const abort = () => {
        if (!pending.delete(number)) return
        post({ kind: 'abort', number })
        reject(signal?.reason)
      }
      const finish =
        <Value>(settle: (value: Value) => void) =>
        (value: Value) => {
          signal?.removeEventListener('abort', abort)
          settle(value)
        }
      pending.set(number, { resolve: finish(resolve as (output: never) => void), reject: finish(reject) })
      signal?.addEventListener('abort', abort)
      post(toMessage(number))
    })

  return {
    setMesh: (id, { positions, indices }) =>
      send<void>((number) => ({ kind: 'add', number, id, geometry: { positions, indices } })),
    removeMesh: (id) => post({ kind: 'remove', id }),
    call: (name, input, signal) => send((number) => ({ kind: 'call', number, name, input }), signal),
    dispose: () => {
      port.terminate?.()
      end(new MeasureError('measure.no_mesh'))
    },
  }
}
