import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { lockKeyOf } from '../db/hold-lock.ts'

/** Name of the lock that a runner holds while it lives. @param poolId what its jobs are marked with */
export const runnerLockOf = (poolId: string): string => `jobs:${poolId}`

/**
 * Frees the jobs that a killed process has left marked as running, so that others do them; the queue itself would wait
 * for four hours. Whoever still holds its runner's lock lives, and a minute is left for taking that lock.
 * @param graceSeconds how long a job is marked before anybody asks
 */
export async function freeAbandonedJobs({ db }: Database, graceSeconds = 60): Promise<void> {
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
