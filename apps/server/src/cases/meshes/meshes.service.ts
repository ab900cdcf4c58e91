import { type MeshPictureSize, meshPictureSizes } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import type { Content } from '../../platform/http/sending.ts'
import type { Services } from '../../platform/services.ts'
import { type FileRow, findFileOrder, findVerifiedFile, readerOf } from '../access/file-access.service.ts'
import { findMesh } from './mesh-files.service.ts'
import { levelsOf, type MeshRow } from './meshes.shared.ts'

/** A part of a preview: a level, or the picture in a size. */
export type MeshPart = { level: string } | { size: MeshPictureSize }

/**
 * Returns a level or picture of a scan, for callers who may see its order.
 * @throws file.not_found, also if the file is not visible, is not a scan, or does not have this part yet
 */
export async function findMeshContent(
  { scope, services }: Call<'scope' | 'services'>,
  { id, fileId, ...part }: { id: string; fileId: string } & MeshPart,
): Promise<Content> {
  const { db } = services.database
  const order = await findFileOrder({ tx: db, scope }, id)
  const file = order && (await findVerifiedFile(db, id, fileId, readerOf(scope, order.party)))
  if (order === undefined || file === undefined) fail('file.not_found')
  const content = await contentOfPart(services, file, part)
  // Pictures are not audited for clinic and laboratory, because their lists show them. Levels are always audited.
  if ('level' in part || order.party === undefined)
    await services.database.transaction((tx) =>
      recordAudit(tx, scope, {
        action: 'level' in part ? 'meshes.level' : 'meshes.picture',
        objectType: 'file',
        objectId: file.id,
        subjectOrganizationIds: order.organizationIds,
        detail: { orderId: order.id, ...part },
      }),
    )
  return content
}

/**
 * Returns a part of the preview of a scan. The caller has checked the access.
 * @throws file.not_found if the part does not exist yet
 */
export async function contentOfPart(services: Services, file: FileRow, part: MeshPart): Promise<Content> {
  const row = file.mesh_key && (await findMesh(services.database.db, file.mesh_key))
  if (!row) fail('file.not_found')
  return 'level' in part
    ? contentOfLevel(services, row, part.level)
    : contentOfPicture(services, row, part.size)
}

function contentOfLevel({ storage }: Services, row: MeshRow, level: string): Content {
  const stored = levelsOf(row).find((one) => one.level === Number(level)) ?? fail('file.not_found')
  const key = row.key.toString('hex')
  return {
    name: `level-${level}.glb`,
    mediaType: 'model/gltf-binary',
    sizeBytes: stored.sizeBytes,
    etag: stored.sha256,
    open: (range) => storage.openPreview(key, `level-${level}`, range),
  }
}

async function contentOfPicture(
  { storage }: Services,
  row: MeshRow,
  size: MeshPictureSize,
): Promise<Content> {
  const key = row.key.toString('hex')
  const { kind } = meshPictureSizes[size]
  const sizeBytes = row.has_picture ? await storage.findPreviewSize(key, size) : undefined
  if (sizeBytes === undefined) fail('file.not_found')
  return {
    name: `scan.${kind}`,
    mediaType: `image/${kind}`,
    sizeBytes,
    // Each mesh has only one picture, so its key identifies the bytes.
    etag: `${key}-${size}`,
    open: (range) => storage.openPreview(key, size, range),
  }
}
