import { CompiledQuery, type Kysely } from 'kysely'
import type { Database, Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { type ActorRow, actorOfRow, queryByToken } from './actor.ts'
import { fail } from './fail.ts'
import { forgetCaller, type KnownCaller, rememberCaller } from './known-callers.ts'
import type { Actor } from './scope.ts'

/** What a call beside its session uses: the connection of a read, undefined for a write, and the function that opens a transaction. */
type Connections = { db: Db | undefined; transaction: Database['transaction'] }

const valuesOf = ({ tokenSha256 }: KnownCaller, now: Date) => [tokenSha256, now.toISOString()]

/** Sends the statement that finds the session. It travels in one packet with the next statement of the connection. */
async function sendSessionQuery(
  db: Kysely<Tables>,
  caller: KnownCaller,
  now: Date,
): Promise<{ found: Promise<{ rows: unknown[] }> }> {
  const query = CompiledQuery.raw(queryByToken, valuesOf(caller, now))
  const sent: Promise<{ rows: unknown[] }>[] = []
  // Does not wait for the session, so that the connection is free for the next statement.
  await db.getExecutor().provideConnection(async (connection) => {
    sent.push(connection.executeQuery(query))
  })
  return { found: sent[0]! }
}

/**
 * Compares the row of a session with the known one.
 * @returns the caller if the row has changed: a member became an administrator, for example
 * @throws request.unauthenticated if the session has ended
 */
function findChangedActor(
  database: Database,
  { tokenSha256, row }: KnownCaller,
  found: ActorRow | undefined,
): Actor | undefined {
  if (found === undefined) {
    forgetCaller(database, tokenSha256)
    return fail('request.unauthenticated')
  }
  if (JSON.stringify(found) === row) return undefined
  const actor = actorOfRow(found)
  rememberCaller(database, { tokenSha256, row: JSON.stringify(found), actor })
  return actor
}

/** Awaits a session and the work beside it. The errors of the session come first. */
async function settle<Result>(
  database: Database,
  caller: KnownCaller,
  sent: [found: Promise<{ rows: unknown[] }>, work: Promise<Result>],
): Promise<{ changed: Actor } | { changed: undefined; result: Result }> {
  const [session, work] = await Promise.allSettled(sent)
  if (session.status === 'rejected') throw session.reason
  const changed = findChangedActor(database, caller, session.value.rows[0] as ActorRow | undefined)
  if (changed !== undefined) return { changed }
  if (work.status === 'rejected') throw work.reason
  return { changed, result: work.value }
}

/**
 * Runs a read for a known caller. The statement that finds the session travels in one packet with the first statement of the read, on
 * the same connection and before it. The result is discarded unless the session is valid and its row is the known one, so a session
 * that ended gets nothing from its next call on.
 * @param read runs on the given connection and must have no effects. It runs again, with the caller, if the row has changed
 * @throws request.unauthenticated if the session has ended; the errors of `read`
 */
export async function readBesideSession<Result>(
  database: Database,
  caller: KnownCaller,
  now: Date,
  read: (connections: Connections, changed: Actor | undefined) => Promise<Result>,
): Promise<Result> {
  const { transaction } = database
  const settled = await database.db.connection().execute(async (db) => {
    const { found } = await sendSessionQuery(db, caller, now)
    return await settle(database, caller, [found, read({ db, transaction }, undefined)])
  })
  if (settled.changed === undefined) return settled.result
  return await read({ db: database.db, transaction }, settled.changed)
}

/** Rolls a transaction back whose caller has changed. */
class CallerChanged extends Error {
  readonly actor: Actor

  constructor(actor: Actor) {
    super('The caller has changed.')
    this.actor = actor
  }
}

/**
 * Runs a write for a known caller. The statement that finds the session is the first one of the write's transaction, which commits
 * only if the session is valid and its row is the known one.
 * @param write opens at most one transaction with the given function and has no effects outside it. It runs again, with the caller, if
 *   the row has changed
 * @throws request.unauthenticated if the session has ended, also if `write` fails; the errors of `write`
 */
export async function writeBesideSession<Result>(
  database: Database,
  caller: KnownCaller,
  now: Date,
  write: (connections: Connections, changed: Actor | undefined) => Promise<Result>,
): Promise<Result> {
  const runAs = (actor: Actor) => write({ db: undefined, transaction: database.transaction }, actor)
  let isSent = false
  const transaction: Database['transaction'] = (work) =>
    database.transaction(async (tx) => {
      isSent = true
      const { found } = await sendSessionQuery(tx, caller, now)
      const settled = await settle(database, caller, [found, work(tx)])
      if (settled.changed !== undefined) throw new CallerChanged(settled.changed)
      return settled.result
    })
  try {
    return await write({ db: undefined, transaction }, undefined)
  } catch (error) {
    if (error instanceof CallerChanged) return await runAs(error.actor)
    if (isSent) throw error
    // The call was refused before its transaction, so its session must still be checked.
    const [found] = await database.readRows<ActorRow>(queryByToken, valuesOf(caller, now))
    const changed = findChangedActor(database, caller, found)
    if (changed === undefined) throw error
    return await runAs(changed)
  }
}
