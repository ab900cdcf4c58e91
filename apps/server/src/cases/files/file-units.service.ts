import { type ChosenUnit, canPartyAddFiles, type OrderFile } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { notifyFilesChange } from '../access/file-access.service.ts'
import { enqueueBuild, findMesh } from '../meshes/mesh-files.service.ts'
import { toMeshFacts } from '../meshes/meshes.shared.ts'
import { toOrderFile } from './files.queries.ts'
import { getOwnFile } from './files.service.ts'

/**
 * Sets the unit of a scan and rebuilds its levels, measures and picture.
 * @throws file.not_found, order.wrong_status, file.wrong_state if it is no scan or declares its own unit
 */
export async function setFileUnit(
  call: Call<'tx' | 'scope'>,
  input: { fileId: string; unit: ChosenUnit },
): Promise<OrderFile> {
  const { tx, scope } = call
  const { file, order } = await getOwnFile(call, input.fileId)
  if (!canPartyAddFiles(file.party, order)) fail('order.wrong_status')
  const mesh = file.mesh_key === null ? undefined : await findMesh(tx, file.mesh_key)
  if (mesh === undefined || toMeshFacts(mesh).unitBy === 'file') fail('file.wrong_state')
  const row = await tx
    .updateTable('order_file')
    .set({ unit: input.unit })
    .where('id', '=', file.id)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  await recordAudit(tx, scope, {
    objectType: 'file',
    objectId: file.id,
    subjectOrganizationIds: order.organizationIds,
    detail: { orderId: order.id },
    before: { unit: file.unit },
    after: { unit: input.unit },
  })
  await enqueueBuild(tx, file, file.id)
  await notifyFilesChange(tx, order)
  return toOrderFile(row ?? fail('file.not_found'), mesh)
}
