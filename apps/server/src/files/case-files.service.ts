import type { OrderFile } from '@pontic/contract'
import type { Db, Tx } from '../db/database.ts'
import type { Scope } from '../http/scope.ts'
import { tellFile } from './files.queries.ts'

/**
 * The files of a case as the caller sees them, in the order of their announcement: refused ones are told to their
 * uploader only. The case's visibility is the caller's proof.
 */
export async function listOrderFiles(db: Db | Tx, scope: Scope, orderId: string): Promise<OrderFile[]> {
  const rows = await db
    .selectFrom('order_file')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('removed_at', 'is', null)
    .where((on) => on.or([on('state', '<>', 'refused'), on('organization_id', '=', scope.organization.id)]))
    .orderBy('id')
    .execute()
  return rows.map(tellFile)
}
