import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/fail.ts'
import type { OrderPair } from '../access/order-access.service.ts'

/**
 * The relation of a laboratory to a clinic that sends to it. `banned` includes deleted laboratories. `sender_gone`
 * means that the clinic was deleted during the send.
 */
export type LabRelation = { relation: 'partner' | 'banned' | 'none' | 'sender_gone'; labName: string }

type RelationRow = { labName: string; isGone: boolean; isSenderGone: boolean }

/** Select list of a `RelationRow`, from the rows of `relationSource`. */
const relationColumns =
  sql.raw(`l.name as "labName", l.banned_at is not null or l.deleted_at is not null as "isGone",
  c.deleted_at is not null as "isSenderGone"`)

function relationSource({ clinicId, labId }: OrderPair): RawBuilder<unknown> {
  return sql`partnership p join organization l on l.id = ${labId}::uuid and l.business_type = 2
      join organization c on c.id = ${clinicId}::uuid
    where p.low_id = least(${clinicId}::uuid, ${labId}::uuid)
      and p.high_id = greatest(${clinicId}::uuid, ${labId}::uuid) and p.status = 'partner'`
}

// Uploads update the clinic's row constantly. `FOR KEY SHARE` does not block them, only the deletion of the clinic.
const relationLock = sql.raw('for share of p, l for key share of c')

function toRelation(found: RelationRow | undefined): LabRelation {
  if (found === undefined) return { relation: 'none', labName: '' }
  const { labName } = found
  if (found.isSenderGone) return { relation: 'sender_gone', labName }
  return { relation: found.isGone ? 'banned' : 'partner', labName }
}

/**
 * Returns the laboratory's relation to the clinic. Locks the rows of partnership, laboratory and clinic until the
 * transaction ends, always in this sequence and after the row in `orders`. The locks delay a simultaneous end of the
 * partnership and the deletion of either organization until the send is committed.
 */
export async function findLabRelation(tx: Tx, pair: OrderPair): Promise<LabRelation> {
  const { rows } =
    await sql<RelationRow>`select ${relationColumns} from ${relationSource(pair)} ${relationLock}`.execute(tx)
  return toRelation(rows[0])
}

/**
 * Selects the relation of a laboratory to a clinic and a row of facts. Locks like `findLabRelation`.
 * @param facts select list of the facts, with column names
 */
export const selectPartnerLab = <Facts>(
  pair: OrderPair,
  facts: RawBuilder<Facts>,
): RawBuilder<PartnerRow<Facts>> =>
  sql<PartnerRow<Facts>>`select ${relationColumns}, ${facts} from ${relationSource(pair)} ${relationLock}`

/** A row of `selectPartnerLab`. */
export type PartnerRow<Facts> = Facts & RelationRow

/**
 * Returns the row of `selectPartnerLab`, with the laboratory's name, if the clinic may send to the laboratory.
 * @throws partner.required if it is not a partner laboratory of the clinic; partner.banned; request.unauthenticated
 * if the clinic was deleted during this call
 */
export function assertPartnerLab<Facts>(row: PartnerRow<Facts> | undefined): Facts & { labName: string } {
  const { relation } = toRelation(row)
  if (row === undefined || relation === 'none') fail('partner.required', {}, { labId: 'choice' })
  if (relation === 'banned') fail('partner.banned', {}, { labId: 'choice' })
  if (relation === 'sender_gone') fail('request.unauthenticated')
  return row
}

/** Returns the names of a clinic and a laboratory. */
export async function getNames(tx: Tx, pair: OrderPair): Promise<{ clinic: string; lab: string }> {
  const rows = await tx
    .selectFrom('organization')
    .select(['id', 'name'])
    .where('id', 'in', [pair.clinicId, pair.labId])
    .execute()
  const nameOf = (id: string) => rows.find((row) => row.id === id)?.name ?? ''
  return { clinic: nameOf(pair.clinicId), lab: nameOf(pair.labId) }
}
