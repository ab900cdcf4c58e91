import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** Holds a content for this transaction: it can be taken into use or removed by one at a time (all nodes). */
export async function lockContent(tx: Tx, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`content:${sha256}`}, 0))`.execute(tx)
}

/** Whether a live file or picture has this content. */
export async function isContentUsed(tx: Tx, sha256: Buffer): Promise<boolean> {
  const row = await tx
    .selectFrom('order_file')
    .select('id')
    .where('sha256', '=', sha256)
    .where('state', '=', 'verified')
    .where('removed_at', 'is', null)
    .unionAll(tx.selectFrom('image').select('id').where('sha256', '=', sha256))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
