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
  /** Once its bytes are there. A minute for each scan and as long again for each 40 MB, unless told. */
  workMs?: number
  /** A folder that nobody else may write; made when it does not exist. */
  codeFolder: string
  /** Awaited once the process stands, before it is given anything. */
  onStart?: () => Promise<void>
}

/**
 * Runs the mesh pipeline over one scan in a process of its own, which ends with it: its memory is given back, and whatever
 * the file does, be it to the decoders' native code, nothing else goes down (decision 0043).
 * @param content the scan's bytes; read to its end or destroyed
 * @param onStep is awaited before the next part is taken
 * @throws {MeshError} with the reasons of `parseMesh`; `mesh.too_large` also when time or memory run out
 * @throws {Error} when no process can be started, when the content can't be read, and when the process ends by itself: what
 *   crashed or was ended for want of memory may be tried again
 */
export async function runMeshProcess(
  task: MeshTask,
  content: Readable,
  onStep: (step: PipelineStep) => Promise<void>,
  bounds: MeshBounds,
): Promise<void> {
  // An error that nobody hears ends the server; this one is told where the bytes are taken.
  content.on('error', () => {})
  try {
    const child = await startProcess(bounds)
    await attend(child, task, content, onStep, bounds)
  } finally {
    content.destroy()
  }
}

async function startProcess({ heapMb = 512, codeFolder }: MeshBounds): Promise<ChildProcess> {
  const child = fork(new URL('./mesh-process.ts', import.meta.url), {
    execArgv: [`--max-old-space-size=${heapMb}`],
    // It needs nothing else of this process, the settings with their secrets least of all.
    env: { NODE_COMPILE_CACHE: codeFolder },
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
  })
  // Always heard: an error that nobody hears ends the server. The process's end tells it too.
  child.on('error', () => {})
  await once(child, 'spawn')
  return child
}

async function attend(
  child: ChildProcess,
  task: MeshTask,
  content: Readable,
  onStep: (step: PipelineStep) => Promise<void>,
  { workMs, onStart }: MeshBounds,
): Promise<void> {
  const patienceMs = 60_000 + task.sizeBytes / 700
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const end = () => child.kill('SIGKILL')
  const limit = (ms: number, error: Error) =>
    setTimeout(() => {
      reject(error)
      end()
    }, ms)
  let timer = limit(patienceMs, new Error('The bytes of the scan did not come in time.'))
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
  const feed = async () => {
    await onStart?.()
    // A process that takes no more says why by its end.
    child.send(task, () => {})
    const feeding = pipeline(readAll(content, reject), child.stdin!)
    const isFed = await feeding.then(
      () => true,
      () => false,
    )
    if (!isFed || isOver) return
    clearTimeout(timer)
    timer = limit(workMs ?? patienceMs, new MeshError('mesh.too_large'))
  }
  feed().catch(reject)
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
