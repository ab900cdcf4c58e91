import { sql } from 'kysely'
import { lockKeyOf } from '../db/advisory-lock.ts'
import type { Database } from '../db/database.ts'

/**
 * Returns the name of the advisory lock that a job runner has while it is alive.
 * @param poolId id of the runner's worker pool, which the queue stores in `locked_by` of each running job
 */
export const runnerLockOf = (poolId: string): string => `jobs:${poolId}`

/**
 * Unlocks the jobs of killed processes, which the queue would unlock only after four hours. A process was killed if its
 * advisory lock is free.
 * @param graceSeconds minimum age of `locked_at`, because a new runner needs time to acquire its advisory lock
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
