import { type ChosenUnit, mayAddFiles, type OrderFile } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Scope } from '../../platform/http/scope.ts'
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
  tx: Tx,
  scope: Scope,
  input: { fileId: string; unit: ChosenUnit },
): Promise<OrderFile> {
  const { file, order } = await getOwnFile(tx, scope, input.fileId)
  if (!mayAddFiles(file.party, order)) fail('order.wrong_status')
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
