import { EventEmitter } from 'node:events'
import { availableParallelism, totalmem } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { Logger, type Runner, run, runOnce, type TaskList, type WorkerEvents } from 'graphile-worker'
import { type AdvisoryLock, type LockConnection, maintainLock } from '../db/advisory-lock.ts'
import { hideCodes, openPlainPool, type PlainPool } from '../db/connection.ts'
import { codeOf } from '../error-code.ts'
import { logAsJob } from '../log.ts'
import { watchMails } from '../mail/resume-mails.ts'
import type { JobResult } from '../metrics/metrics.ts'
import type { Services } from '../services.ts'
import { runnerLockOf, unlockJobsOf, watchAbandonedJobs, watchLostJobs } from './abandoned.ts'
import { type ClockWatch, watchClock } from './clock-watch.ts'
import type { JobHandler, JobName } from './job-table.ts'
import { guardedByClock, schedule } from './schedule.ts'
import { NodeJobs, watchRecords } from './unrecorded-jobs.ts'

/** The handlers of all jobs. The type requires one for each. */
export type JobHandlerTable = { [Name in JobName]: JobHandler<Name> }

const gibibyte = 1024 ** 3

/**
 * Returns how many scans a node processes at once: a small one per core, and a large one per two cores. Their processes have a
 * lower priority than the server, so that they use only idle cores (decision 0054). A small scan needs up to 250 MB of memory,
 * a large one up to 1.7 GB; the limits leave most of the memory to the server and PostgreSQL.
 */
export function countScanSlots(cores: number, memoryBytes: number): { small: number; large: number } {
  const atLeastOne = (...limits: number[]) => Math.max(1, Math.floor(Math.min(...limits)))
  return {
    small: atLeastOne(cores, memoryBytes / gibibyte),
    large: atLeastOne(cores / 2, memoryBytes / (6 * gibibyte)),
  }
}

/**
 * Jobs that take long: scans use a core and hundreds of megabytes, imports wait for other servers. They have separate runners,
 * so that mails and deliveries do not wait for them. Scans of more than 16 MiB have a separate runner, so that smaller scans
 * do not wait for large ones.
 */
function listLongJobs(): readonly { names: readonly JobName[]; atOnce: number }[] {
  const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  const { small, large } = countScanSlots(availableParallelism(), memoryBytes)
  return [
    { names: ['meshes.build', 'meshes.refine'], atOnce: small },
    { names: ['meshes.buildLarge', 'meshes.refineLarge'], atOnce: large },
    { names: ['pull.run'], atOnce: 2 },
  ]
}
const restartDelayMs = 1_000
const unlockEveryMs = 15_000
const mailsEveryMs = 3_000
const lostEveryMs = 3_000
const longestTimerMs = 2 ** 31 - 1

function tasksOf(
  handlers: JobHandlerTable,
  services: Services,
  nodeJobs = new NodeJobs(),
  clock?: ClockWatch,
): TaskList {
  const tasks: TaskList = {}
  for (const [name, handle] of Object.entries(handlers) as [JobName, JobHandler<never>][]) {
    tasks[name] = (payload, { job }) =>
      observeJob({ ...job, name }, services, async () => {
        const doubt = guardedByClock.has(name) ? await clock?.findDoubt() : undefined
        if (doubt !== undefined) return services.log.error(`${doubt} A scheduled job was left out.`)
        const hasRun = await nodeJobs.runOnce(job, () => handle(payload as never, services))
        if (!hasRun) services.log.warn('A job that had ended was not repeated.')
      })
  }
  return tasks
}

type JobFacts = { name: JobName; id: string; attempts: number; max_attempts: number }

/** Runs an attempt of a job. Logs, measures and traces it. */
function observeJob(
  { name, id, ...job }: JobFacts,
  services: Services,
  work: () => Promise<void>,
): Promise<void> {
  const { log, metrics, traces } = services
  return logAsJob({ job: name, jobId: id }, async () => {
    const startedMs = performance.now()
    const traced = traces?.begin('job')
    let result: JobResult = job.attempts < job.max_attempts ? 'retried' : 'failed'
    try {
      await (traced ? traced.run(work) : work())
      result = 'done'
    } finally {
      const durationMs = performance.now() - startedMs
      metrics?.recordJob(name, result, durationMs)
      traced?.end(name, { 'pontic.job_id': id, 'pontic.result': result }, result !== 'done')
      log.debug({ result, ms: Math.round(durationMs) }, 'A job ended.')
    }
  })
}

function loggerOf({ log }: Services): Logger {
  return new Logger(() => (level, message, meta) => {
    // Payloads are not logged, because they contain mails.
    const error = (meta as { error?: unknown } | undefined)?.error
    if (level === 'error') log.error({ err: plainError(error) }, message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })
}

/**
 * Copies an error without the client that pg attaches to it. Otherwise the log would contain all prepared
 * statements of the client.
 */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack } = error
  return { type: name, message, stack, code: codeOf(error) }
}

/**
 * Starts the runners of this node. A runner that stops, for example because PostgreSQL is unreachable, starts
 * again. The jobs of killed nodes are unlocked within two minutes, and mails are sent when a failing SMTP server answers again.
 * @returns `close`, which waits for running jobs
 */
export function startRunner(handlers: JobHandlerTable, services: Services): { close: () => Promise<void> } {
  const { config, database } = services
  const clock = watchClock(database)
  const nodeJobs = new NodeJobs()
  const tasks = Object.entries(tasksOf(handlers, services, nodeJobs, clock))
  const isOf = (names: readonly JobName[], [name]: (typeof tasks)[number]) =>
    names.some((one) => one === name)
  const longJobs = listLongJobs()
  const allLong = longJobs.flatMap(({ names }) => names)
  const works: Work[] = [
    {
      tasks: tasks.filter((task) => !isOf(allLong, task)),
      atOnce: config.jobsAtOnce,
      schedule,
      connection: 'pontic runner',
    },
    ...longJobs.map(({ names, atOnce }) => ({
      tasks: tasks.filter((task) => isOf(names, task)),
      atOnce,
      schedule: [],
      connection: 'pontic lock' as const,
    })),
  ]
  const pool = openPlainPool({
    servers: database.direct,
    // Each runner needs one more connection to listen.
    maxConnections: works.reduce((sum, { atOnce }) => sum + atOnce + 1, 1),
    applicationName: 'pontic jobs',
  })
  hideCodes(pool)
  const loops = works.map((work) => keepRunning(work, services, pool, nodeJobs))
  const unlocker = watchAbandonedJobs(database)
  const lost = watchLostJobs(database, nodeJobs)
  const mails = watchMails(services)
  const timers = [
    setInterval(() => void unlocker.look().catch(() => {}), unlockEveryMs).unref(),
    setInterval(() => void lost.look().catch(() => {}), lostEveryMs).unref(),
    setInterval(() => void mails.look().catch(() => {}), mailsEveryMs).unref(),
  ]
  return {
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      clock.close()
      await Promise.all(loops.map((loop) => loop.close()))
      await pool.end()
    },
  }
}

/** The jobs of one runner, how many of them run at once, their schedule, and the connection of the runner's lock. */
type Work = {
  tasks: [string, TaskList[string]][]
  atOnce: number
  schedule: typeof schedule
  connection: LockConnection
}

/** Starts a runner, and restarts it whenever it stops, until `close` is called. */
function keepRunning(
  work: Work,
  services: Services,
  pool: PlainPool,
  nodeJobs: NodeJobs,
): { close: () => Promise<void> } {
  const { log } = services
  let runner: Runner | undefined
  let isClosed = false
  // Workers that are gone, but whose jobs are still locked.
  const gone: string[] = []
  const running = (async () => {
    while (!isClosed) {
      try {
        await unlockJobsOf(services.database, gone)
        gone.length = 0
        await runUntilStopped(work, services, { pool, gone, nodeJobs }, (started) => {
          runner = started
          // `close` was called while the runner started. A runner that goes on would keep the pool open.
          if (isClosed) started.stop().catch(() => {})
        })
      } catch (error) {
        if (!isClosed) log.warn({ err: plainError(error) }, 'The job runner stopped and starts again.')
      }
      runner = undefined
      if (!isClosed) await wait(restartDelayMs, undefined, { ref: false })
    }
  })()
  return {
    close: async () => {
      isClosed = true
      await runner?.stop().catch(() => {})
      await Promise.race([running, wait(restartDelayMs)])
    },
  }
}

/**
 * Runs jobs until the runner is stopped or fails. Its advisory lock proves to other nodes that it is alive.
 * @param gone receives the worker ids of a failed runner
 */
async function runUntilStopped(
  work: Work,
  services: Services,
  { pool: pgPool, gone, nodeJobs }: { pool: PlainPool; gone: string[]; nodeJobs: NodeJobs },
  onStart: (runner: Runner) => void,
): Promise<void> {
  const { direct } = services.database
  const events: WorkerEvents = new EventEmitter()
  const locks: Pick<AdvisoryLock, 'release'>[] = []
  const workers: string[] = []
  let isClean = false
  events.on('pool:create', ({ workerPool }) => {
    workers.push(workerPool.id)
    nodeJobs.workers.add(workerPool.id)
    locks.push(maintainLock(direct, runnerLockOf(workerPool.id), work.connection))
  })
  const { taskList, stuck, isIdle, whenIdle } = watchRecords(Object.fromEntries(work.tasks), events)
  const runner = await run({
    taskList,
    logger: loggerOf(services),
    noHandleSignals: true,
    pgPool,
    events,
    concurrency: work.atOnce,
    pollInterval: 2_000,
    parsedCronItems: work.schedule,
    // The queue would unlock jobs by the clock of PostgreSQL, after four hours. A clock that jumps would give running jobs to others.
    // `watchAbandonedJobs` unlocks by proof instead.
    // With batching, a failure to record a job's completion would be an unhandled rejection.
    preset: {
      worker: {
        ...{ minResetLockedInterval: longestTimerMs, maxResetLockedInterval: longestTimerMs },
        ...{ completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      },
    },
  })
  onStart(runner)
  // Ends its schedule, too.
  stuck.catch(() => runner.stop().catch(() => {}))
  try {
    await Promise.race([runner.promise, stuck])
    isClean = true
  } finally {
    for (const worker of workers) nodeJobs.workers.delete(worker)
    const end = async () => {
      for (const lock of locks) await lock.release()
      if (!isClean) gone.push(...workers)
    }
    // A job that still runs belongs to this runner until it ends.
    const ended = whenIdle().then(end)
    if (isIdle()) await ended
  }
}

/** Runs all jobs that are due and returns after the last one. Used by tests and commands. */
export async function runDueJobs(handlers: JobHandlerTable, services: Services): Promise<void> {
  const { direct: servers } = services.database
  // A separate pool, whose connection errors are ignored. It has only one connection. With a second connection, the search for
  // the next job could run before the previous job is completed. The search would then find the queue of that job still locked,
  // and `runOnce` would return before the last job of the queue.
  const pgPool = openPlainPool({ servers, maxConnections: 1, applicationName: 'pontic jobs' })
  try {
    await runOnce({
      taskList: tasksOf(handlers, services),
      logger: loggerOf(services),
      noHandleSignals: true,
      pgPool,
    })
  } finally {
    await pgPool.end()
  }
}
