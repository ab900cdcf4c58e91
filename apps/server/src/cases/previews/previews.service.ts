import { Readable } from 'node:stream'
import { type FileKind, limits } from '@pontic/contract'
import { readDicomPicture } from '@pontic/viewer/dicom'
import type { Sharp } from 'sharp'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import type { Content } from '../../platform/http/sending.ts'
import type { Services } from '../../platform/services.ts'
import { loadSharp, type SharpLibrary } from '../../platform/sharp.ts'
import { readAll } from '../../platform/streams.ts'
import { type FileRow, findFileOrder, findVerifiedFile, readerOf } from '../access/file-access.service.ts'

const pictureKinds: readonly FileKind[] = ['jpeg', 'png', 'webp', 'dicom']
/** Longer sides are scaled down. */
const sidePx = 2_048
/** Larger pictures are not redrawn. */
const pictureBytesMax = 64 * 1024 ** 2

/**
 * Returns a redrawn picture of a visible order, so that an individual with a view-only share gets no byte of the
 * original and no EXIF data. The name of the content is the role of the file. Scans are shown by their levels (`meshes.level`).
 * @throws file.not_found also for scans and unreadable pictures
 */
export async function findDrawnContent(
  { scope, services }: Call<'scope' | 'services'>,
  { id, fileId }: { id: string; fileId: string },
): Promise<Content> {
  const { db } = services.database
  const order = await findFileOrder({ tx: db, scope }, id)
  const file = order && (await findVerifiedFile(db, id, fileId, readerOf(scope, order.party)))
  if (order === undefined || file === undefined || !isPicture(file)) fail('file.not_found')
  await services.database.transaction((tx) =>
    recordAudit(tx, scope, {
      action: 'previews.read',
      objectType: 'file',
      objectId: file.id,
      subjectOrganizationIds: order.organizationIds,
      detail: { orderId: order.id },
    }),
  )
  const bytes = (await redraw(services, file)) ?? fail('file.not_found')
  return {
    name: `${file.role}.webp`,
    mediaType: 'image/webp',
    sizeBytes: bytes.length,
    etag: `${file.sha256!.toString('hex')}-preview`,
    open: async ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)]),
  }
}

const isPicture = ({ kind, size_bytes: sizeBytes }: FileRow) =>
  pictureKinds.some((one) => one === kind) && sizeBytes <= pictureBytesMax

const pixelLimit = { limitInputPixels: limits.imagePixelsMax }

/** Opens the picture of a DICOM file; undefined if it has none. */
function openDicom(sharp: SharpLibrary, bytes: Buffer): Sharp | undefined {
  const picture = readDicomPicture(new Uint8Array(bytes))
  if (!picture) return undefined
  if ('jpeg' in picture) return sharp(picture.jpeg, pixelLimit)
  const { widthPx: width, heightPx: height, rgba } = picture
  return sharp(rgba, { ...pixelLimit, raw: { width, height, channels: 4 } })
}

/** Decodes and encodes a picture again. @returns undefined if it can't be decoded */
async function redraw({ storage }: Services, file: FileRow): Promise<Buffer | undefined> {
  const range = { start: 0, end: file.size_bytes - 1 }
  const source = await storage.openFile(file.sha256!.toString('hex'), range)
  const bytes = await readAll(source)
  const sharp = await loadSharp()
  try {
    const image = file.kind === 'dicom' ? openDicom(sharp, bytes) : sharp(bytes, pixelLimit)
    return await image
      ?.rotate()
      .resize(sidePx, sidePx, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 85 })
      .timeout({ seconds: limits.imageSecondsMax })
      .toBuffer()
  } catch {
    return undefined
  }
}
