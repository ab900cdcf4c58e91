import type { AuditAction, FailedJob, RouteInput, RouteReply, Routes } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { offsetOf } from '../../platform/http/list-cursor.ts'
import { parseNumberCursor, serializeNumberCursor } from '../../platform/http/number-cursor.ts'
import { toJobFailure } from '../../platform/jobs/job-failure.ts'
import {
  deleteJobRow,
  type FailedJobRow,
  listFailedJobRows,
  lockFailedJob,
  rescheduleJob,
} from './failed-jobs.queries.ts'

const listName = 'jobs'
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns a page of jobs that wait for another attempt after a failure, or have no attempts left. Newest failure first.
 */
export async function listFailedJobs(
  tx: Tx,
  wanted: RouteInput<Routes['health.listJobs']>['body'],
): Promise<RouteReply<Routes['health.listJobs']>> {
  const { page, pageSize } = wanted
  const cursor = parseNumberCursor(listName, wanted.cursor)
  const offset = offsetOf(wanted)
  const { rows, ...counted } = await listFailedJobRows(tx, wanted, { cursor, offset, limit: pageSize + 1 })
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return {
    list: shown.map(toFailedJob),
    ...counted,
    page,
    pageSize,
    cursor: last ? serializeNumberCursor(listName, { at: last.failedAt, id: last.id }) : null,
  }
}

function toFailedJob(row: FailedJobRow): FailedJob {
  const isOver = row.attempts >= row.attemptsMax && !row.isRunning
  return {
    id: row.id,
    name: row.name,
    state: isOver ? 'failed' : 'retrying',
    ...toJobFailure(row.lastError),
    attempts: row.attempts,
    attemptsMax: row.attemptsMax,
    createdAt: row.createdAt,
    failedAt: row.failedAt,
    nextAt: isOver || row.isRunning ? null : row.runAt,
    isRunning: row.isRunning,
    objects: objectsOf(row.payload),
  }
}

/** Returns the ids in a payload by field name. Addresses, texts and secrets are left out. */
function objectsOf(payload: unknown): Record<string, string> {
  if (typeof payload !== 'object' || payload === null) return {}
  const ids = Object.entries(payload).filter(
    ([name, value]) => name.endsWith('Id') && typeof value === 'string' && idPattern.test(value),
  )
  return Object.fromEntries(ids) as Record<string, string>
}

/** Schedules a failed job to run at once, and resets its attempts. @throws job.not_found, job.running */
export async function retryJob(call: Call<'tx' | 'scope'>, id: string): Promise<void> {
  const { tx } = call
  const row = await getIdleJob(tx, id)
  await rescheduleJob(tx, id)
  await auditJob(call, 'health.retryJob', row, { attempts: 0 })
}

/** Deletes a failed job, which then never runs again. @throws job.not_found, job.running */
export async function dropJob(call: Call<'tx' | 'scope'>, id: string): Promise<void> {
  const { tx } = call
  const row = await getIdleJob(tx, id)
  await deleteJobRow(tx, id)
  await auditJob(call, 'health.dropJob', row, null)
}

async function getIdleJob(tx: Tx, id: string): Promise<FailedJobRow> {
  const row = (await lockFailedJob(tx, id)) ?? fail('job.not_found')
  return row.isRunning ? fail('job.running') : row
}

async function auditJob(
  { tx, scope }: Call<'tx' | 'scope'>,
  action: AuditAction,
  row: FailedJobRow,
  after: { attempts: number } | null,
): Promise<void> {
  await recordAudit(tx, scope, {
    action,
    objectType: 'job',
    objectId: row.id,
    detail: { job: row.name, ...objectsOf(row.payload), ...toJobFailure(row.lastError) },
    before: { attempts: row.attempts },
    ...(after ? { after } : {}),
  })
}
