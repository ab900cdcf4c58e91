import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { JobName, Jobs } from './job-table.ts'

/**
 * Adds a job that starts once the transaction commits, and never does when it rolls back.
 * @param options.runAt not before this time
 * @param options.key a second job of the same key replaces the first while that waits
 * @param options.keepsTime the second job takes the time of the first one that waits
 * @param options.queue jobs of one queue are done one after the other
 * @param options.attemptsMax tries before it is given up as failed; 25 unless told
 */
export async function addJob<Name extends JobName>(
  tx: Tx,
  name: Name,
  payload: Jobs[Name],
  options: { runAt?: Date; key?: string; keepsTime?: boolean; queue?: string; attemptsMax?: number } = {},
): Promise<void> {
  const { runAt = null, key = null, keepsTime = false, queue = null, attemptsMax = 25 } = options
  await sql`select graphile_worker.add_job(${name}::text, payload => ${JSON.stringify(payload)}::json,
    queue_name => ${queue}::text, run_at => coalesce(${runAt}::timestamptz, now()), max_attempts => ${attemptsMax}::int, job_key => ${key}::text,
    job_key_mode => ${keepsTime ? 'preserve_run_at' : 'replace'}::text)`.execute(tx)
}
