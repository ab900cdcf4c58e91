import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { MeshError } from '@pontic/viewer/mesh'
import type { PipelineStep } from '@pontic/viewer/pipeline'
import type { MeshReply, MeshTask } from './mesh-process.ts'

/** Milliseconds that a process may take to exit after its last message. */
const exitMs = 10_000
/**
 * Niceness of the processes. The server and PostgreSQL have priority over all of them, and small scans over large ones, because
 * a node runs as many of these processes as it has cores.
 */
const niceness = { small: 2, large: 10 }

/** Flags of Node for a process. Garbage collection in its own threads takes more processor time for the same work. */
export const meshProcessFlags: readonly string[] = ['--single-threaded-gc']

/**
 * Resource limits of a process, and the folder of its compile cache. Without the cache, the process compiles
 * its code longer than it works on a small scan.
 */
export type MeshBounds = {
  /** Size of the JavaScript heap in MB. Typed arrays are outside the heap; the size of the file limits them. */
  heapMb?: number
  /** Time limit after the bytes have arrived; by default one minute plus one minute per 40 MB. */
  workMs?: number
  /** A folder that nobody else may write; created if it does not exist. */
  codeFolder: string
  /** Lowers the priority of the process below that of small scans. */
  isLarge?: boolean
  /** Called and awaited after the process has started, before it receives input. */
  onStart?: () => Promise<void>
}

type OnStep = (step: PipelineStep) => Promise<void>

/**
 * A process that has built the coarse level, picture and facts of a scan. It keeps the parsed scan in memory for the
 * finer levels.
 */
export type PausedProcess = {
  isAlive: () => boolean
  /** Builds the finer levels. @throws as `runMeshProcess` */
  resume: (onStep: OnStep) => Promise<void>
  kill: () => void
}

/**
 * Runs the mesh pipeline over one scan in its own child process. The memory is freed when the process exits, and no
 * failure affects the server, not even a crash in a native decoder (decision 0043).
 * @param content the scan's bytes; read to its end or destroyed
 * @param onStep is awaited before the next part is accepted
 * @returns the paused process if finer levels remain to be built; the caller resumes or kills it
 * @throws {MeshError} with a reason of `parseMesh`, or `mesh.too_large` if a time or memory limit is exceeded
 * @throws {Error} if the process can't be started, the content can't be read, or the process crashes or is killed;
 * the scan may be retried
 */
export async function runMeshProcess(
  task: MeshTask,
  content: Readable,
  onStep: OnStep,
  bounds: MeshBounds,
): Promise<PausedProcess | undefined> {
  // Without a listener, an error event would end the server. The code that reads the stream reports the error.
  content.on('error', () => {})
  try {
    const run = new MeshRun(await startProcess(bounds), task.sizeBytes, bounds)
    const outcome = await run.do(onStep, () => run.feed(task, content))
    return outcome === 'done' ? undefined : run
  } finally {
    content.destroy()
  }
}

async function startProcess({ heapMb = 512, codeFolder, isLarge }: MeshBounds): Promise<ChildProcess> {
  const child = fork(new URL('./mesh-process.ts', import.meta.url), {
    execArgv: [...meshProcessFlags, `--max-old-space-size=${heapMb}`],
    // The environment of the server contains secrets, and the process does not need it.
    env: { NODE_COMPILE_CACHE: codeFolder },
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
  })
  // Without a listener, an error event would end the server. The exit handler reports the error.
  child.on('error', () => {})
  await once(child, 'spawn')
  lowerPriority(child.pid!, isLarge ? niceness.large : niceness.small)
  return child
}

function lowerPriority(pid: number, nice: number): void {
  try {
    setPriority(pid, nice)
  } catch {
    // The process has already ended, or the system does not permit it.
  }
}

type Outcome = 'paused' | 'done'

/** Controls one process: sends its input, receives its messages, and kills it at the time limit. */
class MeshRun implements PausedProcess {
  readonly #child: ChildProcess
  readonly #bounds: MeshBounds
  readonly #timeLimitMs: number
  readonly #gone: Promise<void>
  #stage = Promise.withResolvers<Outcome>()
  #onStep: OnStep = async () => {}
  #steps = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #isOver = false
  #isGone = false

  constructor(child: ChildProcess, sizeBytes: number, bounds: MeshBounds) {
    this.#child = child
    this.#bounds = bounds
    this.#timeLimitMs = 60_000 + sizeBytes / 700
    child.on('message', (reply: MeshReply) => this.#handleReply(reply))
    this.#gone = waitForExit(child).then((reason) => {
      this.#isGone = true
      clearTimeout(this.#timer)
      if (!this.#isOver) this.#stage.reject(reason)
    })
  }

  isAlive = () => !this.#isGone

  kill = (): void => void this.#child.kill('SIGKILL')

  /** Runs one stage and returns its outcome. The process may exit later. */
  async do(onStep: OnStep, begin: () => Promise<void>): Promise<Outcome> {
    this.#onStep = onStep
    begin().catch(this.#stage.reject)
    try {
      return await this.#stage.promise
    } catch (error) {
      this.kill()
      await this.#gone
      await this.#steps.catch(() => {})
      throw error
    }
  }

  async resume(onStep: OnStep): Promise<void> {
    this.#stage = Promise.withResolvers()
    if (this.#isGone) throw new Error('The mesh process ended while it waited.')
    await this.do(onStep, async () => {
      this.#limitWork()
      this.#child.send({ isResumed: true }, () => {})
    })
  }

  async feed(task: MeshTask, content: Readable): Promise<void> {
    this.#limit(this.#timeLimitMs, new Error('The bytes of the scan did not come in time.'))
    await this.#bounds.onStart?.()
    // If the process accepts no messages any more, its exit reports the reason.
    this.#child.send(task, () => {})
    const { reject } = this.#stage
    const isFed = await pipeline(readAll(content, reject), this.#child.stdin!).then(
      () => true,
      () => false,
    )
    if (isFed && !this.#isOver && this.#timer !== undefined) this.#limitWork()
  }

  #handleReply(reply: MeshReply): void {
    const { resolve, reject } = this.#stage
    if ('step' in reply) {
      this.#steps = this.#steps.then(() => this.#onStep(reply.step))
      this.#steps.catch(reject)
    } else if ('isPaused' in reply) {
      this.#clearTimer()
      this.#steps.then(() => resolve('paused'), reject)
    } else {
      this.#isOver = true
      this.#clearTimer()
      // The process is not killed at once, because it saves its compile cache when it exits.
      this.#timer = setTimeout(this.kill, exitMs).unref()
      if ('fault' in reply) reject(new Error(`The mesh pipeline failed: ${reply.fault}`))
      else if (reply.end === 'done') this.#steps.then(() => resolve('done'), reject)
      else reject(new MeshError(reply.end))
    }
  }

  #limitWork(): void {
    this.#limit(this.#bounds.workMs ?? this.#timeLimitMs, new MeshError('mesh.too_large'))
  }

  #limit(ms: number, error: Error): void {
    this.#clearTimer()
    this.#timer = setTimeout(() => {
      this.#stage.reject(error)
      this.kill()
    }, ms)
  }

  #clearTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
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

/**
 * Resolves when the process has exited and all its messages are handled.
 * @returns the error to throw if the process has not reported its end
 */
async function waitForExit(child: ChildProcess): Promise<Error> {
  const [stderrText, [code, signal]] = await Promise.all([
    text(child.stderr!),
    once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
    once(child, 'disconnect'),
  ])
  if (stderrText.includes('heap out of memory')) return new MeshError('mesh.too_large')
  return new Error(`The mesh process ended by itself (${signal ?? code}): ${stderrText.slice(-2_000)}`)
}
