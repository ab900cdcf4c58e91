import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { codeOf } from '../error-code.ts'
import type { Services } from '../services.ts'
import { toJobFailure } from './job-failure.ts'

/** Health of an outbound channel: the last success, and the start and reason of the current failure. It contains no secrets. */
export type OutletState = { lastSentAt: string | null; failingSince: string | null; failure: string | null }

/** Outbound channels whose health is recorded: mails, backups, and the archive of changes between backups. */
export type Outlet = 'mail' | 'backup' | 'archive'

/**
 * Runs `send` and records its result for the health page. A success after a success is recorded at most once a minute.
 * @returns the result of `send`
 * @throws the errors of `send`
 */
export async function runWithHealthRecord<Result>(
  services: Services,
  name: Outlet,
  send: () => Promise<Result>,
): Promise<Result> {
  const { db } = services.database
  let result: Result
  try {
    result = await send()
  } catch (error) {
    await recordFailure(db, name, services.now(), error).catch(() => {})
    throw error
  }
  // The message was sent: an unreachable database must not cause a second send.
  await recordSuccess(db, name, services.now()).catch(() => {})
  return result
}

async function recordSuccess(db: Db, name: Outlet, now: Date): Promise<void> {
  await sql`insert into outlet_state (name, last_sent_at) values (${name}, ${now})
    on conflict (name) do update set last_sent_at = excluded.last_sent_at, failing_since = null, failure = null
    where outlet_state.failing_since is not null or outlet_state.last_sent_at is null
      or outlet_state.last_sent_at < excluded.last_sent_at - interval '1 minute'`.execute(db)
}

async function recordFailure(db: Db, name: Outlet, now: Date, error: unknown): Promise<void> {
  const { failure } = toJobFailure(
    error instanceof Error ? `${error.message} ${codeOf(error) ?? ''}` : String(error),
  )
  await sql`insert into outlet_state (name, failing_since, failure) values (${name}, ${now}, ${failure})
    on conflict (name) do update set failure = excluded.failure,
      failing_since = coalesce(outlet_state.failing_since, excluded.failing_since)`.execute(db)
}

/** Returns the health of an outbound channel. All fields are null before its first use. */
export async function getOutletState(db: Db | Tx, name: Outlet): Promise<OutletState> {
  const row = await db
    .selectFrom('outlet_state')
    .select(['last_sent_at as lastSentAt', 'failing_since as failingSince', 'failure'])
    .where('name', '=', name)
    .executeTakeFirst()
  return row ?? { lastSentAt: null, failingSince: null, failure: null }
}
