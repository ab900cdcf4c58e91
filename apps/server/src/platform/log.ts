import { AsyncLocalStorage } from 'node:async_hooks'
import { type Logger, type LoggerOptions, pino } from 'pino'

/** The job that a log line belongs to. */
type JobOfLine = { job: string; jobId: string }

const currentJob = new AsyncLocalStorage<JobOfLine>()

/** Runs `work`. All log lines that it writes name the job and its id, like those of a request have its id. */
export const logAsJob = <Result>(job: JobOfLine, work: () => Result): Result => currentJob.run(job, work)

/** Options of the log: JSON lines with time, level and message. */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  base: null,
  mixin: () => ({ ...currentJob.getStore() }),
})

/**
 * Log lines are written in batches, because one write per line would take a tenth of the duration of a request. The last
 * batch is written at exit.
 */
const logDestination = { dest: 1, sync: false, minLength: 4_096, periodicFlush: 250 }

/** Opens the log of a node, which is written to the standard output. */
export const openLog = (level: string): Logger => pino(logOptions(level), pino.destination(logDestination))
