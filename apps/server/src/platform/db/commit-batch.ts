import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from './database.ts'

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

const batches = new WeakMap<Db | Tx, Batch>()
const emptyBatch = (): Batch => ({ audit: [], jobs: [], messages: [] })

/** Runs the work of a transaction and then writes what the work has added to the transaction's batch. */
export async function runWithBatch<Result>(tx: Tx, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  batches.set(tx, emptyBatch())
  const result = await work(tx)
  await writeBatch(tx)
  batches.delete(tx)
  return result
}

/** Adds to the batch of a transaction. On a connection without a batch, writes at once. */
export async function addToBatch(tx: Db | Tx, added: Partial<Batch>): Promise<void> {
  const batch = batches.get(tx)
  if (batch === undefined) return await write(tx, { ...emptyBatch(), ...added })
  batch.audit.push(...(added.audit ?? []))
  batch.messages.push(...(added.messages ?? []))
  for (const job of added.jobs ?? []) addJob(batch.jobs, job)
}

/** Writes the batch of a transaction early, for statements that read the job queue. */
export async function writeBatch(tx: Db | Tx): Promise<void> {
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

async function write(tx: Db | Tx, { audit, jobs, messages }: Batch): Promise<void> {
  const kept = jobs.filter(({ keepsRunAt }) => keepsRunAt)
  const replaced = jobs.filter(({ keepsRunAt }) => !keepsRunAt)
  const parts = [
    ...(replaced.length > 0 ? [countOfJobs(replaced, false)] : []),
    ...(kept.length > 0 ? [countOfJobs(kept, true)] : []),
    ...(messages.length > 0 ? [countOfMessages(messages)] : []),
  ]
  if (audit.length === 0 && parts.length === 0) return
  const audited = audit.length > 0 ? sql`with audited as (${insertOfAudit(audit)})` : sql``
  await sql`${audited} select ${parts.length > 0 ? sql.join(parts) : sql`1`}`.execute(tx)
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
