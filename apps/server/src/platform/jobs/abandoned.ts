import { sql } from 'kysely'
import { lockKeyOf } from '../db/advisory-lock.ts'
import type { Database } from '../db/database.ts'

/**
 * Returns the name of the advisory lock that a job runner has while it is alive.
 * @param poolId id of the runner's worker pool, with which the queue marks the jobs that it runs
 */
export const runnerLockOf = (poolId: string): string => `jobs:${poolId}`

/**
 * Unlocks the jobs of killed processes, which the queue would unlock only after four hours. A process was killed if its
 * advisory lock is free.
 * @param graceSeconds minimum age of a job's mark before the advisory lock is checked, which gives a new runner time to acquire
 *   it
 */
export async function unlockAbandonedJobs({ db }: Database, graceSeconds = 60): Promise<void> {
  const isDead = sql<boolean>`pg_try_advisory_xact_lock(${sql.raw(lockKeyOf("'jobs:' || locked_by"))})`
  const isOld = sql<boolean>`locked_at < now() - make_interval(secs => ${graceSeconds}::int)`
  await sql`
    with marked as materialized (
      select locked_by from graphile_worker._private_jobs where locked_by is not null and ${isOld}
      union select locked_by from graphile_worker._private_job_queues where locked_by is not null and ${isOld}
    ), dead as materialized (
      select locked_by from marked where ${isDead}
    )
    select graphile_worker.force_unlock_workers(array(select locked_by from dead))`.execute(db)
}
