import { fileReleaseStatuses } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { findFileOrder, notifyFilesChange } from '../access/file-access.service.ts'
import { findVisibleOrder } from '../access/order-access.service.ts'
import { chooseScreenshot } from '../meshes/screenshots.service.ts'
import { addOrderEvent, stepByScope } from '../steps/order-steps.service.ts'
import { closeFile, saveReleased } from './files.queries.ts'
import { enqueueByteDeletion } from './files.service.ts'

const noteLengthMax = 1000

/**
 * Releases files of the clinic in a completed order (rules §7). This frees their storage. Their names stay listed,
 * but neither side can open them any more. Files of the laboratory are not affected.
 * @param input.fileIds null for all files of the clinic
 * @returns the number of files and the freed bytes, without bytes that a remake still uses
 * @throws order.not_found, order.wrong_status unless the order is completed, file.not_found if an id is not a
 * verified file of the clinic
 */
export async function releaseFiles(
  call: Call<'tx' | 'scope' | 'services'>,
  input: { id: string; fileIds: readonly string[] | null },
): Promise<{ files: number; freedBytes: number }> {
  const { tx, scope, services } = call
  const order = (await findVisibleOrder(call, input.id, { forUpdate: true })) ?? fail('order.not_found')
  if (!fileReleaseStatuses.some((status) => status === order.status)) fail('order.wrong_status')
  const files = await listOwnFiles(call, order.id)
  const wanted = new Set(input.fileIds ?? files.map((file) => file.id))
  const chosen = files.filter((file) => wanted.has(file.id))
  if (chosen.length < wanted.size || chosen.length === 0) fail('file.not_found')
  const before = await readUsed(call)
  for (const { id } of chosen) {
    const row = (await closeFile(tx, id, 'removed', services.now())) ?? fail('file.not_found')
    await saveReleased(tx, id, services.now())
    await enqueueByteDeletion(tx, row)
  }
  await chooseScreenshot(tx, order.id)
  const note = chosen.map((file) => file.name).join(', ')
  await addOrderEvent(tx, stepByScope(scope), order, {
    kind: 'release',
    to: order.status,
    note: note.slice(0, noteLengthMax),
    labId: order.labId,
  })
  const freedBytes = before - (await readUsed(call))
  await recordAudit(tx, scope, {
    objectType: 'order',
    objectId: order.id,
    subjectOrganizationIds: [order.clinicId, ...(order.labId === null ? [] : [order.labId])],
    detail: { fileIds: chosen.map((file) => file.id), freedBytes },
  })
  await notifyFilesChange(tx, (await findFileOrder(call, order.id)) ?? fail('order.not_found'))
  return { files: chosen.length, freedBytes }
}

function listOwnFiles(
  { tx, scope }: Call<'tx' | 'scope'>,
  orderId: string,
): Promise<{ id: string; name: string }[]> {
  return tx
    .selectFrom('order_file')
    .select(['id', 'name'])
    .where('order_id', '=', orderId)
    .where('organization_id', '=', scope.organization.id)
    .where('party', '=', 'clinic')
    .where('state', '=', 'verified')
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
}

async function readUsed({ tx, scope }: Call<'tx' | 'scope'>): Promise<number> {
  const row = await tx
    .selectFrom('organization')
    .select('storage_used_bytes')
    .where('id', '=', scope.organization.id)
    .executeTakeFirstOrThrow()
  return row.storage_used_bytes
}
