import * as z from 'zod/mini'
import { Done, pageOf, paging, Time } from '../../fields.ts'
import type { RouteTable } from '../../route.ts'

/** States of a failed job. `retrying`: another attempt follows. `failed`: all attempts have failed. */
export const failedJobStates = ['retrying', 'failed'] as const
export type FailedJobState = (typeof failedJobStates)[number]

/**
 * Kinds of failures of jobs. The error message is only in the server's log, because it may contain addresses and SQL.
 */
export const jobFailures = [
  'unreachable',
  'timeout',
  'refused',
  'certificate',
  'credentials',
  'address',
  'denied',
  'database',
  'storage_full',
  'storage',
  'gone',
  'unknown_job',
  'other',
] as const
export type JobFailure = (typeof jobFailures)[number]

/** A job that failed at least once. */
export const FailedJob = z.strictObject({
  /** Id of the job. @example "4711" */
  id: z.string(),
  /** Name of the job. @example "mail.send" */
  name: z.string(),
  /** Whether another attempt follows. */
  state: z.enum(failedJobStates),
  failure: z.enum(jobFailures),
  /** SMTP or HTTP status of the other server’s response, null if there was none. */
  reply: z.nullable(z.int()),
  /** Number of attempts. */
  attempts: z.int(),
  /** Maximum number of attempts. */
  attemptsMax: z.int(),
  createdAt: Time,
  /** Time of the last failure. */
  failedAt: Time,
  /** Time of the next attempt, null if none follows. */
  nextAt: z.nullable(Time),
  /** Whether it is running now. */
  isRunning: z.boolean(),
  /** Ids in its payload, by name. @example {} */
  objects: z.record(z.string(), z.string()),
})
export type FailedJob = z.output<typeof FailedJob>

const JobId = z.string().check(z.regex(/^[1-9]\d{0,17}$/, 'pattern'))
const one = z.strictObject({
  /** Id of the job. */
  id: JobId,
})

/** States of a part of the installation. `warning`: it works but needs attention. `broken`: it does not work. */
export const healthLevels = ['fine', 'warning', 'broken'] as const
export type HealthLevel = (typeof healthLevels)[number]
const Level = z.enum(healthLevels)

/** State of the installation. */
export const Health = z.strictObject({
  /** Time of this check. */
  checkedAt: Time,
  /** Software and processes of the installation. */
  product: z.strictObject({
    /** Version of the product. @example "0.1.0" */
    version: z.string(),
    /** Version of Node. @example "24.21.0" */
    runtime: z.string(),
    /** Mode of the server. */
    mode: z.enum(['demo', 'production']),
    /** Start of the node that answers. */
    startedAt: Time,
    /** Number of connected nodes, which answer requests or run jobs. */
    nodes: z.int(),
    /** Number of nodes that run jobs. */
    runners: z.int(),
  }),
  /** Job queue. */
  queue: z.strictObject({
    level: Level,
    /** Jobs that are due and wait for a runner. */
    due: z.int(),
    /** Jobs that are due later. */
    later: z.int(),
    /** Running jobs. */
    running: z.int(),
    /** Failed jobs that wait for another attempt. */
    retrying: z.int(),
    /** Jobs whose attempts have all failed. */
    failed: z.int(),
    /** Time at which the oldest waiting job became due, null if none waits. */
    oldestDueAt: z.nullable(Time),
  }),
  /** Deliveries of push settings, without tests. */
  deliveries: z.strictObject({
    level: Level,
    /** Waiting deliveries. */
    waiting: z.int(),
    /** Waiting deliveries that have failed at least once. */
    retrying: z.int(),
    /** Failed deliveries. */
    failed: z.int(),
  }),
  /** File storage. */
  storage: z.strictObject({
    level: Level,
    /** Where new files are stored. */
    place: z.enum(['disk', 's3']),
    /** Whether files can be written. */
    isWritable: z.boolean(),
    /** Size of the disk; null if unknown, as for S3. */
    totalBytes: z.nullable(z.int()),
    /** Free bytes; null if unknown, as for S3. */
    freeBytes: z.nullable(z.int()),
    /** Bytes of all stored files. */
    keptBytes: z.int(),
    /** Time since which the storage has not answered the node that answers; null if it answered the last request. */
    failingSince: z.nullable(Time),
  }),
  /** Database. */
  database: z.strictObject({
    level: Level,
    /** Version of PostgreSQL. @example "18.4" */
    version: z.string(),
    /** Size of the database in bytes. */
    sizeBytes: z.int(),
    /** Number of open connections. */
    connections: z.int(),
    /** Maximum number of connections. */
    connectionsMax: z.int(),
    /** Duration of a test query in milliseconds. */
    answerMs: z.number(),
    /** Number of the last applied migration. @example "0042" */
    migration: z.string(),
    /** Number of applied migrations. */
    migrations: z.int(),
    /** Whether the server is connected to a replica. */
    isReplica: z.boolean(),
    /** Number of connected replicas. */
    replicas: z.int(),
    /** Whole months after the present one that have partitions in the audit log. `warning` if there is none. */
    auditMonthsAhead: z.int(),
  }),
  /** Mail server. */
  mail: z.strictObject({
    level: Level,
    /** False if mails stay in the installation, as in demo mode. */
    isReal: z.boolean(),
    /** Whether it answered the last connection attempt, null if unknown. @example true */
    isReachable: z.nullable(z.boolean()),
    /** Mails that wait. */
    waiting: z.int(),
    /** Mails whose attempts have all failed. */
    failed: z.int(),
    /** Time of the last sent mail, null before the first. */
    lastSentAt: z.nullable(Time),
    /** Time of the first failure since the last sent mail, null if none. */
    failingSince: z.nullable(Time),
    /** Kind of the failure, null if there is none. */
    failure: z.nullable(z.enum(jobFailures)),
  }),
  /** Backups of the database and the files. */
  backup: z.strictObject({
    level: Level,
    /** Whether this installation makes backups. */
    isOn: z.boolean(),
    /** Time of the newest backup, null before the first. */
    newestAt: z.nullable(Time),
    /** Time at which changes were last copied to the backups, to the minute; null before the first. */
    archivedAt: z.nullable(Time),
    /** Time since which backups or copies of changes fail, null if they do not. */
    failingSince: z.nullable(Time),
    /** Whether the backups are on the same disk as the data, and would be lost with it. */
    isOnDataDisk: z.boolean(),
    /** Whether a file with the secret key of the backups is on the machine of the node that answers. */
    isKeyHere: z.boolean(),
  }),
})
export type Health = z.output<typeof Health>

/** Routes of the state of the installation and of failed jobs. */
export const healthRoutes = {
  'health.get': {
    method: 'GET',
    path: '/manage/health',
    permission: 'manage.health',
    reads: true,
    summary:
      'Get the state of the installation: queue, deliveries, storage, database, mail, backups, nodes and version',
    reply: Health,
    errors: [],
  },
  'health.listJobs': {
    method: 'POST',
    path: '/manage/jobs',
    permission: 'manage.health',
    reads: true,
    summary: 'List jobs that have failed at least once, newest failure first',
    body: z.strictObject({
      /** Only jobs of this state. */
      state: z.optional(z.enum(failedJobStates)),
      /** Only jobs of this name. @example "mail.send" */
      name: z.optional(z.string().check(z.regex(/^[A-Za-z]{1,40}\.[A-Za-z]{1,60}$/, 'pattern'))),
      ...paging,
    }),
    reply: pageOf(FailedJob),
    errors: [],
    example: {
      body: { state: 'failed' },
    },
  },
  'health.retryJob': {
    method: 'PUT',
    path: '/manage/jobs/:id/retry',
    permission: 'manage.health',
    audit: 'health.retryJob',
    summary: 'Run a failed job now and reset its number of attempts',
    params: one,
    reply: Done,
    errors: ['job.not_found', 'job.running'],
  },
  'health.dropJob': {
    method: 'DELETE',
    path: '/manage/jobs/:id',
    permission: 'manage.health',
    audit: 'health.dropJob',
    summary: 'Delete a failed job without running it',
    params: one,
    reply: Done,
    errors: ['job.not_found', 'job.running'],
  },
} as const satisfies RouteTable
