import {
  type CasePrescriptions,
  hasBlockingNote,
  type LabRequirement,
  listReadinessNotes,
  type OrderType,
} from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { rowsAsJson } from '../../platform/db/json-rows.ts'
import { type FileRow, listVerifiedFiles } from '../access/file-access.service.ts'
import { listMeshes } from '../meshes/mesh-files.service.ts'
import { type StoredMesh, scanWaitMaxMs, toMeshFacts } from '../meshes/meshes.shared.ts'
import {
  prescriptionsJsonOf,
  readPrescriptions,
  type StoredPrescriptions,
  toPrescriptions,
} from '../prescriptions/completeness.service.ts'
import { assertPartnerLab, type PartnerRow, selectPartnerLab } from './order-partners.queries.ts'

type CheckedOrder = { id: string; type: OrderType }

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
  return isBlocked({
    type: order.type,
    ...(await readPrescriptions(tx, order.id, order.type)),
    files: rows.map(({ mesh_key: key, ...file }) => ({
      ...file,
      mesh: key && (meshes.get(key.toString('hex')) ?? 'missing'),
    })),
    requirements: lab?.requirements ?? [],
  })
}

/** A verified file; `mesh` is null for a file that is no scan, `missing` for a scan without a row of `mesh`. */
type CheckedFile = Pick<FileRow, 'id' | 'role' | 'party' | 'unit'> & { mesh: StoredMesh | 'missing' | null }

function isBlocked(
  checked: CasePrescriptions & {
    type: OrderType
    files: readonly CheckedFile[]
    requirements: LabRequirement[]
  },
): boolean {
  const files = checked.files.map(({ id, role, party, unit, mesh }) => ({
    ...{ id, role, party, state: 'verified' as const },
    mesh: mesh && toMeshFacts(mesh === 'missing' ? undefined : mesh, unit),
  }))
  return hasBlockingNote(listReadinessNotes({ ...checked, files, repeated: [] }))
}

/** What decides whether and when an order can be sent to a laboratory. */
export type SendChecks = {
  labName: string
  prescriptions: CasePrescriptions
  requirements: LabRequirement[]
  /** Whether a scan of the clinic is unprocessed, as `hasUnprocessedScans`. */
  hasUnprocessedScans: boolean
  /** Whether the scans block the send, as `isBlockedByScans`. */
  isBlocked: boolean
}

type StoredChecks = {
  stored: StoredPrescriptions
  requirements: LabRequirement[] | null
  scans: { isWaiting: boolean | null; files: CheckedFile[] | null }
}

/** A row of `selectSendChecks`. */
export type SendChecksRow = PartnerRow<StoredChecks>

/**
 * Selects all checks of a send with one statement, which sees all of them at the same moment, and locks the laboratory as
 * a partner of the clinic. It must run after the statement that locks the order.
 */
export function selectSendChecks(
  order: { id: string; clinicId: string },
  labId: string,
  at: Date,
): RawBuilder<SendChecksRow> {
  const facts = sql<StoredChecks>`
    ${prescriptionsJsonOf(order.id)} as stored,
    (select requirements from laboratory_requirements where organization_id = ${labId}::uuid) as requirements,
    (select json_build_object(
        'isWaiting', bool_or(f.party = 'clinic' and m.state = 'waiting' and m.created_at > ${unprocessedSince(at)}::timestamptz),
        'files', json_agg(json_build_object('id', f.id, 'role', f.role, 'party', f.party, 'unit', f.unit, 'mesh',
          case when f.mesh_key is null then null when m.key is null then to_json('missing'::text)
            else json_build_object('state', m.state, 'reason', m.reason, 'levels', m.levels, 'facts', m.facts,
              'has_picture', m.has_picture) end) order by f.id))
      from order_file f left join mesh m on m.key = f.mesh_key
      where f.order_id = ${order.id}::uuid and f.state = 'verified' and f.removed_at is null) as scans`
  return selectPartnerLab({ clinicId: order.clinicId, labId }, facts)
}

/**
 * Maps the row of `selectSendChecks`.
 * @throws partner.required, partner.banned, request.unauthenticated, as `assertPartnerLab`
 */
export function toSendChecks({ type }: CheckedOrder, row: SendChecksRow | undefined): SendChecks {
  const { labName, stored, requirements, scans } = assertPartnerLab(row)
  const prescriptions = toPrescriptions(stored, type)
  const checked = { type, ...prescriptions, files: scans.files ?? [], requirements: requirements ?? [] }
  return {
    labName,
    prescriptions,
    requirements: checked.requirements,
    hasUnprocessedScans: scans.isWaiting ?? false,
    isBlocked: isBlocked(checked),
  }
}

const unprocessedSince = (at: Date): string => new Date(at.getTime() - scanWaitMaxMs).toISOString()

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
    .where('m.created_at', '>', unprocessedSince(at))
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
