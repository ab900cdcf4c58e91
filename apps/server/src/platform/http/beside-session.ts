import { CompiledQuery } from 'kysely'
import type { Database, Db } from '../db/database.ts'
import { type ActorRow, actorOfRow, queryByToken } from './actor.ts'
import { fail } from './fail.ts'
import { forgetCaller, type KnownCaller, rememberCaller } from './known-callers.ts'
import type { Actor } from './scope.ts'

/**
 * Runs a read for a known caller. The statement that finds the session travels in one packet with the first statement of the read, on
 * the same connection and before it. The result is discarded unless the session is valid and its row is the known one, so a session
 * that ended gets nothing from its next call on.
 * @param read runs on the given connection and must have no effects. It runs again, with the caller, if the row has changed: a
 *   member became an administrator, for example
 * @throws request.unauthenticated if the session has ended; the errors of `read`
 */
export async function runBesideSession<Result>(
  database: Database,
  { tokenSha256, row }: KnownCaller,
  now: Date,
  read: (db: Db, changed: Actor | undefined) => Promise<Result>,
): Promise<Result> {
  const query = CompiledQuery.raw(queryByToken, [tokenSha256, now.toISOString()])
  const [session, result] = await database.db.connection().execute(async (db) => {
    const sent: Promise<{ rows: unknown[] }>[] = []
    // Does not wait for the session, so that the connection is free for the read.
    await db.getExecutor().provideConnection(async (connection) => {
      sent.push(connection.executeQuery(query))
    })
    return await Promise.allSettled([sent[0]!, read(db, undefined)])
  })
  if (session.status === 'rejected') throw session.reason
  const found = session.value.rows[0] as ActorRow | undefined
  if (found === undefined) {
    forgetCaller(database, tokenSha256)
    return fail('request.unauthenticated')
  }
  if (JSON.stringify(found) !== row) {
    const actor = actorOfRow(found)
    rememberCaller(database, { tokenSha256, row: JSON.stringify(found), actor })
    return await read(database.db, actor)
  }
  if (result.status === 'rejected') throw result.reason
  return result.value
}
