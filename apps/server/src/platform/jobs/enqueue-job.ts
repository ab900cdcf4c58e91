import { sql } from 'kysely'
import { addToBatch, writeBatch } from '../db/commit-batch.ts'
import type { Tx } from '../db/database.ts'
import type { JobName, Jobs } from './job-table.ts'

type Options = {
  runAt?: Date
  key?: string
  keepsRunAt?: boolean
  queue?: string
  attemptsMax?: number
  turn?: { organizationId: string; after?: JobName }
}

/** Maximum number of turns that a job waits for jobs of the name `after`. */
const turnsWaitedMax = 1_000
/** Priorities are 16-bit integers. */
const turnMax = 32_000

/**
 * Enqueues a job that starts after the transaction commits, and never if it rolls back.
 * @param options.runAt earliest start
 * @param options.key a later job with the same key replaces this job, unless this job has started
 * @param options.keepsRunAt this job keeps the start time of the waiting job that it replaces
 * @param options.queue jobs of one queue run one after the other
 * @param options.attemptsMax tries before the job fails for good; 25 by default
 * @param options.turn organizations take turns: before each further job of this organization, one waiting job
 *   of every other organization runs. The payload must contain the same `organizationId`. Jobs of the name
 *   `after` run before this job, but delay it by at most 1,000 turns
 */
export async function enqueueJob<Name extends JobName>(
  tx: Tx,
  name: Name,
  payload: Jobs[Name],
  options: Options = {},
): Promise<void> {
  const { runAt = null, key = null, keepsRunAt = false, queue = null, attemptsMax = 25, turn } = options
  const priority = turn === undefined ? 0 : await findTurn(tx, name, key, turn)
  const timing = { runAt: runAt?.toISOString() ?? null, keepsRunAt }
  await addToBatch(tx, { jobs: [{ name, payload, queue, key, attemptsMax, priority, ...timing }] })
}

/**
 * Returns the turn of a job among the waiting jobs of its name. The turn becomes the priority of the job
 * (start-time fair queuing). The first waiting job of an organization gets the lowest waiting turn. Each
 * further job of the organization gets the turn after its last job, so that no organization starves another.
 * A job that is enqueued again keeps its turn if that is lower.
 */
async function findTurn(
  tx: Tx,
  name: JobName,
  key: string | null,
  { organizationId, after }: NonNullable<Options['turn']>,
): Promise<number> {
  // The waiting jobs include those of this transaction.
  await writeBatch(tx)
  const first = after === undefined ? 0 : turnsWaitedMax
  const { rows } = await sql<{ turn: number }>`
    with due as materialized (
      select t.identifier as name, j.key, j.priority, j.payload->>'organizationId' as organization
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier in (${name}, ${after ?? name}) and j.run_at <= now()
        and (j.attempts < j.max_attempts or j.locked_at is not null)
    ), own as (
      select * from due where name = ${name} and key is distinct from ${key}
    )
    select least(${turnMax}::int, (select priority from due where name = ${name} and key = ${key}), greatest(
      ${first}::int,
      (select min(priority) from own),
      (select ${first}::int + min(priority) from due where name <> ${name}),
      (select max(priority) + 1 from own where organization = ${organizationId}))) as turn`.execute(tx)
  return rows[0]!.turn
}
