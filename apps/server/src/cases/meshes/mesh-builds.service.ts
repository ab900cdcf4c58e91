import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { meshPictureSizes, orderEditStatuses } from '@pontic/contract'
import type { ObjPaint } from '@pontic/viewer/materials'
import { MeshError, meshLimits, pipelineVersion } from '@pontic/viewer/mesh'
import type { PipelineFacts, PipelineStep } from '@pontic/viewer/pipeline'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { loadSharp } from '../../platform/sharp.ts'
import { lockContent } from '../../platform/storage/contents.ts'
import type { FileRow } from '../access/file-access.service.ts'
import { filesChanged } from '../steps/order-steps.hooks.ts'
import { deleteUnusedMeshes, enqueueRefine, findMesh } from './mesh-files.service.ts'
import { isLarge, levelsOf, type MeshRow, type StoredLevel } from './meshes.shared.ts'
import { readObjColors } from './obj-materials.service.ts'
import { pausedProcessesOf } from './paused-processes.ts'
import { runMeshProcess } from './run-mesh-process.ts'
import { updateScreenshotsOf } from './screenshots.service.ts'

/** Limits of scans that the server processes. A scan of 256 MiB needs about 1.7 GB of memory. */
const serverLimits = {
  ...meshLimits,
  sizeBytes: 256 * 1024 * 1024,
  triangles: 5_400_000,
  vertices: 16_200_000,
}
/** Attempts after which a scan is marked as failed. */
const attemptsMax = 3
/** Size of the rendering, which is scaled down so that edges are smooth. */
const pictureSize = { widthPx: 1_600, heightPx: 1_200 }

/**
 * Builds the coarse level of a scan, its picture and its measures. Each part is stored as soon as it is ready, and
 * open pages are notified. Then enqueues the job for the finer levels. Reuses the results of another file with the
 * same bytes.
 */
export async function buildMesh(services: Services, fileId: string): Promise<void> {
  const scan = await findScan(services, fileId)
  if (scan === undefined) return
  const { file, key } = scan
  if (!key.equals(file.mesh_key!)) await changeKey(services, file, key)
  await resetMesh(services, key)
  const row = await findMesh(services.database.db, key)
  if (row === undefined) return
  if (row.state === 'ready' || row.state === 'failed') {
    await services.database.transaction((tx) => updateScreenshotsOf(tx, key))
    await notifyOrdersOf(services, key)
  } else if (hasCoarseParts(row)) {
    await services.database.transaction((tx) => enqueueRefine(tx, file, key.toString('hex')))
  } else {
    await attempt(services, scan, row, () => buildCoarseParts(services, scan))
  }
}

/**
 * Builds the finer levels of a scan whose coarse level, picture and measures exist. Resumes the process that has parsed
 * the scan, if that process is still paused on this node.
 */
export async function refineMesh(services: Services, fileId: string): Promise<void> {
  const scan = await findScan(services, fileId)
  // If unit or colours have changed, another job first builds the new coarse level.
  if (scan === undefined || !scan.key.equals(scan.file.mesh_key!)) return
  const row = await findMesh(services.database.db, scan.key)
  if (row?.state !== 'coarse' || !hasCoarseParts(row)) return
  await attempt(services, scan, row, () => buildFinerLevels(services, scan))
}

/** A file with the key of its mesh. `paint` has the colours that an OBJ takes from other files of the order. */
type Scan = { file: FileRow; key: Buffer; paint: ObjPaint | undefined }

async function findScan(services: Services, fileId: string): Promise<Scan | undefined> {
  const { db } = services.database
  const file = await db.selectFrom('order_file').selectAll().where('id', '=', fileId).executeTakeFirst()
  if (file?.mesh_key == null || file.sha256 === null || file.removed_at !== null) return undefined
  const colors = file.kind === 'obj' ? await readObjColors(services, file) : undefined
  return { file, key: keyInUnit(colors?.key ?? file.sha256, file.unit), paint: colors?.paint }
}

/** Derives a separate key for each unit that a person has set. */
const keyInUnit = (key: Buffer, unit: string | null): Buffer =>
  unit === null ? key : createHash('sha256').update(key).update(unit).digest()

/** Resets a mesh that an older pipeline has built. Its levels and picture are shown until new ones replace them. */
async function resetMesh(services: Services, key: Buffer): Promise<void> {
  await services.database.db
    .updateTable('mesh')
    .set({
      state: sql`case when levels = '[]' then 'waiting' else 'coarse' end`,
      ...{ reason: null, facts: null, attempts: 0, version: pipelineVersion },
    })
    .where('key', '=', key)
    .where('version', '<', pipelineVersion)
    .where('state', 'in', ['ready', 'failed'])
    .execute()
}

/** Whether the coarse level, picture and measures exist, and only the finer levels are missing. */
const hasCoarseParts = (row: MeshRow): boolean =>
  row.state === 'coarse' && row.facts !== null && row.has_picture

/**
 * Runs `filesChanged` for each order with this scan, because its deferred send may wait for the scan. Each order has
 * its own transaction, so that a failure affects only that order.
 */
async function notifyOrdersOf(services: Services, key: Buffer): Promise<void> {
  const cases = await services.database.db
    .selectFrom('order_file as f')
    .innerJoin('orders as o', 'o.id', 'f.order_id')
    .select('o.id')
    .distinct()
    .where('f.mesh_key', '=', key)
    .where('f.removed_at', 'is', null)
    // Includes orders without a deferred send, because a deferred send that another transaction is creating is not
    // visible yet.
    .where('o.status', 'in', orderEditStatuses)
    .where('o.discarded_at', 'is', null)
    .execute()
  for (const { id } of cases)
    await services.database.transaction((tx) => filesChanged.run({ tx, services }, id))
}

/** Gives a file another mesh after its unit or the colours from other files have changed. */
async function changeKey(services: Services, file: FileRow, key: Buffer): Promise<void> {
  const sha256 = file.sha256!.toString('hex')
  await services.database.transaction(async (tx) => {
    await lockContent(tx, sha256)
    await tx
      .insertInto('mesh')
      .values({ key, content_sha256: file.sha256!, created_at: services.now(), version: pipelineVersion })
      .onConflict((on) => on.doNothing())
      .execute()
    await tx.updateTable('order_file').set({ mesh_key: key }).where('id', '=', file.id).execute()
    await deleteUnusedMeshes({ tx, services }, sha256)
  })
}

/** Runs `work`. Marks the mesh as failed if the scan is invalid or too large, or after too many attempts. */
async function attempt(
  services: Services,
  { key, file }: Scan,
  row: MeshRow,
  work: () => Promise<void>,
): Promise<void> {
  if (row.attempts >= attemptsMax) return finishMesh(services, key, 'mesh.too_large')
  try {
    if (file.size_bytes > serverLimits.sizeBytes) throw new MeshError('mesh.too_large')
    await work()
  } catch (error) {
    if (!(error instanceof MeshError)) throw error
    await finishMesh(services, key, error.reason)
  }
}

async function buildCoarseParts(services: Services, scan: Scan): Promise<void> {
  const { file, key } = scan
  const paused = await runProcess(services, scan, false)
  if (paused === undefined) return finishMesh(services, key, null)
  const row = await findMesh(services.database.db, key).catch((error) => {
    paused.kill()
    throw error
  })
  const facts = row?.facts as Partial<PipelineFacts> | null | undefined
  const size = { fileBytes: file.size_bytes, triangles: facts?.triangleCount ?? 0 }
  pausedProcessesOf(services).put(key.toString('hex'), paused, size)
  await changeMesh(services, key, async (tx) => {
    // The attempts of the finer levels are counted from zero.
    await tx.updateTable('mesh').set({ attempts: 0 }).where('key', '=', key).execute()
    await enqueueRefine(tx, file, key.toString('hex'))
  })
}

async function buildFinerLevels(services: Services, scan: Scan): Promise<void> {
  const { key } = scan
  const paused = pausedProcessesOf(services).claim(key.toString('hex'))
  if (paused === undefined) await runProcess(services, scan, true)
  else {
    await countAttempt(services, key)
    await paused.resume((step) => saveStep(services, key, step))
  }
  await finishMesh(services, key, null)
}

async function runProcess(services: Services, { file, key, paint }: Scan, isRefined: boolean) {
  const task = {
    sizeBytes: file.size_bytes,
    role: file.role,
    pictureSize,
    limits: serverLimits,
    isRefined,
    ...(paint && { paint }),
    ...(file.unit !== null && { unit: file.unit }),
  }
  const content = await services.storage.openFile(file.sha256!.toString('hex'))
  return runMeshProcess(task, content, (step) => saveStep(services, key, step), {
    codeFolder: join(services.config.dataFolder, 'code'),
    isLarge: isLarge(file),
    // Counts the attempt before the started process reads the scan, so that a crash counts and a failed start does not.
    onStart: () => countAttempt(services, key),
  })
}

async function countAttempt(services: Services, key: Buffer): Promise<void> {
  await services.database.transaction((tx) =>
    tx.updateTable('mesh').set({ attempts: sql<number>`attempts + 1` }).where('key', '=', key).execute(),
  )
}

async function saveStep(services: Services, key: Buffer, step: PipelineStep): Promise<void> {
  if (step.kind === 'picture') return savePicture(services, key, step)
  if (step.kind === 'facts')
    return changeMesh(services, key, (tx) =>
      tx
        .updateTable('mesh')
        .set({ facts: JSON.stringify(step.facts) })
        .where('key', '=', key)
        .execute(),
    )
  const { level, bytes, triangleCount } = step.level
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const stored: StoredLevel = { level, sizeBytes: bytes.length, triangleCount, sha256 }
  await changeMesh(services, key, async (tx) => {
    await services.storage.putPreview(key.toString('hex'), `level-${level}`, bytes)
    const row = await findMesh(tx, key)
    const others = (row ? levelsOf(row) : []).filter((one) => one.level !== level)
    const levels = [...others, stored].toSorted((one, other) => one.level - other.level)
    await tx
      .updateTable('mesh')
      .set({ state: 'coarse', levels: JSON.stringify(levels) })
      .where('key', '=', key)
      .execute()
    // This also notifies open pages, so that they fetch each level as soon as it is stored.
    await updateScreenshotsOf(tx, key)
  })
  if (level === 0) await notifyOrdersOf(services, key)
}

async function savePicture(
  services: Services,
  key: Buffer,
  { picture }: Extract<PipelineStep, { kind: 'picture' }>,
): Promise<void> {
  const { widthPx: width, heightPx: height, rgba } = picture
  const sharp = await loadSharp()
  const drawn = sharp(rgba, { raw: { width, height, channels: 4 } })
  const fit = ({ widthPx, heightPx }: { widthPx: number; heightPx: number }) =>
    drawn.clone().resize(widthPx, heightPx)
  const small = await fit(meshPictureSizes.small).webp({ quality: 80 }).toBuffer()
  const large = await fit(meshPictureSizes.large).png({ compressionLevel: 6 }).toBuffer()
  await changeMesh(services, key, async (tx) => {
    await services.storage.putPreview(key.toString('hex'), 'small', small)
    await services.storage.putPreview(key.toString('hex'), 'large', large)
    await tx.updateTable('mesh').set({ has_picture: true }).where('key', '=', key).execute()
    await updateScreenshotsOf(tx, key)
  })
}

/**
 * Changes a stored mesh under the lock of its content. Does nothing if the mesh has been deleted, because nothing
 * would delete the new data.
 */
async function changeMesh(
  services: Services,
  key: Buffer,
  work: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  await services.database.transaction(async (tx) => {
    const row = await findMesh(tx, key)
    if (row === undefined) return
    await lockContent(tx, row.content_sha256.toString('hex'))
    if ((await findMesh(tx, key)) !== undefined) await work(tx)
  })
}

async function finishMesh(services: Services, key: Buffer, reason: string | null): Promise<void> {
  await changeMesh(services, key, async (tx) => {
    await tx
      .updateTable('mesh')
      .set({ state: reason === null ? 'ready' : 'failed', reason, finished_at: services.now() })
      .where('key', '=', key)
      .execute()
    await updateScreenshotsOf(tx, key)
  })
  await notifyOrdersOf(services, key)
}
