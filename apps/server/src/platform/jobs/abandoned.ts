import { sql } from 'kysely'
import { lockKeyOf } from '../db/advisory-lock.ts'
import type { Database } from '../db/database.ts'

/** Name of the lock that a runner holds while it is alive. @param poolId the mark on its jobs */
export const runnerLockOf = (poolId: string): string => `jobs:${poolId}`

/**
 * Unlocks jobs that a killed process left marked as running; the queue itself would wait four hours. A runner that still holds
 * its lock is alive.
 * @param graceSeconds age of the mark before the lock is checked, which gives a new runner time to acquire it
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
