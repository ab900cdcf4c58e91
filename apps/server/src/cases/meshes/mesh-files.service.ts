import { viewableKinds } from '@pontic/contract'
import { pipelineVersion } from '@pontic/viewer/mesh'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import type { Services } from '../../platform/services.ts'
import type { MeshRow } from './mesh-rows.service.ts'

/** A larger scan takes seconds and more than 100 MB to read: it waits in a row of its own. */
const largeBytes = 16 * 1024 ** 2
export const isLarge = ({ size_bytes }: { size_bytes: number }): boolean => size_bytes > largeBytes

/** What jobs must know of a scan's file. */
export type ScanFile = { id: string; organization_id: string; size_bytes: number }

/** Enqueues the coarse level of a scan; organizations take turns. @param key of what is made, or the file's id */
export async function addBuild(tx: Tx, file: ScanFile, key: string): Promise<void> {
  const { id: fileId, organization_id: organizationId } = file
  const name = isLarge(file) ? 'meshes.buildLarge' : 'meshes.build'
  await addJob(
    tx,
    name,
    { fileId, organizationId },
    { key: `mesh:${key}`, attemptsMax: 4, turn: { organizationId } },
  )
}

/** Enqueues the finer levels of a scan, which come after the coarse ones of all others. @param key of what is made, hex */
export async function addRefine(tx: Tx, file: ScanFile, key: string): Promise<void> {
  const { id: fileId, organization_id: organizationId } = file
  const [name, behind] = isLarge(file)
    ? (['meshes.refineLarge', 'meshes.buildLarge'] as const)
    : (['meshes.refine', 'meshes.build'] as const)
  await addJob(
    tx,
    name,
    { fileId, organizationId },
    { key: `mesh-finer:${key}`, attemptsMax: 4, turn: { organizationId, behind } },
  )
}

/** Whether a kind of file is a scan that previews are made of. */
export const isScan = (kind: string | null): boolean => viewableKinds.some((one) => one === kind)

/**
 * Takes a scan up that has become whole: what is made of it is waited for from now on, unless another file of the same
 * bytes has it already.
 */
export async function beginMesh(
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
  await addBuild(tx, file, sha256.toString('hex'))
}

/**
 * Takes up scans that became whole before the server made anything of scans, and those whose job was lost with a node,
 * and those that an older pipeline has read.
 * @param before waiting since then, or whole since then with nothing begun
 * @returns how many were taken up
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
    await (file.mesh_key === null ? beginMesh(tx, file, at) : addBuild(tx, file, file.id))
  return missed.length
}

/** Cases whose send waits for a scan that was to be read before this time, and was not. */
export async function listPatientSends(db: Db | Tx, before: Date, rowsMax: number): Promise<string[]> {
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

/** A material or a texture may have come for an OBJ that is there already: what is made of it is judged anew. */
async function recolorObjs(tx: Tx, orderId: string): Promise<void> {
  const objs = await tx
    .selectFrom('order_file')
    .select(['id', 'organization_id', 'size_bytes'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'obj')
    .where('mesh_key', 'is not', null)
    .where('removed_at', 'is', null)
    .execute()
  for (const obj of objs) await addBuild(tx, obj, obj.id)
}

/** What is made of a content. */
export async function findMesh(db: Db | Tx, key: Buffer): Promise<MeshRow | undefined> {
  return db.selectFrom('mesh').selectAll().where('key', '=', key).executeTakeFirst()
}

/** What is made of the scans among these files, by key (hex). */
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
 * Lets go of what was made of a content that no live file uses any more; called under the content's lock.
 * @param sha256 of the content, hex
 */
export async function dropMeshes(tx: Tx, services: Services, sha256: string): Promise<void> {
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
