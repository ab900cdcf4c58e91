import type { OrderFile } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { isoOfJsonTime, rowsAsJson } from '../../platform/db/json-rows.ts'
import { type FileReader, listVerifiedFiles } from '../access/file-access.service.ts'
import type { StoredMesh } from '../meshes/meshes.shared.ts'
import { type ShownFile, toOrderFile } from './files.queries.ts'

type FileJson = Omit<ShownFile, 'sha256'> & { sha256: string | null; mesh: StoredMesh | null }

/**
 * Returns the SQL of the files of a row `o` of an order as JSON for `toOrderFiles`, the first announced first. Only the
 * organization that uploaded a refused file sees it. Released files have no content.
 * @param organizationId id of the reader's organization
 */
export function filesJson(reader: FileReader, organizationId: string): RawBuilder<unknown> {
  const isReadable =
    reader.party === 'lab'
      ? sql`(f.party = 'clinic' or f.organization_id = ${reader.organizationId})`
      : sql`true`
  const mesh = sql`json_build_object('state', m.state, 'reason', m.reason, 'levels', m.levels,
    'has_picture', m.has_picture, 'facts', m.facts)`
  return rowsAsJson(sql`
    select f.id, f.name, f.role, f.kind, f.state, f.released_at, f.size_bytes, f.received_bytes,
      encode(f.sha256, 'hex') as sha256, f.party, f.account_name, f.created_at, f.refusal, f.mesh_key, f.unit,
      case when m.key is not null then ${mesh} end as mesh
    from order_file f left join mesh m on m.key = f.mesh_key
    where f.order_id = o.id and ${isReadable} and (f.removed_at is null or f.released_at is not null)
      and (f.state <> 'refused' or f.organization_id = ${organizationId})
    order by f.id`)
}

/** Maps the JSON of `filesJson` to DTOs. */
export const toOrderFiles = (rows: readonly FileJson[]): OrderFile[] =>
  rows.map(({ sha256, created_at: createdAt, mesh, ...row }) =>
    toOrderFile(
      {
        ...row,
        created_at: isoOfJsonTime(createdAt),
        sha256: sha256 === null ? null : Buffer.from(sha256, 'hex'),
      },
      mesh ?? undefined,
    ),
  )

/** Returns the verified files of an order that the reader may read, as DTOs for pushes. */
export async function listVerifiedOrderFiles(
  db: Db | Tx,
  orderId: string,
  reader: FileReader,
): Promise<OrderFile[]> {
  return (await listVerifiedFiles(db, orderId, reader)).map((row) => toOrderFile(row))
}
