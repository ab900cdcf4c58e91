import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { MeshError, type MeshReason } from '@pontic/viewer/mesh'
import { type PipelineInput, type PipelineStep, runPipeline } from '@pontic/viewer/pipeline'

/** What the process is told of a scan; its bytes come through the standard input. */
export type MeshTask = Omit<PipelineInput, 'bytes'> & { sizeBytes: number }
/**
 * What the process answers: each part as it is made, that it waits before the finer levels until any message comes, and at
 * the end why there are no more.
 */
export type MeshReply =
  | { step: PipelineStep }
  | { isPaused: true }
  | { end: 'done' | MeshReason }
  | { fault: string }

// The server says when it is over, and its end is the end of this: an interrupt at a terminal reaches both.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit())
giveWay()

process.once('message', async (task: MeshTask) => {
  try {
    const { sizeBytes, ...input } = task
    const bytes = await readInput(sizeBytes)
    await runPipeline({ ...input, bytes }, (step) => reply({ step }), readTexture, pause)
    await reply({ end: 'done' })
  } catch (error) {
    if (error instanceof MeshError) await reply({ end: error.reason })
    // What asks for more memory than there is.
    else if (error instanceof RangeError) await reply({ end: 'mesh.too_large' })
    else await reply({ fault: error instanceof Error ? (error.stack ?? error.message) : 'unknown' })
  }
  process.disconnect()
})

/** Waits until the server asks for the finer levels. */
async function pause(): Promise<void> {
  const resumed = once(process, 'message')
  await reply({ isPaused: true })
  await resumed
}

/** Where the machine runs out of memory, this goes before the server does. */
function giveWay(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not Linux, or not allowed: nobody goes first then.
  }
}

/** Resolves when it is on its way, so that a part is gone from here before the next one is made. */
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

/** The decoder is loaded where there is a picture: most scans have none. */
async function readTexture(bytes: Uint8Array<ArrayBuffer>) {
  const { readPicture } = await import('./read-picture.ts')
  return await readPicture(bytes)
}
