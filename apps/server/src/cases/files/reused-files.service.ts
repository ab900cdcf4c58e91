import { sql } from 'kysely'
import { newId } from '../../platform/db/ids.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { chooseScreenshot } from '../meshes/screenshots.service.ts'

/**
 * Adds verified files of one order to another order of the same clinic without copying bytes. The new rows refer to
 * the same content, which counts once against the quota (rules §7). The caller locks the source order, so that no
 * other transaction removes its files.
 * @throws file.not_found if an id is not a verified file of the clinic in the source order
 */
export async function reuseFiles(
  { tx, scope }: Call<'tx' | 'scope'>,
  reuse: { fromOrderId: string; toOrderId: string; fileIds: readonly string[]; at: Date },
): Promise<void> {
  const ids = [...new Set(reuse.fileIds)]
  if (ids.length === 0) return
  const files = await tx
    .selectFrom('order_file')
    .selectAll()
    .where('id', 'in', ids)
    .where('order_id', '=', reuse.fromOrderId)
    .where('organization_id', '=', scope.organization.id)
    .where('party', '=', 'clinic')
    .where('state', '=', 'verified')
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
  if (files.length < ids.length) fail('file.not_found')
  const copies = files.map(({ expires_at: _, removed_at: __, released_at: ___, ...file }) => ({
    ...file,
    id: newId(),
    order_id: reuse.toOrderId,
    account_id: scope.account.id,
    account_name: scope.account.name,
    created_at: reuse.at,
    verified_at: reuse.at,
    reused_from: file.id,
    is_counted: false,
  }))
  await tx.insertInto('order_file').values(copies).execute()
  const sizeBytes = files.reduce((sum, file) => sum + file.size_bytes, 0)
  await tx
    .updateTable('orders')
    .set({
      files_total: sql<number>`files_total + ${files.length}`,
      files_verified: sql<number>`files_verified + ${files.length}`,
      bytes_total: sql<number>`bytes_total + ${sizeBytes}`,
      bytes_received: sql<number>`bytes_received + ${sizeBytes}`,
    })
    .where('id', '=', reuse.toOrderId)
    .execute()
  await chooseScreenshot(tx, reuse.toOrderId)
}
