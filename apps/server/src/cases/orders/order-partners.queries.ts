import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/fail.ts'
import type { OrderPair } from '../access/order-access.service.ts'

/**
 * The relation of a laboratory to a clinic that sends to it. `banned` includes deleted laboratories. `sender_gone`
 * means that the clinic was deleted during the send.
 */
export type LabRelation = { relation: 'partner' | 'banned' | 'none' | 'sender_gone'; labName: string }

/**
 * Returns the laboratory's relation to the clinic. Locks the rows of partnership, laboratory and clinic until the
 * transaction ends, always in this sequence and after the row in `orders`. The locks delay a simultaneous end of the
 * partnership and the deletion of either organization until the send is committed.
 */
export async function findLabRelation(tx: Tx, pair: OrderPair): Promise<LabRelation> {
  // Uploads update the clinic's row constantly. `FOR KEY SHARE` does not block them, only the deletion of the clinic.
  const { rows } = await sql<{ name: string; isGone: boolean; isSenderGone: boolean }>`
    select l.name, l.banned_at is not null or l.deleted_at is not null as "isGone",
      c.deleted_at is not null as "isSenderGone"
    from partnership p join organization l on l.id = ${pair.labId}::uuid and l.business_type = 2
      join organization c on c.id = ${pair.clinicId}::uuid
    where p.low_id = least(${pair.clinicId}::uuid, ${pair.labId}::uuid)
      and p.high_id = greatest(${pair.clinicId}::uuid, ${pair.labId}::uuid) and p.status = 'partner'
    for share of p, l for key share of c`.execute(tx)
  const found = rows[0]
  if (found === undefined) return { relation: 'none', labName: '' }
  if (found.isSenderGone) return { relation: 'sender_gone', labName: found.name }
  return { relation: found.isGone ? 'banned' : 'partner', labName: found.name }
}

/**
 * Returns the laboratory's name, if the clinic may send to it.
 * @throws partner.required if it is not a partner laboratory of the clinic; partner.banned; request.unauthenticated
 * if the clinic was deleted during this call
 */
export async function getPartnerLab(tx: Tx, pair: OrderPair): Promise<string> {
  const { relation, labName } = await findLabRelation(tx, pair)
  if (relation === 'none') fail('partner.required', {}, { labId: 'choice' })
  if (relation === 'banned') fail('partner.banned', {}, { labId: 'choice' })
  if (relation === 'sender_gone') fail('request.unauthenticated')
  return labName
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
