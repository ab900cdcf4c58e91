import type { FailedJobState } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import { countBeyondPage } from '../../platform/db/count-rows.ts'
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
  filter.name === undefined
    ? sql`${failedRows} ${inState(filter)}`
    : sql`${failedJobs} ${inState(filter)} and t.identifier = ${filter.name}`

/** Returns failed jobs, newest failure first, after `page.cursor`, and their total, counted up to `limits.filteredTotalMax`. */
export async function listFailedJobRows(
  db: Db | Tx,
  filter: FailedJobFilter,
  page: { cursor: NumberCursor | undefined; offset: number; limit: number },
): Promise<{ rows: FailedJobRow[]; total: number; totalIsExact: boolean }> {
  const after = page.cursor
    ? sql`and (j.updated_at, j.id) < (${page.cursor.at}::timestamptz, ${page.cursor.id}::bigint)`
    : sql``
  // The index contains all that the inner query needs, so rows of the table are read for the page only.
  const { rows } = await sql<FailedJobRow>`select ${columns}
    from (select j.id ${wanted(filter)} ${after} order by j.updated_at desc, j.id desc ${pageLimit(page, filter.name === undefined)}) p
    join graphile_worker._private_jobs j on j.id = p.id join graphile_worker._private_tasks t on t.id = j.task_id
    order by j.updated_at desc, j.id desc`.execute(db)
  return { rows, ...(await countBeyondPage(db, wanted(filter), rows, page)) }
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
