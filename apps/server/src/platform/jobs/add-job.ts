import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { JobName, Jobs } from './job-table.ts'

type Options = {
  runAt?: Date
  key?: string
  keepsTime?: boolean
  queue?: string
  attemptsMax?: number
  turn?: { organizationId: string; behind?: JobName }
}

/** So many turns of the jobs that it stands behind a job lets pass; then it comes even if they never end. */
const turnsBehind = 1_000
/** Priorities are small integers. */
const turnMax = 32_000

/**
 * Adds a job that starts once the transaction commits, and never does when it rolls back.
 * @param options.runAt not before this time
 * @param options.key a second job of the same key replaces the first while that waits
 * @param options.keepsTime the second job takes the time of the first one that waits
 * @param options.queue jobs of one queue are done one after the other
 * @param options.attemptsMax tries before it is given up as failed; 25 unless told
 * @param options.turn organizations take turns: the job comes after one job of each other organization for each job that this
 *   one has waiting (its payload names the organization), and after the jobs of the name `behind`
 */
export async function addJob<Name extends JobName>(
  tx: Tx,
  name: Name,
  payload: Jobs[Name],
  options: Options = {},
): Promise<void> {
  const { runAt = null, key = null, keepsTime = false, queue = null, attemptsMax = 25, turn } = options
  const priority = turn === undefined ? 0 : await findTurn(tx, name, key, turn)
  await sql`select graphile_worker.add_job(${name}::text, payload => ${JSON.stringify(payload)}::json,
    queue_name => ${queue}::text, run_at => coalesce(${runAt}::timestamptz, now()), max_attempts => ${attemptsMax}::int, job_key => ${key}::text,
    priority => ${priority}::int,
    job_key_mode => ${keepsTime ? 'preserve_run_at' : 'replace'}::text)`.execute(tx)
}

/**
 * The turn of a job among the waiting ones of its name, which becomes its priority (start-time fair queuing): turns are counted
 * from the lowest that waits, so that an organization without a waiting job comes next, and one that always has some comes
 * too. A job that is added again keeps the better of its turns.
 */
async function findTurn(
  tx: Tx,
  name: JobName,
  key: string | null,
  { organizationId, behind }: NonNullable<Options['turn']>,
): Promise<number> {
  const first = behind === undefined ? 0 : turnsBehind
  const { rows } = await sql<{ turn: number }>`
    with due as materialized (
      select t.identifier as name, j.key, j.priority, j.payload->>'organizationId' as organization
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier in (${name}, ${behind ?? name}) and j.run_at <= now()
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
