import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ImagePurpose, limits, type StoredImage } from '@pontic/contract'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { codeOf } from '../../platform/error-code.ts'
import { recordAttemptOrFail } from '../../platform/http/attempts.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import type { Services } from '../../platform/services.ts'
import { isContentUsed, lockContent } from '../../platform/storage/contents.ts'
import { imageRead } from './images.hooks.ts'
import {
  createImageRow,
  deleteUnusedImage,
  findVisibleImage,
  listUnusedImages,
  updateImagesUnused,
  updateImageUsed,
} from './images.queries.ts'
import { reencodeImage } from './reencode-image.ts'

const mediaTypes = { jpeg: 'image/jpeg', png: 'image/png' } as const
const batchRows = 500

/**
 * Re-encodes and stores a picture. It is unused until `attachImages` is called with its id. A job deletes unused pictures
 * a day after their upload. Decodes outside of the transaction.
 * @throws image.kind_refused, image.unreadable, image.too_narrow, request.too_many
 */
export async function createImage(
  { inOwnTransaction, scope, services }: Call<'inOwnTransaction' | 'scope' | 'services'>,
  purpose: ImagePurpose,
  bytes: Uint8Array,
): Promise<StoredImage> {
  const limit = { windowSeconds: 3_600, max: limits.imagesPerHour }
  await inOwnTransaction((tx) => recordAttemptOrFail(tx, `image:${scope.account.id}`, limit, services.now()))
  const image = await reencodeImage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), purpose)
  const sha256 = createHash('sha256').update(image.bytes).digest()
  const id = newId()
  const { kind, widthPx, heightPx } = image
  await inOwnTransaction(async (tx) => {
    // The lock keeps `removeUnusedImages` from deleting the same content before this row exists.
    await lockContent(tx, sha256.toString('hex'))
    await services.storage.putFile(sha256.toString('hex'), Readable.from([image.bytes]))
    const sizeBytes = image.bytes.length
    await createImageRow(tx, scope, {
      id,
      purpose,
      kind,
      sha256,
      sizeBytes,
      widthPx,
      heightPx,
      now: services.now(),
    })
  })
  return { id, widthPx, heightPx }
}

/**
 * Marks uploaded pictures as used, and the pictures that they replace as unused, in the transaction that stores their
 * ids. Logos and covers can be used by anybody in the organization, other pictures only by their uploader.
 * @param wanted ids that are used after the change
 * @param shown ids that were used before the change
 * @throws image.not_found for an id that does not exist, belongs to somebody else, or was uploaded for another purpose
 */
export async function attachImages(
  { tx, scope, services }: Call<'tx' | 'scope' | 'services'>,
  purpose: ImagePurpose,
  wanted: readonly string[],
  shown: readonly string[],
): Promise<void> {
  for (const id of wanted) {
    if (shown.includes(id)) continue
    if (!(await updateImageUsed(tx, scope, id, purpose, services.now()))) fail('image.not_found')
  }
  await updateImagesUnused(
    tx,
    shown.filter((id) => !wanted.includes(id)),
  )
}

/**
 * Sends a picture to a caller who may read it. If platform staff read a picture of a support request, the audit log
 * records this. Browsers cache the reply for the same `Authorization` header, because the picture of an id never changes.
 * @throws image.not_found
 */
export async function sendImage(
  { scope, services, outgoing }: Call<'scope' | 'services'> & { outgoing: ServerResponse },
  id: string,
): Promise<void> {
  const image = await findVisibleImage(services.database.db, scope, id)
  if (image === undefined) fail('image.not_found')
  await imageRead.run(services.database, scope, image)
  const bytes = await services.storage.openFile(image.sha256.toString('hex'))
  outgoing.setHeader('content-type', mediaTypes[image.kind])
  outgoing.setHeader('content-length', image.size_bytes)
  outgoing.setHeader('content-disposition', 'inline')
  outgoing.setHeader('cache-control', 'private, max-age=31536000, immutable')
  outgoing.setHeader('vary', 'Authorization')
  outgoing.setHeader('x-content-type-options', 'nosniff')
  outgoing.setHeader('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
  try {
    await pipeline(bytes, outgoing)
  } catch (error) {
    // A client that disconnects is no error of the server.
    if (codeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

/** Deletes unused pictures a day after their upload, and their bytes if no other picture or file has the same content. */
export async function removeUnusedImages(services: Services): Promise<void> {
  const { database, storage } = services
  const before = new Date(services.now().getTime() - limits.imageUnusedHours * 3_600_000)
  for (;;) {
    const images = await listUnusedImages(database.db, before, batchRows)
    for (const { id, sha256 } of images) {
      await database.transaction(async (tx) => {
        await lockContent(tx, sha256.toString('hex'))
        if (!(await deleteUnusedImage(tx, id))) return
        if (!(await isContentUsed(tx, sha256))) await storage.removeFile(sha256.toString('hex'))
      })
    }
    if (images.length < batchRows) return
  }
}

/** Marks pictures as unused. The job `images.sweep` deletes them later. */
export async function releaseImages(tx: Tx, ids: readonly string[]): Promise<void> {
  await updateImagesUnused(tx, ids)
}
