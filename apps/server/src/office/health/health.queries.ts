import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** Counts of jobs by state. `due` and `later` include retries. */
export type QueueFacts = {
  due: number
  later: number
  running: number
  retrying: number
  failed: number
  oldestDueAt: string | null
}

/** Counts the jobs by state, and finds when the oldest due job should have run. */
export async function readQueue(db: Db | Tx): Promise<QueueFacts> {
  const { rows } = await sql<QueueFacts>`
    select count(*) filter (where is_available and run_at <= now()) as due,
      count(*) filter (where is_available and run_at > now()) as later,
      count(*) filter (where locked_at is not null) as running,
      count(*) filter (where is_available and last_error is not null) as retrying,
      count(*) filter (where attempts >= max_attempts and locked_at is null) as failed,
      min(run_at) filter (where is_available and run_at <= now()) as "oldestDueAt"
    from graphile_worker._private_jobs`.execute(db)
  return rows[0]!
}

/** Counts the mails in the queue: those that wait, and those without attempts left. */
export async function readMailQueue(db: Db | Tx): Promise<{ waiting: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    select count(*) filter (where j.attempts < j.max_attempts) as waiting,
      count(*) filter (where j.attempts >= j.max_attempts and j.locked_at is null) as failed
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'mail.send'`.execute(db)
  return rows[0] ?? { waiting: 0, failed: 0 }
}

/** Counts the undelivered pushes: not tried yet, retrying, and failed. */
export async function readDeliveries(
  db: Db | Tx,
): Promise<{ waiting: number; retrying: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; retrying: number; failed: number }>`
    select count(*) filter (where state = 'waiting' and attempts = 0) as waiting,
      count(*) filter (where state = 'waiting' and attempts > 0) as retrying,
      count(*) filter (where state = 'failed') as failed
    from push_delivery where state in ('waiting', 'failed') and event is not null`.execute(db)
  return rows[0] ?? { waiting: 0, retrying: 0, failed: 0 }
}

/** State of PostgreSQL, of the schema, and of its clients. */
export type DatabaseFacts = {
  version: string
  sizeBytes: number
  connections: number
  connectionsMax: number
  migration: string
  migrations: number
  isReplica: boolean
  replicas: number
  /** Connections that listen for notifications. Each server process has one. */
  nodes: number
  /** Server processes that run jobs. Each has one connection with this name. */
  runners: number
}

/** Returns version, size, connections and schema of the database, and counts the connected server processes. */
export async function readDatabase(db: Db | Tx): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as "sizeBytes",
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as "connectionsMax",
      (select coalesce(max(name), '') from pontic_migration) as migration,
      (select count(*) from pontic_migration) as migrations,
      pg_is_in_recovery() as "isReplica", (select count(*) from pg_stat_replication) as replicas,
      (select count(*) from pg_stat_activity
        where datname = current_database() and application_name = 'pontic events') as nodes,
      (select count(*) from pg_stat_activity
        where datname = current_database() and application_name = 'pontic runner') as runners`.execute(db)
  return rows[0]!
}

/** Returns the bytes of all order files, from the counters of the organizations. */
export async function readStoredBytes(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ kept: number }>`
    select coalesce(sum(storage_used_bytes), 0)::bigint as kept from organization`.execute(db)
  return rows[0]?.kept ?? 0
}
