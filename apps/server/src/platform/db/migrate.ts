import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { codeOf } from '../error-code.ts'
import { findWritableUrl } from './servers.ts'

const folder = new URL('./migrations/', import.meta.url)
const lockKey = 7_260_114
const lockPollMs = 50
/** First line of a migration that creates indexes concurrently or copies rows in batches. */
const withoutTransaction = '-- no transaction\n'
// A migration that waits for a table lock blocks the calls that come after it. It gives up and tries again instead.
const lockTimeoutMs = 500
const attemptsMax = 100
/** A lock that was not available, and a deadlock. */
const retriedCodes = new Set(['55P03', '40P01'])

const jobGrants = `
  grant usage on schema graphile_worker to pontic_app;
  grant select, insert, update, delete on all tables in schema graphile_worker to pontic_app;
  grant usage, select on all sequences in schema graphile_worker to pontic_app;
  grant execute on all functions in schema graphile_worker to pontic_app`

// Policies and the index are created only if they are missing. Creating them locks the tables of the job queue, which would
// block running jobs of other nodes or deadlock with them.
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

// Lets the back office list failed jobs without scanning the queue. The partial index stays small, because few jobs fail.
const jobIndex = `
  do $$
  begin
    if to_regclass('graphile_worker.pontic_jobs_gone_wrong') is null then
      create index pontic_jobs_gone_wrong
        on graphile_worker._private_jobs (updated_at desc, id desc) include (task_id, attempts, max_attempts, locked_at)
        where last_error is not null;
    end if;
  end $$`

/** Lists the names of the migrations in order, `0001_foundation.sql` first. */
export function listMigrations(): string[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))
    .sort()
}

/**
 * Migrates a database to the newest schema (rules §15). Applies the missing SQL files in order of their numbers, each in its
 * own transaction. A file that begins with `-- no transaction` has statements separated by empty lines, each of which runs by
 * itself and may run again after an interruption. Then migrates the job queue and grants the application role its privileges.
 * Processes may call it concurrently: one migrates, the others wait and find nothing left to do.
 * @param ownerUrl connection URL of the owner role, without a pooler; both roles must exist
 * @returns names of the migrations that were applied
 */
export async function migrate(ownerUrl: string): Promise<string[]> {
  const connectionString = await findWritableUrl(ownerUrl)
  const client = new Client({ connectionString, application_name: 'pontic migrate' })
  client.on('error', () => {})
  await client.connect()
  try {
    await lockMigrations(client)
    const applied = await applyMissing(client)
    // Imported here so that a node that does not migrate starts without loading the job queue.
    const { runMigrations } = await import('graphile-worker')
    await runMigrations({ connectionString })
    await client.query(`begin; ${jobIndex}; ${jobPolicies}; ${jobGrants}; commit`)
    return applied
  } finally {
    await client.end()
  }
}

// Polls, because creating an index concurrently waits for the end of every running statement, also of one that waits for this lock.
async function lockMigrations(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isLocked: boolean }>(
      'select pg_try_advisory_lock($1) as "isLocked"',
      [lockKey],
    )
    if (rows[0]?.isLocked) return
    await wait(lockPollMs)
  }
}

async function applyMissing(client: Client): Promise<string[]> {
  await client.query(`create table if not exists pontic_migration
    (name text primary key, applied_at timestamptz not null default now())`)
  const known = await client.query<{ name: string }>('select name from pontic_migration')
  const done = new Set(known.rows.map((row) => row.name))
  const missing = listMigrations().filter((name) => !done.has(name))
  for (const name of missing) {
    try {
      await applyFile(client, name)
    } catch (error) {
      throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
    }
  }
  await client.query(
    'revoke all on pontic_migration from pontic_app; grant select on pontic_migration to pontic_app',
  )
  return missing
}

async function applyFile(client: Client, name: string): Promise<void> {
  const text = readFileSync(new URL(name, folder), 'utf8')
  const insertName = () => client.query('insert into pontic_migration (name) values ($1)', [name])
  if (text.startsWith(withoutTransaction)) {
    for (const statement of text.slice(withoutTransaction.length).split(/\n\n+/))
      await retry(() => client.query(statement))
    await insertName()
    return
  }
  await retry(async () => {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
      await client.query(text)
      await insertName()
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  })
}

async function retry(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work()
      return
    } catch (error) {
      if (attempt >= attemptsMax || !retriedCodes.has(codeOf(error) ?? '')) throw error
      await wait(Math.random() * 10 * attempt)
    }
  }
}
