import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'

const folder = new URL('./migrations/', import.meta.url)
const lockKey = 7_260_114

const jobGrants = `
  grant usage on schema graphile_worker to pontic_app;
  grant select, insert, update, delete on all tables in schema graphile_worker to pontic_app;
  grant usage, select on all sequences in schema graphile_worker to pontic_app;
  grant execute on all functions in schema graphile_worker to pontic_app`

// Policies and the index are created only where they are missing: creating them locks the tables of the job queue, and a node
// that starts while others run jobs would block them or end in a deadlock.
const jobPolicies = `
  do $$
  declare t record;
  begin
    for t in select c.relname from pg_class c
      where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind = 'r' and c.relrowsecurity
        and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'pontic_app')
    loop
      execute format(
        'create policy pontic_app on graphile_worker.%I to pontic_app using (true) with check (true)', t.relname);
    end loop;
  end $$`

// Failed jobs are few among many: the index lets the back office list them without scanning the queue.
const jobIndex = `
  do $$
  begin
    if to_regclass('graphile_worker.pontic_jobs_gone_wrong') is null then
      create index pontic_jobs_gone_wrong
        on graphile_worker._private_jobs (updated_at desc, id desc) include (task_id, attempts, max_attempts, locked_at)
        where last_error is not null;
    end if;
  end $$`

/** Names of the migrations in order, `0001_foundation.sql` first. */
export function listMigrations(): string[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))
    .sort()
}

/**
 * Brings a database to the newest schema: numbered SQL files, forward only, each in its own transaction, followed by the tables
 * of the job queue with the application role's privileges (rules §15). Concurrent processes are safe: one migrates, the others
 * wait and find nothing left to do.
 * @param ownerUrl connection URL of the owner role; the roles themselves already exist
 * @returns names of the migrations that were applied
 */
export async function migrate(ownerUrl: string): Promise<string[]> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'pontic migrate' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const applied = await applyMissing(client)
    // Imported here so that a node that does not migrate starts without loading the job queue.
    const { runMigrations } = await import('graphile-worker')
    await runMigrations({ connectionString: ownerUrl })
    await client.query(`begin; ${jobIndex}; ${jobPolicies}; ${jobGrants}; commit`)
    return applied
  } finally {
    await client.end()
  }
}

async function applyMissing(client: Client): Promise<string[]> {
  await client.query(`create table if not exists pontic_migration
    (name text primary key, applied_at timestamptz not null default now())`)
  const known = await client.query<{ name: string }>('select name from pontic_migration')
  const done = new Set(known.rows.map((row) => row.name))
  const missing = listMigrations().filter((name) => !done.has(name))
  for (const name of missing) {
    await client.query('begin')
    try {
      await client.query(readFileSync(new URL(name, folder), 'utf8'))
      await client.query('insert into pontic_migration (name) values ($1)', [name])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
    }
  }
  await client.query(
    'revoke all on pontic_migration from pontic_app; grant select on pontic_migration to pontic_app',
  )
  return missing
}
