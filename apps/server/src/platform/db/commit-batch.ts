import { type Kysely, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { sentWithNext, toSendAfterCommit } from './connection.ts'
import type { Tables } from './tables.ts'

/** A transaction, or a connection without one. */
type Connection = Kysely<Tables>

/** An audit row without its id and time. `detail` is JSON. */
export type AuditRow = {
  account_id: string | null
  organization_id: string | null
  action: string
  object_type: string
  object_id: string
  subject_organization_ids: readonly string[]
  address: string
  request_id: string
  detail: unknown
}

/** A job of the queue. A later job with the same key replaces this job. */
export type QueuedJob = {
  name: string
  payload: unknown
  queue: string | null
  /** ISO 8601; null for the time of the transaction. */
  runAt: string | null
  attemptsMax: number
  key: string | null
  priority: number
  /** Whether this job keeps the start time of the waiting job that it replaces. */
  keepsRunAt: boolean
}

/** A notification to all nodes. */
type Message = { channel: string; payload: string }

/** Rows and notifications that no statement of their transaction reads. One statement writes them before the commit. */
type Batch = {
  audit: AuditRow[]
  jobs: QueuedJob[]
  messages: Message[]
  /** Other statements that insert rows. */
  inserts: RawBuilder<unknown>[]
}

const batches = new WeakMap<Connection, Batch>()
const emptyBatch = (): Batch => ({ audit: [], jobs: [], messages: [], inserts: [] })

/**
 * Runs the work of a transaction. What it has added to the transaction's batch is written together with the commit. PostgreSQL
 * sends the notifications right after the commit: a transaction with notifications holds a lock that all others with notifications
 * need, until its commit is on the disk. If the batch cannot be written, the transaction is rolled back and its notifications
 * are still sent. The pages and workers that they wake find nothing new.
 */
export async function runWithBatch<Tx extends Connection, Result>(
  tx: Tx,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  batches.set(tx, emptyBatch())
  const result = await work(tx)
  const batch = batches.get(tx)
  batches.delete(tx)
  if (batch !== undefined) {
    await writeRows(tx, batch, sql.raw(sentWithNext))
    await notifyAfterCommit(tx, batch.messages)
  }
  return result
}

/** Adds to the batch of a transaction. On a connection without a batch, writes at once. */
export async function addToBatch(tx: Connection, added: Partial<Batch>): Promise<void> {
  const batch = batches.get(tx)
  if (batch === undefined) {
    const written = { ...emptyBatch(), ...added }
    await writeRows(tx, written)
    await notify(tx, written.messages)
    return
  }
  batch.audit.push(...(added.audit ?? []))
  batch.messages.push(...(added.messages ?? []))
  batch.inserts.push(...(added.inserts ?? []))
  for (const job of added.jobs ?? []) addJob(batch.jobs, job)
}

/** Writes the batch of a transaction early, for statements that read the job queue. */
export async function writeBatch(tx: Connection): Promise<void> {
  const batch = batches.get(tx)
  if (batch === undefined) return
  await writeRows(tx, batch)
  batches.set(tx, { ...emptyBatch(), messages: batch.messages })
}

// One statement cannot add two jobs with the same key, so the later one replaces the earlier one here.
function addJob(jobs: QueuedJob[], job: QueuedJob): void {
  const index = job.key === null ? -1 : jobs.findIndex(({ key }) => key === job.key)
  const replaced = jobs[index]
  if (replaced === undefined) return void jobs.push(job)
  jobs[index] = job.keepsRunAt ? { ...job, runAt: replaced.runAt } : job
}

/** Writes the rows of a batch, and adds the messages that wake the workers of its jobs to it. */
async function writeRows(
  tx: Connection,
  { audit, jobs, messages, inserts }: Batch,
  comment: RawBuilder<unknown> = sql``,
): Promise<void> {
  const isPlain = (job: QueuedJob) => job.key === null && job.queue === null
  const plain = jobs.filter(isPlain)
  const parts = [
    ...(audit.length > 0 ? [sql`audited as (${insertOfAudit(audit)})`] : []),
    ...(plain.length > 0 ? [sql`queued as (${insertOfJobs(plain)})`] : []),
    ...inserts.map((insert, index) => sql`${sql.raw(`inserted${index}`)} as (${insert})`),
  ]
  if (plain.length > 0) messages.push({ channel: jobChannel, payload: wakeUp(plain.length) })
  const others = Map.groupBy(
    jobs.filter((job) => !isPlain(job)),
    ({ keepsRunAt }) => keepsRunAt,
  )
  const waiting = (others.get(true) ?? []).filter(({ queue }) => queue === null)
  if (waiting.length > 0) parts.push(...partsOfWaiting(waiting))
  const counts = [...others].flatMap(([keepsRunAt, some]) => {
    const queued = keepsRunAt ? some.filter(({ queue }) => queue !== null) : some
    return queued.length > 0 ? [countOfJobs(queued, keepsRunAt)] : []
  })
  if (waiting.length > 0) counts.push(countOfMissing)
  if (parts.length === 0 && counts.length === 0) return
  const first = parts.length > 0 ? sql`with ${sql.join(parts)}` : sql``
  await sql`${comment}${first} select ${counts.length > 0 ? sql.join(counts) : sql`1`}`.execute(tx)
}

const callOfNotify = ({ channel, payload }: Message) =>
  `pg_notify(${pg.escapeLiteral(channel)}, ${pg.escapeLiteral(payload)})`

async function notifyAfterCommit(tx: Connection, messages: readonly Message[]): Promise<void> {
  if (messages.length > 0) await sql.raw(toSendAfterCommit(messages.map(callOfNotify))).execute(tx)
}

async function notify(db: Connection, messages: readonly Message[]): Promise<void> {
  if (messages.length > 0) await sql.raw(`select ${messages.map(callOfNotify).join(', ')}`).execute(db)
}

/** The channel on which Graphile Worker listens for new jobs. It ignores repeated payloads, so each has a random number. */
const jobChannel = 'jobs:insert'
const wakeUp = (count: number) => JSON.stringify({ r: Math.random(), count })

// Inserts like `graphile_worker.add_jobs` does for jobs without key and queue, which takes six times as long.
function insertOfJobs(jobs: readonly QueuedJob[]): RawBuilder<unknown> {
  const rows = jobs.map(({ name, payload, runAt, attemptsMax, priority }) => ({
    ...{ name, payload, runAt, attemptsMax, priority },
  }))
  return sql`insert into graphile_worker._private_jobs (task_id, payload, run_at, max_attempts, priority)
    select task_id(name), payload, coalesce("runAt", now()), "attemptsMax", priority from json_to_recordset(${JSON.stringify(rows)}::json)
      as j (name text, payload json, "runAt" timestamptz, "attemptsMax" smallint, priority smallint)`
}

function insertOfAudit(rows: readonly AuditRow[]): RawBuilder<unknown> {
  return sql`insert into audit (account_id, organization_id, action, object_type, object_id, subject_organization_ids,
      address, request_id, detail)
    select account_id, organization_id, action, object_type, object_id, subject_organization_ids, address, request_id, detail
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a (account_id uuid, organization_id uuid, action text,
      object_type text, object_id text, subject_organization_ids uuid[], address text, request_id text, detail jsonb)`
}

const recordsOf = (jobs: readonly QueuedJob[]) => sql`json_to_recordset(${JSON.stringify(jobs)}::json)
  as j (name text, payload json, queue text, "runAt" timestamptz, "attemptsMax" smallint, key text, priority smallint)`

const jobSpec = sql.raw(
  `row(j.name, j.payload, j.queue, coalesce(j."runAt", now()), j."attemptsMax", j.key, j.priority, null)::graphile_worker.job_spec`,
)

const countOfJobs = (jobs: readonly QueuedJob[], keepsRunAt: boolean): RawBuilder<unknown> =>
  sql`(select count(*) from graphile_worker.add_jobs(array(select ${jobSpec} from ${recordsOf(jobs)}), ${sql.lit(keepsRunAt)}))`

/**
 * Locks the waiting jobs that would stay as they are, until the commit, so that no worker starts them before. Usually the job of
 * a digest waits already, and `add_jobs` would write it again.
 */
const partsOfWaiting = (jobs: readonly QueuedJob[]): RawBuilder<unknown>[] => [
  sql`wanted as materialized (select * from ${recordsOf(jobs)})`,
  // The lateral subquery looks each key up in the index. The planner expects 100 rows of JSON and would hash the whole queue.
  sql`waiting as materialized (
    select p.key from (select * from wanted order by key) w cross join lateral (
      select p.key from graphile_worker._private_jobs p
      where p.key = w.key and p.is_available and p.attempts = 0 and p.payload::text = w.payload::text
        and p.task_id = (select id from graphile_worker._private_tasks where identifier = w.name)
        and p.max_attempts = w."attemptsMax" and p.priority = w.priority
      for update of p) p)`,
]

const countOfMissing = sql`case when (select count(*) from waiting) < (select count(*) from wanted) then
  (select count(*) from graphile_worker.add_jobs(array(select ${jobSpec} from wanted j
    where j.key <> all (array(select key from waiting))), true)) end`
