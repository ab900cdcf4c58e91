import type { OrderStatus, Party } from '@pontic/contract'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { ReadCall } from '../../platform/http/handlers.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { findOrderForFiles, listSharedOrganizations } from './order-access.service.ts'

/** A row of `order_file`. */
export type FileRow = Selectable<Tables['order_file']>

/**
 * The fields of an order that the routes for files need. `party` is the caller's side, undefined for individuals and the
 * platform. `organizationIds` are the clinic and the laboratory.
 */
export type FileOrder = {
  id: string
  number: string
  status: OrderStatus
  questionWaitsFor: Party | null
  labId: string | null
  party: Party | undefined
  mayDownload: boolean
  organizationIds: string[]
}

/** Returns an order whose files the caller may see; undefined if it is missing or not visible. */
export async function findFileOrder(
  { tx, scope }: ReadCall<'scope'>,
  orderId: string,
): Promise<FileOrder | undefined> {
  const order = await findOrderForFiles({ tx, scope }, orderId)
  if (order === undefined) return undefined
  const { id, number, status, questionWaitsFor, labId, party, mayDownload } = order
  return {
    id,
    number,
    status,
    questionWaitsFor,
    labId,
    party: party === 'clinic' || party === 'lab' ? party : undefined,
    mayDownload,
    organizationIds: [order.clinicId, ...(labId === null ? [] : [labId])],
  }
}

/** Notifies the open pages of everybody who sees an order that its files have changed. Takes effect at the commit. */
export async function notifyFilesChange(
  tx: Tx,
  order: Pick<FileOrder, 'id' | 'organizationIds'>,
): Promise<void> {
  const shared = await listSharedOrganizations(tx, order.id)
  await notifyChange(tx, {
    feature: 'orders',
    id: order.id,
    organizationIds: [...order.organizationIds, ...shared],
  })
}

/**
 * The files of a visible order that a reader may read. `all` means every file. A laboratory reads the
 * clinic's files and its own, but never those of another laboratory to which the order was sent.
 */
export type FileReader = { party: 'all' } | { party: 'lab'; organizationId: string }

/** Returns which files of an order the caller may read. @param party the side from which the caller sees the order */
export function readerOf(
  scope: Scope,
  party: 'clinic' | 'lab' | 'person' | 'platform' | undefined,
): FileReader {
  return party === 'lab' ? { party, organizationId: scope.organization.id } : { party: 'all' }
}

/**
 * Returns a verified file of an order, if the reader may read it. The caller has checked that the order is visible.
 */
export async function findVerifiedFile(
  db: Db | Tx,
  orderId: string,
  fileId: string,
  reader: FileReader,
): Promise<FileRow | undefined> {
  return verifiedFiles(db, orderId, reader).where('id', '=', fileId).executeTakeFirst()
}

/** Returns the verified files of an order that the reader may read, oldest first. */
export async function listVerifiedFiles(
  db: Db | Tx,
  orderId: string,
  reader: FileReader,
): Promise<FileRow[]> {
  return verifiedFiles(db, orderId, reader).orderBy('id').execute()
}

function verifiedFiles(db: Db | Tx, orderId: string, reader: FileReader) {
  return unremovedFiles(db, orderId, reader).where('state', '=', 'verified')
}

function unremovedFiles(db: Db | Tx, orderId: string, reader: FileReader) {
  return filesReadableBy(db, orderId, reader).where('removed_at', 'is', null)
}

/** Builds a query for the files of an order that the reader may read, including refused and removed ones. */
function filesReadableBy(db: Db | Tx, orderId: string, reader: FileReader) {
  const files = db.selectFrom('order_file').selectAll().where('order_id', '=', orderId)
  if (reader.party === 'all') return files
  const { organizationId } = reader
  return files.where((on) => on.or([on('party', '=', 'clinic'), on('organization_id', '=', organizationId)]))
}
