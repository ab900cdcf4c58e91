import type { OrderFile } from '@pontic/contract'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { ReadCall } from '../../platform/http/handlers.ts'
import { type FileReader, filesReadableBy, listVerifiedFiles } from '../access/file-access.service.ts'
import { listMeshes } from '../meshes/mesh-files.service.ts'
import { toOrderFile } from './files.queries.ts'

/**
 * Returns the files of an order as the caller sees them, the first announced first. Only the organization that uploaded
 * a refused file sees it. Released files have no content. The caller has checked that the order is visible.
 */
export async function listOrderFiles(
  { tx, scope }: ReadCall<'scope'>,
  orderId: string,
  reader: FileReader,
): Promise<OrderFile[]> {
  const rows = await filesReadableBy(tx, orderId, reader)
    .where((on) => on.or([on('removed_at', 'is', null), on('released_at', 'is not', null)]))
    .where((on) => on.or([on('state', '<>', 'refused'), on('organization_id', '=', scope.organization.id)]))
    .orderBy('id')
    .execute()
  const meshes = await listMeshes(tx, rows)
  return rows.map((row) => toOrderFile(row, meshes.get(row.mesh_key?.toString('hex') ?? '')))
}

/** Returns the verified files of an order that the reader may read, as DTOs for pushes. */
export async function listVerifiedOrderFiles(
  db: Db | Tx,
  orderId: string,
  reader: FileReader,
): Promise<OrderFile[]> {
  return (await listVerifiedFiles(db, orderId, reader)).map((row) => toOrderFile(row))
}
