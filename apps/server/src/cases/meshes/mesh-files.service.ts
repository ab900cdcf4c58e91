import { viewableKinds } from '@pontic/contract'
import { pipelineVersion } from '@pontic/viewer/mesh'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import type { MeshRow } from './meshes.shared.ts'
import { isLarge, isScan } from './meshes.shared.ts'

/** The fields of a scan's file that jobs need. */
export type ScanFile = { id: string; organization_id: string; size_bytes: number }

/**
 * Enqueues the job for the coarse level of a scan. The queue alternates between organizations (threat T69).
 * @param key makes the job unique: the key of the mesh (hex), or the id of the file
 */
export async function enqueueBuild(tx: Tx, file: ScanFile, key: string): Promise<void> {
  const { id: fileId, organization_id: organizationId } = file
  const name = isLarge(file) ? 'meshes.buildLarge' : 'meshes.build'
  await enqueueJob(
    tx,
    name,
    { fileId, organizationId },
    { key: `mesh:${key}`, attemptsMax: 4, turn: { organizationId } },
  )
}

/**
 * Enqueues the job for the finer levels of a scan. The job runs after the coarse levels of all other scans.
 * @param key the key of the mesh, hex
 */
export async function enqueueRefine(tx: Tx, file: ScanFile, key: string): Promise<void> {
  const { id: fileId, organization_id: organizationId } = file
  const [name, after] = isLarge(file)
    ? (['meshes.refineLarge', 'meshes.buildLarge'] as const)
    : (['meshes.refine', 'meshes.build'] as const)
  await enqueueJob(
    tx,
    name,
    { fileId, organizationId },
    { key: `mesh-finer:${key}`, attemptsMax: 4, turn: { organizationId, after } },
  )
}

/**
 * Sets the mesh of a verified scan and enqueues its job, which reuses a mesh of the same bytes. If the file may be a
 * material or texture, enqueues the OBJ files of its order.
 */
export async function startMesh(
  tx: Tx,
  file: ScanFile & { order_id: string; kind: string | null; sha256: Buffer | null },
  at: Date,
): Promise<void> {
  const { id, sha256 } = file
  if (mayColor(file.kind)) await recolorObjs(tx, file.order_id)
  if (!isScan(file.kind) || sha256 === null) return
  await tx
    .insertInto('mesh')
    .values({ key: sha256, content_sha256: sha256, created_at: at, version: pipelineVersion })
    .onConflict((on) => on.doNothing())
    .execute()
  await tx.updateTable('order_file').set({ mesh_key: sha256 }).where('id', '=', id).execute()
  await enqueueBuild(tx, file, sha256.toString('hex'))
}

/**
 * Enqueues scans that have no mesh, whose job was lost, or that an older pipeline has processed.
 * @param before an unprocessed scan is enqueued only if it was verified, or its mesh was created, before this
 *   time, because its first job may still run
 * @returns the number of enqueued scans
 */
export async function catchUpMeshes(tx: Tx, at: Date, before: Date, rowsMax: number): Promise<number> {
  const missed = await tx
    .selectFrom('order_file as f')
    .leftJoin('mesh as m', 'm.key', 'f.mesh_key')
    .select(['f.id', 'f.order_id', 'f.organization_id', 'f.size_bytes', 'f.kind', 'f.sha256', 'f.mesh_key'])
    .where('f.state', '=', 'verified')
    .where('f.removed_at', 'is', null)
    .where('f.kind', 'in', [...viewableKinds])
    .where((on) =>
      on.or([
        on.and([on('f.mesh_key', 'is', null), on('f.verified_at', '<', before.toISOString())]),
        on.and([on('m.state', 'in', ['waiting', 'coarse']), on('m.created_at', '<', before.toISOString())]),
        on.and([on('m.state', 'in', ['ready', 'failed']), on('m.version', '<', pipelineVersion)]),
      ]),
    )
    .orderBy('f.id', 'desc')
    .limit(rowsMax)
    .execute()
  for (const file of missed)
    await (file.mesh_key === null ? startMesh(tx, file, at) : enqueueBuild(tx, file, file.id))
  return missed.length
}

/** Returns ids of orders with a deferred send and an unprocessed scan whose mesh was created at or before `before`. */
export async function listOverdueSends(db: Db | Tx, before: Date, rowsMax: number): Promise<string[]> {
  const rows = await db
    .selectFrom('orders as o')
    .innerJoin('order_file as f', 'f.order_id', 'o.id')
    .innerJoin('mesh as m', 'm.key', 'f.mesh_key')
    .select('o.id')
    .distinct()
    .where('o.send_waiting_lab_id', 'is not', null)
    .where('o.discarded_at', 'is', null)
    .where('f.removed_at', 'is', null)
    .where('m.state', '=', 'waiting')
    .where('m.created_at', '<=', before.toISOString())
    .limit(rowsMax)
    .execute()
  return rows.map(({ id }) => id)
}

const mayColor = (kind: string | null): boolean =>
  kind === 'text' || kind === 'jpeg' || kind === 'png' || kind === 'webp'

/** Enqueues the OBJ files of an order, because a new material or texture may change their colours. */
async function recolorObjs(tx: Tx, orderId: string): Promise<void> {
  const objs = await tx
    .selectFrom('order_file')
    .select(['id', 'organization_id', 'size_bytes'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'obj')
    .where('mesh_key', 'is not', null)
    .where('removed_at', 'is', null)
    .execute()
  for (const obj of objs) await enqueueBuild(tx, obj, obj.id)
}

/** Returns a mesh by its key. */
export async function findMesh(db: Db | Tx, key: Buffer): Promise<MeshRow | undefined> {
  return db.selectFrom('mesh').selectAll().where('key', '=', key).executeTakeFirst()
}

/** Returns the meshes of these files in a map by key (hex). Files without a mesh are skipped. */
export async function listMeshes(
  db: Db | Tx,
  files: readonly { mesh_key: Buffer | null }[],
): Promise<Map<string, MeshRow>> {
  const keys = files.flatMap((file) => (file.mesh_key === null ? [] : [file.mesh_key]))
  if (keys.length === 0) return new Map()
  const rows = await db.selectFrom('mesh').selectAll().where('key', 'in', keys).execute()
  return new Map(rows.map((row) => [row.key.toString('hex'), row]))
}

/**
 * Deletes the meshes of a content that no file uses any more, with their previews. The caller has locked the content.
 * @param sha256 the hash of the content, hex
 */
export async function deleteUnusedMeshes(
  { tx, services }: Call<'tx' | 'services'>,
  sha256: string,
): Promise<void> {
  const gone = await tx
    .deleteFrom('mesh')
    .where('content_sha256', '=', Buffer.from(sha256, 'hex'))
    .where(
      sql<boolean>`not exists (select from order_file f
        where f.mesh_key = mesh.key and f.state = 'verified' and f.removed_at is null)`,
    )
    .returning('key')
    .execute()
  for (const { key } of gone) await services.storage.removePreviews(key.toString('hex'))
}
