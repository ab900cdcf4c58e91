import {
  type ChosenUnit,
  canPartyAddFiles,
  type FileRole,
  labFileRoles,
  type OrderFile,
} from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { type FileOrder, type FileRow, notifyFilesChange } from '../access/file-access.service.ts'
import { enqueueBuild, findMesh } from '../meshes/mesh-files.service.ts'
import { toMeshFacts } from '../meshes/meshes.shared.ts'
import { addDesignToReview, assertNotUnderReview } from '../reviews/reviews.service.ts'
import { toOrderFile } from './files.queries.ts'
import { getOwnFile } from './files.service.ts'

type OwnFile = { file: FileRow; order: FileOrder }

/**
 * Changes the role of a file.
 * @throws file.not_found, order.wrong_status; request.invalid if the file of a laboratory cannot have this role;
 * review.file_locked for a design that is under review or approved
 */
export async function setFileRole(
  call: Call<'tx' | 'scope' | 'services'>,
  { fileId, role }: { fileId: string; role: FileRole },
): Promise<OrderFile> {
  const own = await getChangeableFile(call, fileId)
  const isAllowed = own.file.party === 'clinic' || labFileRoles.some((one) => one === role)
  if (!isAllowed) fail('request.invalid', {}, { role: 'choice' })
  if (role !== own.file.role) await assertNotUnderReview(call, own.file)
  const row = await updateFile(call, own, { role })
  if (row.state === 'verified' && role !== own.file.role) await addDesignToReview(call, row)
  return toOrderFile(row)
}

/**
 * Sets the unit of a scan and enqueues a new build of its levels, measures and picture.
 * @throws file.not_found, order.wrong_status; file.wrong_state if the file is no scan or declares its own unit
 */
export async function setFileUnit(
  call: Call<'tx' | 'scope'>,
  { fileId, unit }: { fileId: string; unit: ChosenUnit },
): Promise<OrderFile> {
  const own = await getChangeableFile(call, fileId)
  const { file } = own
  const mesh = file.mesh_key === null ? undefined : await findMesh(call.tx, file.mesh_key)
  if (mesh === undefined || toMeshFacts(mesh).unitBy === 'file') fail('file.wrong_state')
  const row = await updateFile(call, own, { unit })
  await enqueueBuild(call.tx, file, file.id)
  return toOrderFile(row, mesh)
}

async function getChangeableFile(call: Call<'tx' | 'scope'>, fileId: string): Promise<OwnFile> {
  const own = await getOwnFile(call, fileId)
  if (!canPartyAddFiles(own.file.party, own.order)) fail('order.wrong_status')
  return own
}

async function updateFile(
  { tx, scope }: Call<'tx' | 'scope'>,
  { file, order }: OwnFile,
  change: { role: FileRole } | { unit: ChosenUnit },
): Promise<FileRow> {
  const row = await tx
    .updateTable('order_file')
    .set(change)
    .where('id', '=', file.id)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  await recordAudit(tx, scope, {
    action: 'role' in change ? 'files.setRole' : 'files.setUnit',
    objectType: 'file',
    objectId: file.id,
    subjectOrganizationIds: order.organizationIds,
    detail: { orderId: order.id },
    before: 'role' in change ? { role: file.role } : { unit: file.unit },
    after: change,
  })
  await notifyFilesChange(tx, order)
  return row ?? fail('file.not_found')
}
