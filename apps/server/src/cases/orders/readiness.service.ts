import { hasBlockingNote, listReadinessNotes, type OrderType } from '@pontic/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { rowsAsJson } from '../../platform/db/json-rows.ts'
import { fail } from '../../platform/http/fail.ts'
import { listVerifiedFiles } from '../access/file-access.service.ts'
import { listMeshes } from '../meshes/mesh-files.service.ts'
import { scanWaitMaxMs, toMeshFacts } from '../meshes/meshes.shared.ts'
import { readPrescription } from '../prescriptions/completeness.service.ts'

type CheckedOrder = { id: string; type: OrderType }

/** Asserts that the scans of an order do not block its send. @throws order.not_ready */
export async function assertReady(tx: Tx, order: CheckedOrder, labId: string | null): Promise<void> {
  if (await isBlockedByScans(tx, order, labId)) fail('order.not_ready')
}

/**
 * Whether the scans of an order block its send to a laboratory (`listReadinessNotes`). Unreadable scans and unmet
 * requirements of the laboratory block the send. Warnings do not.
 * @param labId null for an invited laboratory, which has no requirements yet
 */
export async function isBlockedByScans(tx: Tx, order: CheckedOrder, labId: string | null): Promise<boolean> {
  const rows = await listVerifiedFiles(tx, order.id, { party: 'all' })
  const meshes = await listMeshes(tx, rows)
  const lab = await tx
    .selectFrom('laboratory_requirements')
    .select('requirements')
    .where('organization_id', '=', labId)
    .executeTakeFirst()
  const notes = listReadinessNotes({
    type: order.type,
    prescription: await readPrescription(tx, order.id, order.type),
    files: rows.map(({ id, role, party, unit, mesh_key: key }) => ({
      id,
      role,
      party,
      state: 'verified',
      mesh: key && toMeshFacts(meshes.get(key.toString('hex')), unit),
    })),
    repeated: [],
    requirements: lab?.requirements ?? [],
  })
  return hasBlockingNote(notes)
}

/** Whether a scan of the clinic is unprocessed. Scans that have waited for an hour, the maximum, do not count. */
export async function hasUnprocessedScans(tx: Tx, orderId: string, at: Date): Promise<boolean> {
  const unprocessed = await tx
    .selectFrom('order_file as f')
    .innerJoin('mesh as m', 'm.key', 'f.mesh_key')
    .select('f.id')
    .where('f.order_id', '=', orderId)
    .where('f.party', '=', 'clinic')
    .where('f.state', '=', 'verified')
    .where('f.removed_at', 'is', null)
    .where('m.state', '=', 'waiting')
    .where('m.created_at', '>', new Date(at.getTime() - scanWaitMaxMs).toISOString())
    .limit(1)
    .executeTakeFirst()
  return unprocessed !== undefined
}

/**
 * SQL of the scans of a row `o` of an order that an earlier order of the same clinic also contains, as JSON with the
 * number of that order. Files that a remake reuses do not count.
 */
export const repeatedScansJson = rowsAsJson(sql`
  select distinct on (f.id) f.id as "fileId", earlier.number
  from order_file f
  join order_file g on g.sha256 = f.sha256 and g.organization_id = f.organization_id and g.order_id <> f.order_id
    and g.created_at < f.created_at and g.state = 'verified' and g.removed_at is null
  join orders earlier on earlier.id = g.order_id and earlier.discarded_at is null
  where f.order_id = o.id and f.mesh_key is not null and f.reused_from is null
    and f.party = 'clinic' and f.state = 'verified' and f.removed_at is null
  order by f.id, g.created_at desc`)
