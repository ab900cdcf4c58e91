import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { closeFile, saveReleased } from './files.queries.ts'
import { enqueueByteDeletion } from './files.service.ts'

type CaseFile = { id: string; isPresent: boolean; isVerified: boolean }

/**
 * Removes all files of an order, and enqueues the deletion of contents and meshes that no other order uses. Verified
 * files stay listed as released. Role and kind, such as `upper.stl`, replace each file name. A hash of the file id
 * replaces the hash of the content, because somebody with a copy of the scan could recognize the order by the hash.
 */
export async function eraseOrderFiles(tx: Tx, orderId: string, now: Date): Promise<void> {
  const { rows } = await sql<CaseFile>`
    select id, removed_at is null as "isPresent", state = 'verified' as "isVerified"
    from order_file where order_id = ${orderId}::uuid order by id`.execute(tx)
  for (const file of rows) {
    if (!file.isPresent) continue
    const row = await closeFile(tx, file.id, 'removed', now)
    if (row === undefined) continue
    await enqueueByteDeletion(tx, row)
    if (file.isVerified) await saveReleased(tx, file.id, now)
  }
  await sql`update order_file set name = role || coalesce('.' || nullif(kind, 'unknown'), ''), mesh_key = null,
      sha256 = case when sha256 is not null then sha256(convert_to(id::text, 'UTF8')) end,
      crc32 = case when crc32 is not null then 0 end, reused_from = null
    where order_id = ${orderId}::uuid`.execute(tx)
}
