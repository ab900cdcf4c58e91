import type { OrderFile } from '@pontic/contract'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { Scope } from '../http/scope.ts'
import { tellFile } from './files.queries.ts'

/** A file as its row stands. */
export type FileRow = Selectable<Tables['order_file']>

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

/** A file of a case that the caller may read, when it is whole; the case's visibility is the caller's proof. */
export async function findVerifiedFile(
  db: Db | Tx,
  orderId: string,
  fileId: string,
): Promise<FileRow | undefined> {
  return verifiedFiles(db, orderId).where('id', '=', fileId).executeTakeFirst()
}

/** The whole files of a case, in the order of their announcement. */
export async function listVerifiedFiles(db: Db | Tx, orderId: string): Promise<FileRow[]> {
  return verifiedFiles(db, orderId).orderBy('id').execute()
}

function verifiedFiles(db: Db | Tx, orderId: string) {
  return db
    .selectFrom('order_file')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '=', 'verified')
    .where('removed_at', 'is', null)
}
