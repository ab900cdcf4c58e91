import { setTimeout as wait } from 'node:timers/promises'
import {
  type CronItem,
  Logger,
  parseCronItems,
  type Runner,
  run,
  runOnce,
  type TaskList,
} from 'graphile-worker'
import type { Services } from '../services.ts'
import type { JobHandler, JobName } from './job-table.ts'

/** The handlers of all jobs: a job without one does not compile. */
export type JobHandlerTable = { [Name in JobName]: JobHandler<Name> }

// Minute, hour, day, month, weekday; what was missed while nothing ran is made up for once.
const schedule = parseCronItems([
  { task: 'audit.seal', match: '* * * * *', options: { backfillPeriod: 60_000, maxAttempts: 1 } },
  { task: 'files.expire', match: '37 * * * *', options: { backfillPeriod: 3_600_000, maxAttempts: 1 } },
  { task: 'cleanup.run', match: '17 * * * *', options: { backfillPeriod: 3_600_000, maxAttempts: 1 } },
] satisfies (CronItem & { task: JobName })[])
const restartDelayMs = 1_000

function tasksOf(handlers: JobHandlerTable, services: Services): TaskList {
  const tasks: TaskList = {}
  for (const [name, handle] of Object.entries(handlers) as [JobName, JobHandler<never>][]) {
    tasks[name] = async (payload) => {
      await handle(payload as never, services)
    }
  }
  return tasks
}

function loggerOf({ log }: Services): Logger {
  return new Logger(() => (level, message, meta) => {
    // Payloads never reach the log: mails are in them.
    const error = (meta as { error?: unknown } | undefined)?.error
    if (level === 'error') log.error({ err: error }, message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })
}

function optionsOf(handlers: JobHandlerTable, services: Services) {
  const { config } = services
  return {
    connectionString: config.databaseUrl,
    taskList: tasksOf(handlers, services),
    logger: loggerOf(services),
    noHandleSignals: true,
  }
}

/**
 * Does jobs until closed, and goes on when PostgreSQL was away.
 * @returns `close`, which lets running jobs end
 */
export function startRunner(handlers: JobHandlerTable, services: Services): { close: () => Promise<void> } {
  const { config, log } = services
  let runner: Runner | undefined
  let isClosed = false
  const work = (async () => {
    while (!isClosed) {
      try {
        runner = await run({
          ...optionsOf(handlers, services),
          concurrency: config.jobsAtOnce,
          maxPoolSize: config.jobsAtOnce + 2,
          pollInterval: 2_000,
          parsedCronItems: schedule,
        })
        await runner.promise
      } catch (error) {
        if (!isClosed) log.warn({ err: error }, 'The job runner stopped and starts again.')
      }
      runner = undefined
      if (!isClosed) await wait(restartDelayMs, undefined, { ref: false })
    }
  })()
  return {
    close: async () => {
      isClosed = true
      await runner?.stop().catch(() => {})
      await Promise.race([work, wait(restartDelayMs)])
    },
  }
}

/** Does all jobs that are due and returns: for tests and commands. */
export async function runDueJobs(handlers: JobHandlerTable, services: Services): Promise<void> {
  await runOnce({ ...optionsOf(handlers, services), maxPoolSize: 2 })
}
