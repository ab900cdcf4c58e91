import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { MeshError } from '@pontic/viewer/mesh'
import type { PipelineStep } from '@pontic/viewer/pipeline'
import type { MeshReply, MeshTask } from './mesh-process.ts'

/** How long a process that has told its end may take to go. */
const leaveMs = 10_000

/** What a scan may take, and where the compiled code of the process lies: compiling it takes longer than a small scan. */
export type MeshBounds = {
  /** JavaScript's own heap; arrays of numbers lie outside it and are bounded by the file's length. */
  heapMb?: number
  /** A minute for each scan and as long again for each 40 MB, unless told. */
  timeoutMs?: number
  /** A folder that nobody else may write; made when it does not exist. */
  codeFolder: string
}

/**
 * Runs the mesh pipeline over one scan in a process of its own, which ends with it: its memory is given back, and whatever
 * the file does, be it to the decoders' native code, nothing else goes down (decision 0043).
 * @param content the scan's bytes; read to its end or destroyed
 * @param onStep is awaited before the next part is taken
 * @throws {MeshError} with the reasons of `parseMesh`; `mesh.too_large` also when time or memory run out
 * @throws {Error} when the content can't be read, and when the process ends by itself: what crashed or was ended for want
 *   of memory may be tried again
 */
export async function runMeshProcess(
  task: MeshTask,
  content: Readable,
  onStep: (step: PipelineStep) => Promise<void>,
  { heapMb = 512, timeoutMs = 60_000 + task.sizeBytes / 700, codeFolder }: MeshBounds,
): Promise<void> {
  const child = fork(new URL('./mesh-process.ts', import.meta.url), {
    execArgv: [`--max-old-space-size=${heapMb}`],
    // It needs nothing else of this process, the settings with their secrets least of all.
    env: { NODE_COMPILE_CACHE: codeFolder },
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const end = () => child.kill('SIGKILL')
  let timer = setTimeout(() => {
    reject(new MeshError('mesh.too_large'))
    end()
  }, timeoutMs)
  let steps = Promise.resolve()
  let isOver = false
  child.on('message', (reply: MeshReply) => {
    if ('step' in reply) {
      steps = steps.then(() => onStep(reply.step))
      steps.catch(reject)
      return
    }
    isOver = true
    clearTimeout(timer)
    timer = setTimeout(end, leaveMs)
    if ('fault' in reply) reject(new Error(`The mesh pipeline failed: ${reply.fault}`))
    else if (reply.end === 'done') steps.then(resolve, reject)
    else reject(new MeshError(reply.end))
  })
  const gone = watchEnd(child).then((reason) => void (isOver || reject(reason)), reject)
  child.send(task)
  // A process that takes no more says why by its end.
  pipeline(readAll(content, reject), child.stdin!).catch(() => {})
  try {
    await promise
  } finally {
    // One that told its end goes by itself, and keeps its compiled code for the next.
    if (!isOver) end()
    await gone
    clearTimeout(timer)
    await steps.catch(() => {})
  }
}

async function* readAll(content: Readable, onFailure: (error: unknown) => void) {
  try {
    yield* content
  } catch (error) {
    onFailure(error)
    throw error
  }
}

/** Resolves when the process is gone and all that it said was heard, with what to make of it had it not told its end. */
async function watchEnd(child: ChildProcess): Promise<Error> {
  const [complaints, [code, signal]] = await Promise.all([
    text(child.stderr!),
    once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
    once(child, 'disconnect'),
  ])
  if (complaints.includes('heap out of memory')) return new MeshError('mesh.too_large')
  return new Error(`The mesh process ended by itself (${signal ?? code}): ${complaints.slice(-2_000)}`)
}
