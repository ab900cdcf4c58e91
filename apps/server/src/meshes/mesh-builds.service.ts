import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type FileRole, meshPictureSizes, orderEditStatuses } from '@pontic/contract'
import type { ObjPaint } from '@pontic/viewer/materials'
import { MeshError, meshLimits } from '@pontic/viewer/mesh'
import type { PipelineStep } from '@pontic/viewer/pipeline'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { Tx } from '../db/database.ts'
import type { FileRow } from '../files/case-files.service.ts'
import { lockContent } from '../files/contents.service.ts'
import { settleUpload } from '../orders/orders.service.ts'
import type { Services } from '../services.ts'
import { dropMeshes, findMesh } from './mesh-files.service.ts'
import { levelsOf, type StoredLevel } from './mesh-rows.service.ts'
import { readObjColors } from './obj-materials.service.ts'
import { runMeshProcess } from './run-mesh-process.ts'
import { tellCasesOf } from './screenshots.service.ts'

/** What a node takes on: a scan of 256 MiB needs about 1.7 GB while it is worked on. */
const serverLimits = {
  ...meshLimits,
  sizeBytes: 256 * 1024 * 1024,
  triangles: 5_400_000,
  vertices: 16_200_000,
}
/** A scan that was begun so often and never came to an end is given up. */
const attemptsMax = 3
/** Drawn larger and made smaller: edges are smooth. */
const pictureSize = { widthPx: 1_600, heightPx: 1_200 }

/**
 * Makes what is kept beside a scan: its measures, the levels of its preview, its picture. Each part is stored and told of
 * as it is made, the coarse level first. What another file of the same bytes has already had made is not made again.
 */
export async function buildMesh(services: Services, fileId: string): Promise<void> {
  const { db } = services.database
  const file = await db.selectFrom('order_file').selectAll().where('id', '=', fileId).executeTakeFirst()
  if (file?.mesh_key == null || file.sha256 === null || file.removed_at !== null) return
  const colors = file.kind === 'obj' ? await readObjColors(services, file) : undefined
  const key = colors?.key ?? file.sha256
  if (!key.equals(file.mesh_key)) await changeKey(services, file, key)
  const row = await findMesh(db, key)
  if (row === undefined) return
  if (row.state === 'waiting' || row.state === 'coarse') {
    if (row.attempts >= attemptsMax) return void (await endMesh(services, key, 'mesh.too_large'))
    await makeParts(services, file, key, colors?.paint)
  } else {
    await services.database.transaction((tx) => tellCasesOf(tx, key))
    await settleCasesOf(services, key)
  }
}

/** Lets cases go on whose send waits until this scan is read; each by itself, so that none holds another. */
async function settleCasesOf(services: Services, key: Buffer): Promise<void> {
  const cases = await services.database.db
    .selectFrom('order_file as f')
    .innerJoin('orders as o', 'o.id', 'f.order_id')
    .select('o.id')
    .distinct()
    .where('f.mesh_key', '=', key)
    .where('f.removed_at', 'is', null)
    // Not those alone whose send waits: one that is just being pressed is seen once its case is locked.
    .where('o.status', 'in', orderEditStatuses)
    .where('o.discarded_at', 'is', null)
    .execute()
  for (const { id } of cases) await services.database.transaction((tx) => settleUpload(tx, services, id))
}

/** What is made of an OBJ is another thing once it has colours: the files beside it came, or went. */
async function changeKey(services: Services, file: FileRow, key: Buffer): Promise<void> {
  const sha256 = file.sha256!.toString('hex')
  await services.database.transaction(async (tx) => {
    await lockContent(tx, sha256)
    await tx
      .insertInto('mesh')
      .values({ key, content_sha256: file.sha256!, created_at: services.now() })
      .onConflict((on) => on.doNothing())
      .execute()
    await tx.updateTable('order_file').set({ mesh_key: key }).where('id', '=', file.id).execute()
    await dropMeshes(tx, services, sha256)
  })
}

async function makeParts(
  services: Services,
  file: FileRow,
  key: Buffer,
  paint: ObjPaint | undefined,
): Promise<void> {
  // Counted before the scan is touched, whatever becomes of it; not where no process could be started.
  const onStart = async () => {
    await services.database.transaction((tx) =>
      tx.updateTable('mesh').set({ attempts: sql<number>`attempts + 1` }).where('key', '=', key).execute(),
    )
  }
  try {
    if (file.size_bytes > serverLimits.sizeBytes) throw new MeshError('mesh.too_large')
    const task = {
      sizeBytes: file.size_bytes,
      role: file.role as FileRole,
      pictureSize,
      limits: serverLimits,
      ...(paint && { paint }),
    }
    const content = await services.storage.openFile(file.sha256!.toString('hex'))
    const codeFolder = join(services.config.dataFolder, 'code')
    const takeStep = (step: PipelineStep) => saveStep(services, key, step)
    await runMeshProcess(task, content, takeStep, { codeFolder, onStart })
    await endMesh(services, key, null)
  } catch (error) {
    if (!(error instanceof MeshError)) throw error
    await endMesh(services, key, error.reason)
  }
}

async function saveStep(services: Services, key: Buffer, step: PipelineStep): Promise<void> {
  if (step.kind === 'picture') return savePicture(services, key, step)
  if (step.kind === 'facts')
    return change(services, key, (tx) =>
      tx
        .updateTable('mesh')
        .set({ facts: JSON.stringify(step.facts) })
        .where('key', '=', key)
        .execute(),
    )
  const { level, bytes, triangleCount } = step.level
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const stored: StoredLevel = { level, sizeBytes: bytes.length, triangleCount, sha256 }
  await change(services, key, async (tx) => {
    await services.storage.putPreview(key.toString('hex'), `level-${level}`, bytes)
    const row = await findMesh(tx, key)
    const levels = [...(row ? levelsOf(row) : []).filter((one) => one.level !== level), stored]
    await tx
      .updateTable('mesh')
      .set({ state: 'coarse', levels: JSON.stringify(levels) })
      .where('key', '=', key)
      .execute()
    // Who looks at it already fetches each level as it comes.
    await tellCasesOf(tx, key)
  })
  if (level === 0) await settleCasesOf(services, key)
}

async function savePicture(
  services: Services,
  key: Buffer,
  { picture }: Extract<PipelineStep, { kind: 'picture' }>,
): Promise<void> {
  const { widthPx: width, heightPx: height, rgba } = picture
  const drawn = sharp(rgba, { raw: { width, height, channels: 4 } })
  const fit = ({ widthPx, heightPx }: { widthPx: number; heightPx: number }) =>
    drawn.clone().resize(widthPx, heightPx)
  const small = await fit(meshPictureSizes.small).webp({ quality: 80 }).toBuffer()
  const large = await fit(meshPictureSizes.large).png({ compressionLevel: 6 }).toBuffer()
  await change(services, key, async (tx) => {
    await services.storage.putPreview(key.toString('hex'), 'small', small)
    await services.storage.putPreview(key.toString('hex'), 'large', large)
    await tx.updateTable('mesh').set({ has_picture: true }).where('key', '=', key).execute()
    await tellCasesOf(tx, key)
  })
}

/**
 * Changes what is kept of a content under its lock. Nothing happens once its last file is gone: what would be stored now
 * nobody would remove.
 */
async function change(services: Services, key: Buffer, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  await services.database.transaction(async (tx) => {
    const row = await findMesh(tx, key)
    if (row === undefined) return
    await lockContent(tx, row.content_sha256.toString('hex'))
    if ((await findMesh(tx, key)) !== undefined) await work(tx)
  })
}

async function endMesh(services: Services, key: Buffer, reason: string | null): Promise<void> {
  await change(services, key, async (tx) => {
    await tx
      .updateTable('mesh')
      .set({ state: reason === null ? 'ready' : 'failed', reason, finished_at: services.now() })
      .where('key', '=', key)
      .execute()
    await tellCasesOf(tx, key)
  })
  await settleCasesOf(services, key)
}
