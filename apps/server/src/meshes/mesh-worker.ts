import { parentPort } from 'node:worker_threads'
import { MeshError, type MeshReason } from '@pontic/viewer/mesh'
import { type PipelineInput, type PipelineStep, runPipeline } from '@pontic/viewer/pipeline'

/** What the thread answers: each part as it is made, and at the end why there are no more. */
export type MeshWorkerReply = { step: PipelineStep } | { end: 'done' | MeshReason } | { fault: string }

const port = parentPort
if (port === null) throw new Error('This file is run in a thread.')

port.once('message', async (input: PipelineInput) => {
  const reply = (message: MeshWorkerReply, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer)
  try {
    await runPipeline(input, (step) => reply({ step }, buffersOf(step)), readTexture)
    reply({ end: 'done' })
  } catch (error) {
    if (error instanceof MeshError) reply({ end: error.reason })
    // What asks for more memory than there is.
    else if (error instanceof RangeError) reply({ end: 'mesh.too_large' })
    else reply({ fault: error instanceof Error ? (error.stack ?? error.message) : 'unknown' })
  }
})

/** The decoder is loaded where there is a picture: most scans have none. */
async function readTexture(bytes: Uint8Array<ArrayBuffer>) {
  const { readPicture } = await import('./read-picture.ts')
  return await readPicture(bytes)
}

function buffersOf(step: PipelineStep): ArrayBuffer[] {
  if (step.kind === 'picture') return [step.picture.rgba.buffer]
  return step.kind === 'level' ? [step.level.bytes.buffer] : []
}
