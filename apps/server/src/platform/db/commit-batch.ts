import { type Kysely, type RawBuilder, sql } from 'kysely'
import { sentWithNext } from './connection.ts'
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

/** Rows and notifications that no statement of their transaction reads. One statement writes them before the commit. */
type Batch = {
  audit: AuditRow[]
  jobs: QueuedJob[]
  messages: { channel: string; payload: string }[]
}

const batches = new WeakMap<Connection, Batch>()
const emptyBatch = (): Batch => ({ audit: [], jobs: [], messages: [] })

/** Runs the work of a transaction. What it has added to the transaction's batch is written together with the commit. */
export async function runWithBatch<Tx extends Connection, Result>(
  tx: Tx,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  batches.set(tx, emptyBatch())
  const result = await work(tx)
  const batch = batches.get(tx)
  batches.delete(tx)
  if (batch !== undefined) await write(tx, batch, sql.raw(sentWithNext))
  return result
}

/** Adds to the batch of a transaction. On a connection without a batch, writes at once. */
export async function addToBatch(tx: Connection, added: Partial<Batch>): Promise<void> {
  const batch = batches.get(tx)
  if (batch === undefined) return await write(tx, { ...emptyBatch(), ...added })
  batch.audit.push(...(added.audit ?? []))
  batch.messages.push(...(added.messages ?? []))
  for (const job of added.jobs ?? []) addJob(batch.jobs, job)
}

/** Writes the batch of a transaction early, for statements that read the job queue. */
export async function writeBatch(tx: Connection): Promise<void> {
  const batch = batches.get(tx)
  if (batch === undefined) return
  batches.set(tx, emptyBatch())
  await write(tx, batch)
}

// One statement cannot add two jobs with the same key, so the later one replaces the earlier one here.
function addJob(jobs: QueuedJob[], job: QueuedJob): void {
  const index = job.key === null ? -1 : jobs.findIndex(({ key }) => key === job.key)
  const replaced = jobs[index]
  if (replaced === undefined) return void jobs.push(job)
  jobs[index] = job.keepsRunAt ? { ...job, runAt: replaced.runAt } : job
}

async function write(
  tx: Connection,
  { audit, jobs, messages }: Batch,
  comment: RawBuilder<unknown> = sql``,
): Promise<void> {
  const isPlain = (job: QueuedJob) => job.key === null && job.queue === null
  const plain = jobs.filter(isPlain)
  const parts = [
    ...(audit.length > 0 ? [sql`audited as (${insertOfAudit(audit)})`] : []),
    ...(plain.length > 0 ? insertOfJobs(plain) : []),
  ]
  const others = Map.groupBy(
    jobs.filter((job) => !isPlain(job)),
    ({ keepsRunAt }) => keepsRunAt,
  )
  const counts = [
    ...[...others].map(([keepsRunAt, some]) => countOfJobs(some, keepsRunAt)),
    ...(plain.length > 0 ? [countOfMessages([{ channel: jobChannel, payload: wakeUp(plain.length) }])] : []),
    ...(messages.length > 0 ? [countOfMessages(messages)] : []),
  ]
  if (parts.length === 0 && counts.length === 0) return
  const first = parts.length > 0 ? sql`with ${sql.join(parts)}` : sql``
  await sql`${comment}${first} select ${counts.length > 0 ? sql.join(counts) : sql`1`}`.execute(tx)
}

/** The channel on which Graphile Worker listens for new jobs. It ignores repeated payloads, so each has a random number. */
const jobChannel = 'jobs:insert'
const wakeUp = (count: number) => JSON.stringify({ r: Math.random(), count })

// Inserts like `graphile_worker.add_jobs` does for jobs without key and queue, which takes six times as long.
function insertOfJobs(jobs: readonly QueuedJob[]): RawBuilder<unknown>[] {
  const rows = jobs.map(({ name, payload, runAt, attemptsMax, priority }) => ({
    ...{ name, payload, runAt, attemptsMax, priority },
  }))
  return [
    sql`job as (select * from json_to_recordset(${JSON.stringify(rows)}::json)
      as j (name text, payload json, "runAt" timestamptz, "attemptsMax" smallint, priority smallint))`,
    // Returns the row also if another transaction has inserted the name meanwhile.
    sql`added_task as (insert into graphile_worker._private_tasks (identifier)
      select distinct name from job where not exists (select from graphile_worker._private_tasks t where t.identifier = job.name)
      on conflict (identifier) do update set identifier = excluded.identifier returning id, identifier)`,
    sql`added_job as (insert into graphile_worker._private_jobs (task_id, payload, run_at, max_attempts, priority)
      select t.id, job.payload, coalesce(job."runAt", now()), job."attemptsMax", job.priority
      from job join (select id, identifier from graphile_worker._private_tasks union all select id, identifier from added_task) t
        on t.identifier = job.name)`,
  ]
}

function insertOfAudit(rows: readonly AuditRow[]): RawBuilder<unknown> {
  return sql`insert into audit (account_id, organization_id, action, object_type, object_id, subject_organization_ids,
      address, request_id, detail)
    select account_id, organization_id, action, object_type, object_id, subject_organization_ids, address, request_id, detail
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a (account_id uuid, organization_id uuid, action text,
      object_type text, object_id text, subject_organization_ids uuid[], address text, request_id text, detail jsonb)`
}

function countOfJobs(jobs: readonly QueuedJob[], keepsRunAt: boolean): RawBuilder<number> {
  return sql`(select count(*) from graphile_worker.add_jobs(array(
    select row(j.name, j.payload, j.queue, coalesce(j."runAt", now()), j."attemptsMax", j.key, j.priority, null)::graphile_worker.job_spec
    from json_to_recordset(${JSON.stringify(jobs)}::json) as j (name text, payload json, queue text, "runAt" timestamptz,
      "attemptsMax" smallint, key text, priority smallint)), ${sql.lit(keepsRunAt)}))`
}

function countOfMessages(messages: Batch['messages']): RawBuilder<number> {
  const channels = messages.map(({ channel }) => channel)
  const payloads = messages.map(({ payload }) => payload)
  return sql`(select count(pg_notify(m.channel, m.payload))
    from unnest(${channels}::text[], ${payloads}::text[]) m (channel, payload))`
}
