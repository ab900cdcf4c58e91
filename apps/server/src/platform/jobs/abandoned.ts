import { sql } from 'kysely'
import { lockKeyOf } from '../db/advisory-lock.ts'
import type { Database, Db } from '../db/database.ts'

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
  await unlock(db, await findDead(db, graceSeconds))
}

/**
 * Unlocks the jobs of killed processes that were found dead by two looks in a row. After a restart of PostgreSQL, living
 * processes acquire their locks again within a few seconds. One look in that time would give their jobs to others, which would
 * run them a second time.
 */
export function watchAbandonedJobs({ db }: Database): { look: () => Promise<void> } {
  let lastDead: string[] = []
  return {
    look: async () => {
      const dead = await findDead(db, 60)
      const before = new Set(lastDead)
      lastDead = dead
      await unlock(
        db,
        dead.filter((one) => before.has(one)),
      )
    },
  }
}

/**
 * Unlocks jobs that PostgreSQL has given to this node, but whose answer was lost with the connection. This node does not run them,
 * and no other node would unlock them while this one is alive. Two looks in a row must find them, because the end of a job is
 * recorded a moment after the job.
 */
export function watchLostJobs(
  { db }: Database,
  jobs: { workers: ReadonlySet<string>; running: readonly string[] },
): { look: () => Promise<void> } {
  let lastLost: string[] = []
  return {
    look: async () => {
      const { rows } = await sql<{ id: string }>`select id::text as id from graphile_worker._private_jobs
        where locked_by = any(${[...jobs.workers]}::text[]) and id <> all(${jobs.running}::bigint[])`.execute(
        db,
      )
      const lost = rows.map(({ id }) => id)
      const again = lost.filter((id) => lastLost.includes(id) && !jobs.running.includes(id))
      lastLost = lost
      if (again.length === 0) return
      await sql`with lost as (
          update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0)
          where id = any(${again}::bigint[]) and locked_by = any(${[...jobs.workers]}::text[]) returning job_queue_id
        )
        update graphile_worker._private_job_queues set locked_at = null, locked_by = null
        where id in (select job_queue_id from lost)`.execute(db)
    },
  }
}

/** Returns the worker ids whose process is dead. */
async function findDead(db: Db, graceSeconds: number): Promise<string[]> {
  const isDead = sql<boolean>`pg_try_advisory_xact_lock(${sql.raw(lockKeyOf("'jobs:' || locked_by"))})`
  const isOld = sql<boolean>`locked_at < now() - make_interval(secs => ${graceSeconds}::int)`
  const { rows } = await sql<{ locked_by: string }>`
    with marked as materialized (
      select locked_by from graphile_worker._private_jobs where locked_by is not null and ${isOld}
      union select locked_by from graphile_worker._private_job_queues where locked_by is not null and ${isOld}
    )
    select locked_by from marked where ${isDead}`.execute(db)
  return rows.map(({ locked_by }) => locked_by)
}

/** Unlocks the jobs of workers that are known to be gone. */
export async function unlockJobsOf({ db }: Database, workerIds: readonly string[]): Promise<void> {
  await unlock(db, workerIds)
}

async function unlock(db: Db, dead: readonly string[]): Promise<void> {
  if (dead.length > 0) await sql`select graphile_worker.force_unlock_workers(${dead}::text[])`.execute(db)
}
