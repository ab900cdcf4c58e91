import { setTimeout as wait } from 'node:timers/promises'
import type { TaskList, WorkerEvents } from 'graphile-worker'

const rememberedMax = 1_000
const shutdownMs = 2_000

/**
 * The jobs of this node: those that run, and those that have ended, for the case that the queue cannot record it.
 */
export class NodeJobs {
  /** Ids of the workers of the running runners. */
  readonly workers = new Set<string>()
  readonly #running = new Set<string>()
  readonly #keys = new Set<string>()

  /** Ids of the running jobs. */
  get running(): string[] {
    return [...this.#running]
  }

  /**
   * Runs a job, unless it has ended before. A job gets another revision when it is replaced.
   * @returns whether the job has run now
   */
  async runOnce(
    { id, revision }: { id: string; revision: number },
    work: () => Promise<void>,
  ): Promise<boolean> {
    const key = `${id} ${revision}`
    if (this.#keys.has(key)) return false
    this.#running.add(id)
    try {
      await work()
    } finally {
      this.#running.delete(id)
    }
    this.#keys.add(key)
    const [oldest] = this.#keys
    if (this.#keys.size > rememberedMax && oldest !== undefined) this.#keys.delete(oldest)
    return true
  }
}

/** See {@link watchRecords}. */
export type RecordWatch = {
  taskList: TaskList
  stuck: Promise<never>
  isIdle: () => boolean
  whenIdle: () => Promise<void>
}

/**
 * Watches a runner of the queue. If the queue cannot record the end of a job, because PostgreSQL is unreachable, it stops its runner,
 * but the stop may never end: two jobs whose records fail at the same time count as one.
 * @returns `taskList`, whose running jobs are counted, and `stuck`, which rejects two seconds after the last of them has ended.
 *   `whenIdle` resolves when no job runs
 */
export function watchRecords(tasks: TaskList, events: WorkerEvents): RecordWatch {
  const running = new Set<Promise<unknown>>()
  const taskList: TaskList = {}
  for (const [name, task] of Object.entries(tasks))
    taskList[name] = async (payload, helpers) => {
      const ended = Promise.resolve(task?.(payload, helpers))
      running.add(ended)
      try {
        return await ended
      } finally {
        running.delete(ended)
      }
    }
  const whenIdle = async () => {
    while (running.size > 0) await Promise.allSettled(running)
  }
  const { promise: stuck, reject } = Promise.withResolvers<never>()
  // Rejected only while somebody waits for it.
  stuck.catch(() => {})
  events.on('pool:fatalError', async () => {
    await whenIdle()
    await wait(shutdownMs)
    reject(new Error('The queue could not record the end of a job.'))
  })
  return { taskList, stuck, isIdle: () => running.size === 0, whenIdle }
}
