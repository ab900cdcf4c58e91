import { type FileKind, limits, type OrderFile } from '@pontic/contract'
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { StoredUpload } from '../../platform/storage/storage.ts'
import type { FileRow } from '../access/file-access.service.ts'
import { type StoredMesh, toMeshFacts } from '../meshes/meshes.shared.ts'

/** The columns of a file from which its DTO is made. */
export type ShownFile = Pick<
  FileRow,
  | 'id'
  | 'name'
  | 'role'
  | 'kind'
  | 'state'
  | 'released_at'
  | 'size_bytes'
  | 'received_bytes'
  | 'sha256'
  | 'party'
  | 'account_name'
  | 'created_at'
  | 'refusal'
  | 'unit'
> & { mesh_key: unknown }

/**
 * Maps a file to its DTO. The digest is included only while the file is verified and not released.
 * @param mesh the mesh row of a scan, if the caller has read it
 */
export function toOrderFile(row: ShownFile, mesh?: StoredMesh): OrderFile {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    kind: row.kind,
    state: row.released_at === null ? row.state : 'released',
    sizeBytes: row.size_bytes,
    receivedBytes: row.received_bytes,
    sha256:
      row.state === 'verified' && row.released_at === null ? (row.sha256?.toString('hex') ?? null) : null,
    party: row.party,
    by: row.account_name,
    createdAt: row.created_at,
    refusal: row.refusal,
    mesh: row.mesh_key === null || row.released_at !== null ? null : toMeshFacts(mesh, row.unit),
  }
}

/**
 * Returns a file that the caller's organization has uploaded. The caller checks whether its order is still visible.
 */
export async function findOwnFile(db: Db | Tx, scope: Scope, fileId: string): Promise<FileRow | undefined> {
  return db
    .selectFrom('order_file')
    .selectAll()
    .where('id', '=', fileId)
    .where('organization_id', '=', scope.organization.id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** Locks an order's row and counts its files, so that simultaneous announcements see each other's files. */
export async function lockAndCountFiles(tx: Tx, orderId: string): Promise<number> {
  await tx.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().execute()
  const row = await tx
    .selectFrom('order_file')
    .select((on) => on.fn.countAll<number>().as('count'))
    .where('order_id', '=', orderId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}

/**
 * Reserves bytes for an organization in one conditional update, so that parallel calls never exceed the quota
 * together.
 * @param mayUseMargin whether the bytes may exceed the quota by a margin: true once the order has left `scanned`
 * @returns the used bytes after the reservation, and the quota; undefined if the bytes do not fit
 */
export async function reserveStorage(
  tx: Tx,
  organizationId: string,
  sizeBytes: number,
  mayUseMargin: boolean,
): Promise<{ usedBytes: number; quotaBytes: number } | undefined> {
  const marginBytes = mayUseMargin
    ? sql`greatest(${limits.storageMarginBytes}::bigint, storage_quota_bytes * ${limits.storageMarginPercent} / 100)`
    : sql`0`
  const row = await tx
    .updateTable('organization')
    .set({ storage_used_bytes: sql<number>`storage_used_bytes + ${sizeBytes}` })
    .where('id', '=', organizationId)
    .where(sql<boolean>`storage_used_bytes + ${sizeBytes} <= storage_quota_bytes + ${marginBytes}`)
    .returning(['storage_used_bytes', 'storage_quota_bytes'])
    .executeTakeFirst()
  return row && { usedBytes: row.storage_used_bytes, quotaBytes: row.storage_quota_bytes }
}

/**
 * Inserts announced or fetched files of one order. Adds the clinic's files to the order's totals.
 * @returns the rows, sorted by id
 */
export async function createFiles(
  tx: Tx,
  rows: readonly Insertable<Tables['order_file']>[],
): Promise<FileRow[]> {
  const files = await tx
    .insertInto('order_file')
    .values([...rows])
    .returningAll()
    .execute()
  const [first] = files
  if (first?.party === 'clinic') {
    const bytes = files.reduce((sum, file) => sum + file.size_bytes, 0)
    await tx
      .updateTable('orders')
      .set({
        files_total: sql<number>`files_total + ${files.length}`,
        bytes_total: sql<number>`bytes_total + ${bytes}`,
      })
      .where('id', '=', first.order_id)
      .execute()
  }
  return files.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Returns a file's upload as the storage needs it. */
export function uploadOf(file: FileRow): StoredUpload {
  return {
    id: file.id,
    sizeBytes: file.size_bytes,
    receivedBytes: file.received_bytes,
    parts: file.upload_parts,
  }
}

/**
 * Saves the offset of an upload, with the parts that the storage has up to it, in one statement, on the connection that holds the
 * upload's lock. Locks the order before the file, which prevents deadlocks with removals.
 * @returns false if the stored offset is no longer `fromBytes`, or the file accepts no more bytes
 */
export async function saveProgress(
  db: Db | Tx,
  file: { id: string; fromBytes: number; toBytes: number; kind: FileKind | null; parts: string | null },
): Promise<boolean> {
  const { id, fromBytes, toBytes, kind, parts } = file
  const { rows } = await sql<{ id: string }>`
    with locked as materialized (
      select o.id from orders o join order_file one on one.order_id = o.id where one.id = ${id}::uuid
      for no key update of o
    ), f as (
      update order_file set received_bytes = ${toBytes}::bigint, state = 'uploading', kind = coalesce(${kind}::text, kind),
        upload_parts = ${parts}::text, progressed_at = clock_timestamp()
      from locked
      where order_file.order_id = locked.id and order_file.id = ${id}::uuid
        and received_bytes = ${fromBytes}::bigint and removed_at is null and state in ('announced', 'uploading')
      returning order_file.id, order_id, party
    ), o as (
      update orders set bytes_received = greatest(orders.bytes_received + ${toBytes - fromBytes}::bigint, 0)
      from f where orders.id = f.order_id and f.party = 'clinic'
    )
    select id from f`.execute(db)
  return rows.length === 1
}

/**
 * Marks an upload as `received` and saves the digests of its bytes. The uploader's digest is compared later.
 * @returns false if the file is removed or no longer uploading, or if its bytes are incomplete
 */
export async function saveReceived(
  db: Db | Tx,
  fileId: string,
  digests: { sha256: Buffer; crc32: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('order_file')
    .set({ state: 'received', sha256: digests.sha256, crc32: digests.crc32 })
    .where('id', '=', fileId)
    .where('state', '=', 'uploading')
    .where('received_bytes', '=', sql<number>`size_bytes`)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Marks a file as verified after the uploader's digest matched. @returns undefined if its state is not `received` */
export async function saveVerified(tx: Tx, fileId: string, now: Date): Promise<FileRow | undefined> {
  const row = await tx
    .updateTable('order_file')
    .set({ state: 'verified', verified_at: now, expires_at: null, upload_parts: null })
    .where('id', '=', fileId)
    .where('state', '=', 'received')
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (row?.party === 'clinic') {
    await tx
      .updateTable('orders')
      .set({ files_verified: sql<number>`files_verified + 1` })
      .where('id', '=', row.order_id)
      .execute()
  }
  return row
}

/**
 * Refuses, removes or expires a file. Subtracts it from its order's counts and its organization's storage.
 * @param outcome a refused file stays listed, so that its uploader can read the reason; other files are marked as removed
 * @returns the row before the change; undefined if the file is missing, or its state does not allow the change
 */
export async function closeFile(
  tx: Tx,
  fileId: string,
  outcome: { refusal: string } | 'removed' | 'expired',
  now: Date,
): Promise<FileRow | undefined> {
  const row = await lockFile(tx, fileId)
  if (row === undefined || !canClose(row, outcome, now)) return undefined
  await tx
    .updateTable('order_file')
    .set(typeof outcome === 'object' ? { state: 'refused', refusal: outcome.refusal } : { removed_at: now })
    .where('id', '=', fileId)
    .execute()
  if (row.state === 'refused') return row
  if (row.party === 'clinic') await subtractFromOrder(tx, row)
  if (await passOnCount(tx, row)) return row
  await tx
    .updateTable('organization')
    .set({ storage_used_bytes: sql<number>`storage_used_bytes - ${row.size_bytes}` })
    .where('id', '=', row.organization_id)
    .execute()
  return row
}

/**
 * Moves `is_counted` from a removed file to another file with the same bytes, such as a file of a remake. Shared bytes
 * count once against the quota, for the file with `is_counted`.
 * @returns whether the organization's used storage stays the same
 */
async function passOnCount(tx: Tx, row: FileRow): Promise<boolean> {
  if (!row.is_counted) return true
  if (row.sha256 === null || row.state !== 'verified') return false
  const { rows } = await sql`
    update order_file set is_counted = true where id = (
      select id from order_file where sha256 = ${row.sha256} and organization_id = ${row.organization_id}
        and state = 'verified' and removed_at is null and not is_counted and id <> ${row.id}
      order by id limit 1 for update)
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Marks a removed file as released, so that its name stays listed. */
export async function saveReleased(tx: Tx, fileId: string, now: Date): Promise<void> {
  await tx.updateTable('order_file').set({ released_at: now }).where('id', '=', fileId).execute()
}

function canClose(row: FileRow, outcome: { refusal: string } | 'removed' | 'expired', now: Date): boolean {
  if (typeof outcome === 'object') return row.state !== 'verified' && row.state !== 'refused'
  if (outcome === 'removed') return true
  return row.state !== 'verified' && row.expires_at !== null && new Date(row.expires_at) <= now
}

/** Locks a file that is not removed. Locks its order first, as announcements do, which prevents deadlocks. */
async function lockFile(tx: Tx, fileId: string): Promise<FileRow | undefined> {
  await tx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', (on) => on.selectFrom('order_file').select('order_id').where('id', '=', fileId))
    .forUpdate()
    .execute()
  return tx
    .selectFrom('order_file')
    .selectAll()
    .where('id', '=', fileId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

async function subtractFromOrder(tx: Tx, row: FileRow): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      files_total: sql<number>`files_total - 1`,
      files_verified: sql<number>`files_verified - ${row.state === 'verified' ? 1 : 0}`,
      bytes_total: sql<number>`bytes_total - ${row.size_bytes}`,
      bytes_received: sql<number>`greatest(bytes_received - ${row.received_bytes}, 0)`,
    })
    .where('id', '=', row.order_id)
    .execute()
}

/** Returns ids of unfinished uploads past their deadline, oldest first. */
export async function listExpired(db: Db | Tx, now: Date, rowsMax: number): Promise<string[]> {
  const rows = await db
    .selectFrom('order_file')
    .select('id')
    .where('state', 'in', ['announced', 'uploading', 'received'])
    .where('expires_at', '<=', now.toISOString())
    .where('removed_at', 'is', null)
    .orderBy('expires_at')
    .limit(rowsMax)
    .execute()
  return rows.map((row) => row.id)
}

/** Returns ids of files whose order was discarded at or before `before` and cannot be restored (rules §5). */
export async function listDiscarded(db: Db | Tx, before: Date, rowsMax: number): Promise<string[]> {
  const rows = await db
    .selectFrom('order_file as f')
    .innerJoin('orders as o', 'o.id', 'f.order_id')
    .select('f.id')
    .where('o.discarded_at', '<=', before.toISOString())
    .where('f.removed_at', 'is', null)
    .orderBy('f.id')
    .limit(rowsMax)
    .execute()
  return rows.map((row) => row.id)
}
