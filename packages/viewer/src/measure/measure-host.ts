import { MeasureError, type MeasureReason } from './measure-error.ts'
import { type MeasuredGeometry, MeshStore } from './mesh-store.ts'
import { type RequestHandler, type RequestName, requests } from './requests.ts'
import type { Turn } from './turn.ts'

/** A message to the worker. `number` identifies the reply. */
export type HostMessage =
  | { kind: 'add'; number: number; id: string; geometry: MeasuredGeometry }
  | { kind: 'remove'; id: string }
  | { kind: 'call'; number: number; name: RequestName; input: unknown }
  | { kind: 'abort'; number: number }

/** The reply of the worker to `add` and `call`. An aborted call gets no reply. */
export type HostReply = { number: number; output: unknown } | { number: number; reason: MeasureReason }

/** A port to the page: that of a worker, or of a message channel in tests. */
export type HostPort = { postMessage: (reply: HostReply, transfer: ArrayBuffer[]) => void }

/** Milliseconds that a handler runs before `pause` lets other messages run. */
const sliceMs = 12

class Aborted extends Error {}

/** Runs the requests of a page on its meshes. @returns the function that receives its messages */
export function createMeasureHost(port: HostPort): (message: HostMessage) => Promise<void> {
  const store = new MeshStore()
  const running = new Map<number, { isAborted: boolean }>()

  const reply = async (number: number, run: () => unknown) => {
    try {
      const output = await run()
      port.postMessage({ number, output }, buffersOf(output))
    } catch (error) {
      if (!(error instanceof Aborted)) port.postMessage({ number, reason: reasonOf(error) }, [])
    }
  }

  return async (message) => {
    if (message.kind === 'remove') store.remove(message.id)
    else if (message.kind === 'abort') {
      const state = running.get(message.number)
      if (state) state.isAborted = true
    } else if (message.kind === 'add')
      await reply(message.number, () => store.add(message.id, message.geometry))
    else {
      const { number, name, input } = message
      const state = { isAborted: false }
      running.set(number, state)
      const handler = requests[name] as RequestHandler<unknown, unknown>
      await reply(number, () => handler(store, input, createTurn(state)))
      running.delete(number)
    }
  }
}

function createTurn(state: { isAborted: boolean }): Turn {
  let startMs = performance.now()
  return {
    async pause() {
      if (performance.now() - startMs < sliceMs) return
      await nextMessage()
      if (state.isAborted) throw new Aborted()
      startMs = performance.now()
    },
  }
}

/** Waits until the messages that have arrived are handled. A timer would wait at least four milliseconds. */
function nextMessage(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}

function reasonOf(error: unknown): MeasureReason {
  if (error instanceof MeasureError) return error.reason
  // The engines throw a RangeError if an array does not fit into the memory.
  return error instanceof RangeError ? 'measure.too_large' : 'measure.failed'
}

/** Lists the buffers of the typed arrays in an output. */
function buffersOf(output: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(output)) found.add(output.buffer as ArrayBuffer)
  else if (Array.isArray(output)) {
    // The items of a list of numbers have no buffers.
    if (typeof output[0] === 'object') for (const item of output) buffersOf(item, found)
  } else if (typeof output === 'object' && output !== null)
    for (const value of Object.values(output)) buffersOf(value, found)
  return [...found]
}
