import * as z from 'zod/mini'
import { Done, pageOf, paging, Time } from '../../fields.ts'
import type { RouteTable } from '../../route.ts'

/** State of a failed job: tried again, or given up. */
export const failedJobStates = ['retrying', 'failed'] as const
export type FailedJobState = (typeof failedJobStates)[number]

/**
 * Why a job failed, in safe words. The error itself is only in the server's log, because it may contain addresses and
 * statements.
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
  /** Whether it is tried again. */
  state: z.enum(failedJobStates),
  /** Kind of the failure. */
  failure: z.enum(jobFailures),
  /** Status that the other side answered (SMTP or HTTP), null if none. */
  reply: z.nullable(z.int()),
  /** Number of attempts. */
  attempts: z.int(),
  /** Most attempts. */
  attemptsMax: z.int(),
  createdAt: Time,
  /** Time of the last failure. */
  failedAt: Time,
  /** Time of the next attempt, null once it has been given up. */
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

/** State of a part of the installation; `warning` needs attention. */
export const healthLevels = ['fine', 'warning', 'broken'] as const
export type HealthLevel = (typeof healthLevels)[number]
const Level = z.enum(healthLevels)

/** State of the installation. */
export const Health = z.strictObject({
  /** Time of this check. */
  checkedAt: Time,
  /** The running server. */
  product: z.strictObject({
    /** Version of the product. @example "0.1.0" */
    version: z.string(),
    /** Version of Node. @example "24.21.0" */
    runtime: z.string(),
    /** Mode of the server. */
    mode: z.enum(['demo', 'production']),
    /** Time of its start. */
    startedAt: Time,
    /** Connected nodes of this installation: those that answer requests, and those that run jobs. */
    nodes: z.int(),
    /** Number of nodes that run jobs. */
    runners: z.int(),
  }),
  /** Jobs. */
  queue: z.strictObject({
    /** State of the queue. */
    level: Level,
    /** Jobs that are due. */
    due: z.int(),
    /** Jobs that are due later. */
    later: z.int(),
    /** Jobs that are running. */
    running: z.int(),
    /** Jobs that wait for another attempt. */
    retrying: z.int(),
    /** Jobs that were given up. */
    failed: z.int(),
    /** When the oldest due job was due, null if none is. */
    oldestDueAt: z.nullable(Time),
  }),
  /** Deliveries of cases to the software of organizations, without tests. */
  deliveries: z.strictObject({
    /** State of the deliveries. */
    level: Level,
    /** Deliveries that wait. */
    waiting: z.int(),
    /** Deliveries that wait for another attempt. */
    retrying: z.int(),
    /** Deliveries that were given up. */
    failed: z.int(),
  }),
  /** File storage. */
  storage: z.strictObject({
    /** State of the storage. */
    level: Level,
    /** Whether files can be written. */
    isWritable: z.boolean(),
    /** Size of the disk, null if unknown. */
    totalBytes: z.nullable(z.int()),
    /** Free bytes, null if unknown. */
    freeBytes: z.nullable(z.int()),
    /** Bytes of all files. */
    keptBytes: z.int(),
  }),
  /** Database. */
  database: z.strictObject({
    /** State of the database. */
    level: Level,
    /** Version of PostgreSQL. @example "18.4" */
    version: z.string(),
    /** Size of the database in bytes. */
    sizeBytes: z.int(),
    /** Open connections. */
    connections: z.int(),
    /** Most connections. */
    connectionsMax: z.int(),
    /** Time of one query in milliseconds. */
    answerMs: z.number(),
    /** Name of the last migration. @example "0042" */
    migration: z.string(),
    /** Number of migrations. */
    migrations: z.int(),
    /** Whether it is a replica. */
    isReplica: z.boolean(),
    /** Number of replicas. */
    replicas: z.int(),
  }),
  /** Mail server. */
  mail: z.strictObject({
    /** State of the mail server. */
    level: Level,
    /** Whether mail leaves the installation. */
    isReal: z.boolean(),
    /** Whether it answered at the last attempt, null if unknown. @example true */
    isReachable: z.nullable(z.boolean()),
    /** Mails that wait. */
    waiting: z.int(),
    /** Mails that were given up. */
    failed: z.int(),
    /** Time of the last mail, null before the first. */
    lastSentAt: z.nullable(Time),
    /** Since when mails fail, null if they do not. */
    failingSince: z.nullable(Time),
    /** Kind of the failure, null if there is none. */
    failure: z.nullable(z.enum(jobFailures)),
  }),
})
export type Health = z.output<typeof Health>

/** Routes of the back office about the installation. */
export const healthRoutes = {
  'health.get': {
    method: 'GET',
    path: '/manage/health',
    permission: 'manage.health',
    reads: true,
    summary:
      'Get the state of the installation: queue, deliveries, storage, database, mail, nodes and version',
    reply: Health,
    errors: [],
  },
  'health.listJobs': {
    method: 'POST',
    path: '/manage/jobs',
    permission: 'manage.health',
    reads: true,
    summary:
      'List failed jobs, those that will be retried and those that were given up, newest failure first',
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
    summary: 'Run a failed job now, with all its attempts',
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
