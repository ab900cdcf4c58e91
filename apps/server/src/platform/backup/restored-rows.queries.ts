import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/**
 * Ends all sessions, and deletes tokens, tickets and mailed codes. Otherwise those that were revoked after the backup would be valid
 * again (threat T72).
 * @returns the number of sessions
 */
export async function voidSessions(db: Db, now: Date): Promise<number> {
  for (const table of [
    'access_token',
    'refresh_token',
    'download_ticket',
    'sign_in_challenge',
    'email_code',
    'typed_code',
    'api_key_link',
    'idempotency_key',
  ] as const)
    await sql`delete from ${sql.table(table)}`.execute(db)
  const ended = await db
    .updateTable('session')
    .set({ revoked_at: now, revoked_for: 'expired' })
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

/**
 * Lets unfinished uploads begin again, whose bytes are not in a backup.
 * @returns the number of uploads that had bytes
 */
export async function restartUploads(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update order_file set state = 'announced', received_bytes = 0, upload_parts = null, sha256 = null, crc32 = null
    where state in ('uploading', 'received') and removed_at is null`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Lets the scans be processed again whose levels of detail are not in the storage. @param present keys of meshes in hex */
export async function resetMeshes(db: Db, present: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update mesh set state = 'waiting', reason = null, levels = '[]', has_picture = false, attempts = 0
    where state in ('coarse', 'ready')
      and not key = any(select decode(one, 'hex') from unnest(${[...present]}::text[]) as one)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
