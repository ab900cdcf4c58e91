import {
  canPartyAddFiles,
  type FileRole,
  fileRemovalStatuses,
  isRunnableName,
  labFileRoles,
  limits,
  type OrderFile,
  type Party,
} from '@pontic/contract'
import type { Insertable } from 'kysely'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { allowLongCopy, lockContent } from '../../platform/storage/contents.ts'
import {
  type FileOrder,
  type FileRow,
  findFileOrder,
  notifyFilesChange,
} from '../access/file-access.service.ts'
import { startMesh } from '../meshes/mesh-files.service.ts'
import { isScan } from '../meshes/meshes.shared.ts'
import { chooseScreenshot } from '../meshes/screenshots.service.ts'
import { addDesignToReview, assertNotUnderReview } from '../reviews/reviews.service.ts'
import { filesChanged } from '../steps/order-steps.hooks.ts'
import { addOrderEvent, stepByScope } from '../steps/order-steps.service.ts'
import {
  closeFile,
  createFiles,
  findOwnFile,
  lockAndCountFiles,
  reserveStorage,
  saveVerified,
  toOrderFile,
  uploadOf,
} from './files.queries.ts'
import { warnOfStorage } from './storage-warnings.ts'

type Announced = { name: string; sizeBytes: number; role: FileRole }

const dayMs = 86_400_000
const noteLengthMax = 1000

/**
 * Creates rows for files that the caller will upload to an order, and reserves their storage. The id of a
 * file is also the id of its upload (rules §7).
 * @throws order.not_found, order.wrong_status, file.too_many, file.quota_full, file.name_refused, server.disk_full;
 * request.invalid if the file of a laboratory cannot have its role
 */
export async function announceFiles(
  call: Call<'tx' | 'scope' | 'services'>,
  input: { id: string; files: readonly Announced[] },
): Promise<OrderFile[]> {
  const { tx, scope, services } = call
  const order = await getFileOrder(call, input.id)
  const party = assertMayAnnounce(order, input.files)
  if ((await lockAndCountFiles(tx, order.id)) + input.files.length > limits.filesPerOrderMax)
    fail('file.too_many')
  const sizeBytes = input.files.reduce((sum, file) => sum + file.sizeBytes, 0)
  if (sizeBytes > (await services.storage.readFreeBytes())) fail('server.disk_full')
  // Reads the order again now that it is locked, because its status may have changed since the first read.
  const locked = await getFileOrder(call, input.id)
  if (!canPartyAddFiles(party, locked)) fail('order.wrong_status')
  const { status } = locked
  const storage = await reserveStorage(tx, scope.organization.id, sizeBytes, status !== 'scanned')
  if (storage === undefined) fail('file.quota_full')
  const target = { orderId: order.id, party }
  const files = await createFiles(tx, rowsOf(scope, services.now(), target, input.files))
  const fileIds = files.map((file) => file.id)
  await recordAudit(tx, scope, {
    objectType: 'order',
    objectId: order.id,
    subjectOrganizationIds: order.organizationIds,
    detail: { fileIds, sizeBytes },
  })
  await recordAddedFiles(call, { ...order, status }, input.files)
  await warnOfStorage(call, scope.organization.id, { ...storage, addedBytes: sizeBytes })
  await notifyFilesChange(tx, order)
  return files.map((file) => toOrderFile(file))
}

function rowsOf(
  scope: Scope,
  now: Date,
  target: { orderId: string; party: Party },
  files: readonly Announced[],
): Insertable<Tables['order_file']>[] {
  return files.map((file) => ({
    id: newId(now.getTime()),
    order_id: target.orderId,
    organization_id: scope.organization.id,
    account_id: scope.account.id,
    account_name: scope.account.name,
    party: target.party,
    name: file.name,
    role: file.role,
    size_bytes: file.sizeBytes,
    created_at: now,
    expires_at: new Date(now.getTime() + limits.uploadDays * dayMs),
  }))
}

/** Adds a timeline entry for new files, if the other side already has the order. */
async function recordAddedFiles(
  { tx, scope }: Call<'tx' | 'scope'>,
  order: FileOrder,
  files: readonly Announced[],
): Promise<void> {
  if (order.status === 'scanned' || order.status === 'uploaded') return
  const note = files.map((file) => file.name).join(', ')
  await addOrderEvent(tx, stepByScope(scope), order, {
    kind: 'files',
    to: order.status,
    note: note.slice(0, noteLengthMax),
    labId: order.labId,
  })
}

const isAmong = <T extends string>(list: readonly T[], value: string): boolean => list.includes(value as T)

function assertMayAnnounce(order: FileOrder, files: readonly Announced[]): Party {
  if (order.party === undefined) fail('order.not_found')
  if (!canPartyAddFiles(order.party, order)) fail('order.wrong_status')
  const runnable = files.find((file) => isRunnableName(file.name))
  if (runnable !== undefined) fail('file.name_refused', { name: runnable.name })
  if (order.party === 'lab') {
    const wrong = files.findIndex((file) => !isAmong(labFileRoles, file.role))
    if (wrong >= 0) fail('request.invalid', {}, { [`files.${wrong}.role`]: 'choice' })
  }
  return order.party
}

async function getFileOrder(call: Call<'tx' | 'scope'>, orderId: string): Promise<FileOrder> {
  return (await findFileOrder(call, orderId)) ?? fail('order.not_found')
}

/**
 * Returns a file of the caller's organization with its order.
 * @throws file.not_found, also if the order is not visible
 */
export async function getOwnFile(
  call: Call<'tx' | 'scope'>,
  fileId: string,
): Promise<{ file: FileRow; order: FileOrder }> {
  const { tx, scope } = call
  const file = await findOwnFile(tx, scope, fileId)
  const order = file && (await findFileOrder(call, file.order_id))
  if (file === undefined || order?.party !== file.party) fail('file.not_found')
  return { file, order }
}

/**
 * Compares the uploader's digest with the digest of the received bytes. If they match, the bytes move to the
 * permanent storage and the file becomes `verified`. Otherwise the file is refused and its bytes move to quarantine.
 * A repeated call returns the same result.
 * @throws file.not_found, file.not_finished, file.wrong_state, file.digest_mismatch
 */
export async function finishFile(
  call: Call<'tx' | 'inOwnTransaction' | 'scope' | 'services'>,
  input: { fileId: string; sha256: string },
): Promise<OrderFile> {
  const { tx, scope, services } = call
  const { file, order } = await getOwnFile(call, input.fileId)
  const isEqual = file.sha256?.toString('hex') === input.sha256
  if (file.state === 'verified' && isEqual) return toOrderFile(file)
  if (file.state === 'refused' && file.refusal === 'file.digest_mismatch') fail('file.digest_mismatch')
  if (file.state === 'announced' || file.state === 'uploading') fail('file.not_finished')
  if (file.state !== 'received') fail('file.wrong_state')
  if (!isEqual) {
    await refuseFile(call, file.id, 'file.digest_mismatch')
    fail('file.digest_mismatch')
  }
  await lockContent(tx, input.sha256)
  await allowLongCopy(tx)
  await services.storage.promoteUpload(uploadOf(file), input.sha256)
  const verified = await saveVerified(tx, file.id, services.now())
  if (verified === undefined) return finishFile(call, input)
  await startMesh(tx, verified, services.now())
  await recordAudit(tx, scope, {
    action: 'files.finish',
    objectType: 'file',
    objectId: file.id,
    subjectOrganizationIds: order.organizationIds,
    detail: { orderId: order.id, sha256: input.sha256, sizeBytes: file.size_bytes, kind: file.kind },
  })
  await filesChanged.run({ tx, services }, order.id)
  await addDesignToReview(call, verified)
  await notifyFilesChange(tx, order)
  return toOrderFile({ ...verified, mesh_key: isScan(verified.kind) ? verified.sha256 : null })
}

/**
 * Refuses an upload and frees its quota. Bytes with a wrong digest move to quarantine; other bytes are deleted. Runs
 * in its own transaction, because the caller's transaction is rolled back.
 */
export async function refuseFile(
  { inOwnTransaction, services }: Call<'inOwnTransaction' | 'services'>,
  fileId: string,
  refusal: 'file.digest_mismatch' | 'file.kind_refused' | 'file.empty',
): Promise<void> {
  const isKept = refusal === 'file.digest_mismatch'
  const refused = await inOwnTransaction(async (tx) => {
    const row = await closeFile(tx, fileId, { refusal }, services.now())
    // A simultaneous call has already refused or removed the file.
    if (row === undefined) return undefined
    const keptUntil = new Date(services.now().getTime() + limits.quarantineDays * dayMs)
    await enqueueByteDeletion(tx, row, isKept ? keptUntil : undefined)
    await recordAudit(
      tx,
      { accountId: row.account_id, accountName: row.account_name, organizationId: row.organization_id },
      {
        action: 'files.refuse',
        objectType: 'file',
        objectId: fileId,
        detail: { orderId: row.order_id, refusal },
      },
    )
    await advanceOrderAndNotify({ tx, services }, row)
    return row
  })
  if (refused === undefined) return
  if (isKept) await services.storage.quarantineUpload(uploadOf(refused))
  else await services.storage.removeUpload(fileId)
}

/**
 * Enqueues the deletion of a removed or refused file's bytes. The job deletes the upload and the stored content,
 * because a call of `finishFile` that was rolled back may already have moved the upload.
 * @param notBefore the earliest time of the deletion; by default at once
 */
export async function enqueueByteDeletion(tx: Tx, row: FileRow, notBefore?: Date): Promise<void> {
  const sha256 = row.sha256?.toString('hex') ?? null
  const options = notBefore === undefined ? {} : { runAt: notBefore }
  await enqueueJob(tx, 'files.dropBytes', { fileId: row.id, sha256 }, options)
}

/**
 * Runs `filesChanged` after a file was removed, refused or expired, because the remaining files may now all
 * be verified, and the order then advances. Notifies both sides.
 */
export async function advanceOrderAndNotify(
  { tx, services }: Call<'tx' | 'services'>,
  row: FileRow,
): Promise<void> {
  await filesChanged.run({ tx, services }, row.order_id)
  const order = await tx
    .selectFrom('orders')
    .select(['id', 'clinic_id', 'lab_id'])
    .where('id', '=', row.order_id)
    .executeTakeFirstOrThrow()
  await notifyFilesChange(tx, {
    id: order.id,
    organizationIds: [order.clinic_id, ...(order.lab_id === null ? [] : [order.lab_id])],
  })
}

/**
 * Removes a file from its order and frees its storage. A verified file can be removed only while the side that uploaded
 * it has the order (`fileRemovalStatuses`).
 * @throws file.not_found, order.wrong_status; review.file_locked for a design that is under review or approved
 */
export async function removeFile(call: Call<'tx' | 'scope' | 'services'>, fileId: string): Promise<void> {
  const { tx, scope, services } = call
  const { file, order } = await getOwnFile(call, fileId)
  const removed = (await closeFile(tx, fileId, 'removed', services.now())) ?? fail('file.not_found')
  const isVerified = removed.state === 'verified'
  const { status } = await getFileOrder(call, order.id)
  if (isVerified && !isAmong(fileRemovalStatuses[file.party], status)) fail('order.wrong_status')
  await assertNotUnderReview(call, file)
  await enqueueByteDeletion(tx, removed)
  await recordAudit(tx, scope, {
    objectType: 'file',
    objectId: fileId,
    subjectOrganizationIds: order.organizationIds,
    detail: { orderId: order.id, state: removed.state, sizeBytes: removed.size_bytes },
  })
  if (removed.mesh_key !== null) await chooseScreenshot(tx, order.id)
  await filesChanged.run({ tx, services }, order.id)
  await notifyFilesChange(tx, order)
}
