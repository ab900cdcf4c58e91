import { Worker } from 'node:worker_threads'
import { MeshError } from '@pontic/viewer/mesh'
import type { PipelineInput, PipelineStep } from '@pontic/viewer/pipeline'
import type { MeshWorkerReply } from './mesh-worker.ts'

/** JavaScript's own heap in the thread; arrays of numbers lie outside it and are bounded by the file's length. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 }
/** Longest time for one scan: a minute, and as long again for each 40 MB. */
const timeoutMsOf = (sizeBytes: number) => 60_000 + sizeBytes / 700

/**
 * Runs the mesh pipeline over one scan in a thread of its own, which ends with it: its memory is given back, and whatever
 * the file does, nothing else goes down.
 * @param onStep is awaited before the next part is taken
 * @throws {MeshError} with the reasons of `parseMesh`; `mesh.too_large` also when time or memory run out
 */
export async function runMeshWorker(
  input: PipelineInput & { bytes: Uint8Array<ArrayBuffer> },
  onStep: (step: PipelineStep) => Promise<void>,
  timeoutMs: number = timeoutMsOf(input.bytes.length),
): Promise<void> {
  // It needs nothing of this process: neither what was imported before it nor the settings with their secrets.
  const worker = new Worker(new URL('./mesh-worker.ts', import.meta.url), {
    resourceLimits,
    execArgv: [],
    env: {},
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new MeshError('mesh.too_large')), timeoutMs)
  let steps = Promise.resolve()
  worker.on('message', (reply: MeshWorkerReply) => {
    if ('step' in reply) {
      steps = steps.then(() => onStep(reply.step))
      steps.catch(reject)
    } else if ('fault' in reply) reject(new Error(`The mesh pipeline failed: ${reply.fault}`))
    else if (reply.end === 'done') steps.then(resolve, reject)
    else reject(new MeshError(reply.end))
  })
  worker.on('error', (error: NodeJS.ErrnoException) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new MeshError('mesh.too_large') : error),
  )
  worker.postMessage(input, [input.bytes.buffer])
  try {
    await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
    await steps.catch(() => {})
  }
}
