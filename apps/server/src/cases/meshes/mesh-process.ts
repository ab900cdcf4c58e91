import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { MeshError, type MeshReason } from '@pontic/viewer/mesh'
import { type PipelineInput, type PipelineStep, runPipeline } from '@pontic/viewer/pipeline'

/** The first message to the process. The bytes of the scan follow on the standard input. */
export type MeshTask = Omit<PipelineInput, 'bytes'> & { sizeBytes: number }
/**
 * A message of the process. `step` is a part that is ready. `isPaused` says that the process waits for a message
 * before it builds the finer levels. `end` or `fault` is the last message.
 */
export type MeshReply =
  | { step: PipelineStep }
  | { isPaused: true }
  | { end: 'done' | MeshReason }
  | { fault: string }

// An interrupt at the terminal also reaches this process, but only the server may end it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit())
raiseOomScore()

process.once('message', async (task: MeshTask) => {
  try {
    const { sizeBytes, ...input } = task
    const bytes = await readInput(sizeBytes)
    await runPipeline({ ...input, bytes }, (step) => reply({ step }), readTexture, pause)
    await reply({ end: 'done' })
  } catch (error) {
    if (error instanceof MeshError) await reply({ end: error.reason })
    // An allocation has exceeded the memory limit.
    else if (error instanceof RangeError) await reply({ end: 'mesh.too_large' })
    else await reply({ fault: error instanceof Error ? (error.stack ?? error.message) : 'unknown' })
  }
  process.disconnect()
})

/** Tells the server that the process is paused, and waits for its message to continue. */
async function pause(): Promise<void> {
  const resumed = once(process, 'message')
  await reply({ isPaused: true })
  await resumed
}

/** Raises the OOM score, so that the kernel kills this process before the server if the machine runs out of memory. */
function raiseOomScore(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // The score stays if the system is not Linux or does not permit the change.
  }
}

/** Sends a message. Resolves when it is sent, so that its memory is free before the next part is built. */
function reply(message: MeshReply): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  process.send?.(message, undefined, undefined, (error) => (error ? reject(error) : resolve()))
  return promise
}

async function readInput(sizeBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(sizeBytes)
  let at = 0
  for await (const chunk of process.stdin) {
    bytes.set(chunk as Buffer, at)
    at += (chunk as Buffer).length
  }
  if (at !== sizeBytes) throw new Error(`${at} of ${sizeBytes} bytes of the scan came.`)
  return bytes
}

/** Decodes a texture. Imports the decoder here, because most scans have no texture. */
async function readTexture(bytes: Uint8Array<ArrayBuffer>) {
  const { readPicture } = await import('./read-picture.ts')
  return await readPicture(bytes)
}
