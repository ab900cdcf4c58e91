import * as z from 'zod/mini'
import { Done, pageOf, paging } from '../../fields.ts'
import type { RouteTable } from '../../route.ts'

/** Where a job stands that went wrong: tried again by itself, or given up. */
export const failedJobStates = ['retrying', 'failed'] as const
export type FailedJobState = (typeof failedJobStates)[number]

/**
 * Why a job failed, in safe words; what was thrown stands in the server's log alone, because addresses and statements can
 * be in it.
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

/**
 * A job that went wrong at least once. `reply`: the number that the other side answered with (SMTP or HTTP), if it did.
 * `objects`: ids in its payload by their names; nothing else of the payload is told. `nextAt`: null once it was given up.
 */
export const FailedJob = z.strictObject({
  id: z.string(),
  name: z.string(),
  state: z.enum(failedJobStates),
  failure: z.enum(jobFailures),
  reply: z.nullable(z.int()),
  attempts: z.int(),
  attemptsMax: z.int(),
  createdAt: z.string(),
  failedAt: z.string(),
  nextAt: z.nullable(z.string()),
  isRunning: z.boolean(),
  objects: z.record(z.string(), z.string()),
})
export type FailedJob = z.output<typeof FailedJob>

const JobId = z.string().check(z.regex(/^[1-9]\d{0,17}$/, 'pattern'))
const one = z.strictObject({ id: JobId })

/** How a part of the installation is; `warning` works and wants to be looked at. */
export const healthLevels = ['fine', 'warning', 'broken'] as const
export type HealthLevel = (typeof healthLevels)[number]
const Level = z.enum(healthLevels)

/** The state of the whole installation, as the platform reads it. Sizes in bytes, times as moments, `…Ms` in ms. */
export const Health = z.strictObject({
  checkedAt: z.string(),
  product: z.strictObject({
    version: z.string(),
    runtime: z.string(),
    mode: z.enum(['demo', 'production']),
    startedAt: z.string(),
    /** Nodes of this installation that are connected to the database: those that answer people, and those that do jobs. */
    nodes: z.int(),
    runners: z.int(),
  }),
  queue: z.strictObject({
    level: Level,
    due: z.int(),
    later: z.int(),
    running: z.int(),
    retrying: z.int(),
    failed: z.int(),
    oldestDueAt: z.nullable(z.string()),
  }),
  /** Deliveries of cases to the software of organizations; tests are left out. */
  deliveries: z.strictObject({ level: Level, waiting: z.int(), retrying: z.int(), failed: z.int() }),
  storage: z.strictObject({
    level: Level,
    isWritable: z.boolean(),
    totalBytes: z.nullable(z.int()),
    freeBytes: z.nullable(z.int()),
    keptBytes: z.int(),
  }),
  database: z.strictObject({
    level: Level,
    version: z.string(),
    sizeBytes: z.int(),
    connections: z.int(),
    connectionsMax: z.int(),
    answerMs: z.number(),
    migration: z.string(),
    migrations: z.int(),
    isReplica: z.boolean(),
    replicas: z.int(),
  }),
  mail: z.strictObject({
    level: Level,
    isReal: z.boolean(),
    isReachable: z.nullable(z.boolean()),
    waiting: z.int(),
    failed: z.int(),
    lastSentAt: z.nullable(z.string()),
    failingSince: z.nullable(z.string()),
    failure: z.nullable(z.enum(jobFailures)),
  }),
})
export type Health = z.output<typeof Health>

const exampleJob: FailedJob = {
  id: '4711',
  name: 'mail.send',
  state: 'failed',
  failure: 'refused',
  reply: 550,
  attempts: 25,
  attemptsMax: 25,
  createdAt: '2026-03-01T06:40:00.000000Z',
  failedAt: '2026-03-04T06:40:00.000000Z',
  nextAt: null,
  isRunning: false,
  objects: { messageId: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f' },
}

/** Calls of the back office about the installation itself. */
export const healthRoutes = {
  'health.get': {
    method: 'GET',
    path: '/manage/health',
    permission: 'manage.health',
    reads: true,
    summary: 'How the installation is: queue, deliveries, storage, database, mail, nodes and version',
    reply: Health,
    errors: [],
  },
  'health.listJobs': {
    method: 'POST',
    path: '/manage/jobs',
    permission: 'manage.health',
    reads: true,
    summary: 'Jobs that went wrong and wait for their next try or were given up, newest failure first',
    body: z.strictObject({
      state: z.optional(z.enum(failedJobStates)),
      name: z.optional(z.string().check(z.regex(/^[A-Za-z]{1,40}\.[A-Za-z]{1,60}$/, 'pattern'))),
      ...paging,
    }),
    reply: pageOf(FailedJob),
    errors: [],
    example: {
      body: { state: 'failed' },
      reply: { list: [exampleJob], total: 1, totalIsExact: true, page: 1, pageSize: 25, cursor: null },
    },
  },
  'health.retryJob': {
    method: 'PUT',
    path: '/manage/jobs/:id/retry',
    permission: 'manage.health',
    audit: 'health.retryJob',
    summary: 'Do a job again at once, with all its tries',
    params: one,
    reply: Done,
    errors: ['job.not_found', 'job.running'],
    example: { reply: { done: true } },
  },
  'health.dropJob': {
    method: 'DELETE',
    path: '/manage/jobs/:id',
    permission: 'manage.health',
    audit: 'health.dropJob',
    summary: 'Give a job up for good: what it was to do is not done',
    params: one,
    reply: Done,
    errors: ['job.not_found', 'job.running'],
    example: { reply: { done: true } },
  },
} as const satisfies RouteTable
