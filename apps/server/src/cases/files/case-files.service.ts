import type { OrderFile } from '@pontic/contract'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { listMeshes } from '../meshes/mesh-files.service.ts'
import { toOrderFile } from './files.queries.ts'
import type { FileRow } from './files.shared.ts'

/**
 * Which files of a visible order a reader may read: all, or for a laboratory the clinic's and its own. A laboratory
 * never reads files of an earlier laboratory of the same order.
 */
export type FileReader = { party: 'all' } | { party: 'lab'; organizationId: string }

/** The file reader for a caller, by the side from which they see the order. */
export function readerOf(
  scope: Scope,
  party: 'clinic' | 'lab' | 'person' | 'platform' | undefined,
): FileReader {
  return party === 'lab' ? { party, organizationId: scope.organization.id } : { party: 'all' }
}

/**
 * The files of an order as the caller sees them, in the order of announcement. Only the uploader sees refused files;
 * released files show only their names. The caller has checked that the order is visible.
 */
export async function listOrderFiles(
  db: Db | Tx,
  scope: Scope,
  orderId: string,
  reader: FileReader,
): Promise<OrderFile[]> {
  const rows = await filesFor(db, orderId, reader)
    .where((on) => on.or([on('removed_at', 'is', null), on('released_at', 'is not', null)]))
    .where((on) => on.or([on('state', '<>', 'refused'), on('organization_id', '=', scope.organization.id)]))
    .orderBy('id')
    .execute()
  const meshes = await listMeshes(db, rows)
  return rows.map((row) => toOrderFile(row, meshes.get(row.mesh_key?.toString('hex') ?? '')))
}

/** A verified file of an order, if the reader may read it. The caller has checked that the order is visible. */
export async function findVerifiedFile(
  db: Db | Tx,
  orderId: string,
  fileId: string,
  reader: FileReader,
): Promise<FileRow | undefined> {
  return verifiedFiles(db, orderId, reader).where('id', '=', fileId).executeTakeFirst()
}

/** The verified files of an order that the reader may read, in the order of announcement. */
export async function listVerifiedFiles(
  db: Db | Tx,
  orderId: string,
  reader: FileReader,
): Promise<FileRow[]> {
  return verifiedFiles(db, orderId, reader).orderBy('id').execute()
}

/** The same as DTOs, for messages to an organization that may read the files. */
export async function listWholeFiles(db: Db | Tx, orderId: string, reader: FileReader): Promise<OrderFile[]> {
  return (await listVerifiedFiles(db, orderId, reader)).map((row) => toOrderFile(row))
}

function verifiedFiles(db: Db | Tx, orderId: string, reader: FileReader) {
  return liveFiles(db, orderId, reader).where('state', '=', 'verified')
}

function liveFiles(db: Db | Tx, orderId: string, reader: FileReader) {
  return filesFor(db, orderId, reader).where('removed_at', 'is', null)
}

function filesFor(db: Db | Tx, orderId: string, reader: FileReader) {
  const files = db.selectFrom('order_file').selectAll().where('order_id', '=', orderId)
  if (reader.party === 'all') return files
  const { organizationId } = reader
  return files.where((on) => on.or([on('party', '=', 'clinic'), on('organization_id', '=', organizationId)]))
}
