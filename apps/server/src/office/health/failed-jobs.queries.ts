import type { FailedJobState } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import { countRows } from '../../platform/db/count-rows.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { pageLimit } from '../../platform/db/page-limit.ts'
import type { NumberCursor } from '../../platform/http/number-cursor.ts'

/** A job that failed at least once. `payload` contains private data that must not be returned. */
export type FailedJobRow = {
  id: string
  name: string
  payload: unknown
  lastError: string
  attempts: number
  attemptsMax: number
  createdAt: string
  failedAt: string
  runAt: string
  isRunning: boolean
}

const columns = sql`j.id::text as id, t.identifier as name, j.payload, j.last_error as "lastError", j.attempts,
  j.max_attempts as "attemptsMax", j.created_at as "createdAt", j.updated_at as "failedAt", j.run_at as "runAt",
  j.locked_at is not null as "isRunning"`
const failedRows = sql`from graphile_worker._private_jobs j where j.last_error is not null`
const failedJobs = sql`from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where j.last_error is not null`

const states: Readonly<Record<FailedJobState, RawBuilder<unknown>>> = {
  retrying: sql`and (j.attempts < j.max_attempts or j.locked_at is not null)`,
  failed: sql`and j.attempts >= j.max_attempts and j.locked_at is null`,
}

/** Filters for failed jobs. */
export type FailedJobFilter = { state?: FailedJobState | undefined; name?: string | undefined }

const inState = ({ state }: FailedJobFilter) => (state === undefined ? sql`` : states[state])
const wanted = (filter: FailedJobFilter) =>
  sql`${failedJobs} ${inState(filter)} ${filter.name === undefined ? sql`` : sql`and t.identifier = ${filter.name}`}`

/** Returns failed jobs, newest failure first, after `page.cursor`. */
export async function listFailedJobRows(
  db: Db | Tx,
  filter: FailedJobFilter,
  page: { cursor: NumberCursor | undefined; offset: number; limit: number },
): Promise<FailedJobRow[]> {
  const after = page.cursor
    ? sql`and (j.updated_at, j.id) < (${page.cursor.at}::timestamptz, ${page.cursor.id}::bigint)`
    : sql``
  const { rows } = await sql<FailedJobRow>`select ${columns} ${wanted(filter)} ${after}
    order by j.updated_at desc, j.id desc ${pageLimit(page, filter.name === undefined)}`.execute(db)
  return rows
}

/** Counts the failed jobs, up to `limits.filteredTotalMax`. */
export function countFailedJobs(db: Db | Tx, filter: FailedJobFilter): ReturnType<typeof countRows> {
  const isNamed = filter.name !== undefined
  return countRows(db, isNamed ? wanted(filter) : sql`${failedRows} ${inState(filter)}`)
}

/** Finds a failed job and locks its row, so that no worker starts it before the commit. */
export async function lockFailedJob(tx: Tx, id: string): Promise<FailedJobRow | undefined> {
  const { rows } = await sql<FailedJobRow>`select ${columns} ${failedJobs} and j.id = ${id}::bigint
    for update of j`.execute(tx)
  return rows[0]
}

/** Schedules a job to run at once, and resets its attempts. */
export async function rescheduleJob(tx: Tx, id: string): Promise<void> {
  await sql`select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`.execute(
    tx,
  )
}

/** Deletes a job from the queue. */
export async function deleteJobRow(tx: Tx, id: string): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array[${id}::bigint])`.execute(tx)
}
