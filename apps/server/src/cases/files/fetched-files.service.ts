import type { Readable } from 'node:stream'
import { type FileKind, type FileRole, limits } from '@pontic/contract'
import { sql } from 'kysely'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import type { Services } from '../../platform/services.ts'
import { allowLongCopy, lockContent } from '../../platform/storage/contents.ts'
import type { StoredUpload } from '../../platform/storage/storage.ts'
import { startMesh } from '../meshes/mesh-files.service.ts'
import { createFiles, reserveStorage, saveVerified } from './files.queries.ts'
import { detectKind } from './kinds.ts'
import { addToDigest, startDigest } from './running-digests.ts'
import { warnOfStorage } from './storage-warnings.ts'

/** A file that the portal has fetched and checked like an upload. Its bytes are stored as an upload with the same id. */
export type FetchedFile = {
  id: string
  name: string
  role: FileRole
  kind: FileKind
  sizeBytes: number
  sha256: Buffer
  crc32: number
  /** Where the storage has the bytes. */
  parts: string | null
}

/**
 * Streams a file from another system into storage. Checks size and kind like an upload, and computes SHA-256 and
 * CRC-32.
 * @param file `sizeBytes` as declared by the other system
 * @throws file.too_large, file.kind_refused; file.not_finished if the size differs from `sizeBytes`
 * @throws the error of the stream
 */
export async function storeFetched(
  services: Services,
  file: { id: string; name: string; role: FileRole; sizeBytes: number; open: () => Promise<Readable> },
): Promise<FetchedFile> {
  const { id, name, role, sizeBytes } = file
  if (sizeBytes > limits.fileBytesMax) fail('file.too_large')
  const { storage } = services
  const digest = startDigest()
  const upload: StoredUpload = { id, sizeBytes, receivedBytes: 0, parts: null }
  const bytes = await file.open()
  // `appendUpload` accepts an interrupted stream, because uploads can resume. A fetched file cannot resume, so the
  // stream's error is thrown here.
  let failure: unknown
  bytes.on('error', (error) => {
    failure ??= error
  })
  const append = storage.appendUpload(upload, bytes, {
    onBytes: (chunk) => addToDigest(digest, chunk),
    onStored: (receivedBytes, parts) => Object.assign(upload, { receivedBytes, parts }),
  })
  const stored = await append.catch((error) => {
    throw failure ?? error
  })
  if (failure !== undefined) throw failure
  if (stored !== sizeBytes || digest.sizeBytes !== sizeBytes) fail('file.not_finished')
  const end = Math.min(sizeBytes, limits.kindRecognitionBytes) - 1
  const head = await storage.openUpload(upload, { start: 0, end })
  const detected = detectKind(Buffer.concat(await head.toArray()), sizeBytes, name)
  if (!('kind' in detected)) fail('file.kind_refused')
  const digests = { sha256: digest.hash.digest(), crc32: digest.crc32 }
  return { id, name, role, kind: detected.kind, sizeBytes, ...digests, parts: upload.parts }
}

/** The owner and the order of fetched files. */
type FileOwner = { orderId: string; clinicId: string; accountId: string; accountName: string }

/** Inserts fetched files as verified files of the clinic and counts them against its quota. @throws file.quota_full */
export async function saveFetched(
  call: Call<'tx' | 'services'>,
  owner: FileOwner,
  files: readonly FetchedFile[],
): Promise<void> {
  const { tx, services } = call
  const now = services.now()
  const addedBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const storage = await reserveStorage(tx, owner.clinicId, addedBytes, false)
  if (storage === undefined) fail('file.quota_full')
  await createFiles(
    tx,
    files.map((file) => rowOf(owner, file, now)),
  )
  await tx
    .updateTable('orders')
    .set({ bytes_received: sql<number>`bytes_received + ${addedBytes}` })
    .where('id', '=', owner.orderId)
    .execute()
  await allowLongCopy(tx)
  // Locks the contents sorted by hash, so that two transactions with the same contents cannot deadlock.
  for (const file of files.toSorted((one, other) => Buffer.compare(one.sha256, other.sha256))) {
    const sha256 = file.sha256.toString('hex')
    await lockContent(tx, sha256)
    const { id, sizeBytes, parts } = file
    await services.storage.promoteUpload({ id, sizeBytes, receivedBytes: sizeBytes, parts }, sha256)
    const verified = await saveVerified(tx, file.id, now)
    if (verified) await startMesh(tx, verified, now)
  }
  await warnOfStorage(call, owner.clinicId, { ...storage, addedBytes })
}

const rowOf = (owner: FileOwner, file: FetchedFile, now: Date) => ({
  id: file.id,
  order_id: owner.orderId,
  organization_id: owner.clinicId,
  account_id: owner.accountId,
  account_name: owner.accountName,
  party: 'clinic' as const,
  name: file.name,
  role: file.role,
  kind: file.kind,
  state: 'received' as const,
  size_bytes: file.sizeBytes,
  received_bytes: file.sizeBytes,
  sha256: file.sha256,
  crc32: file.crc32,
  created_at: now,
})
