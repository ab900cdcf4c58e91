import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/fail.ts'

/** A clinic and a lab. */
export type OrderPair = { clinicId: string; labId: string }

/**
 * How a lab stands to a clinic that wants to send to it; `banned` is a deleted lab too, `sender_gone` a clinic that was
 * deleted while it was sending.
 */
export type LabStanding = { standing: 'partner' | 'banned' | 'none' | 'sender_gone'; labName: string }

/**
 * How the lab stands to the clinic. The rows of partnership, lab and clinic are locked against their end until the
 * transaction ends, always in this order and after the order's own: no case is sent over a partnership that ends, or to or
 * by an organization that is deleted, at the same moment. A delete locks its one organization, and then counts cases.
 */
export async function findLabStanding(tx: Tx, pair: OrderPair): Promise<LabStanding> {
  // Uploads change the clinic's row all the time, and not its key: only its delete waits for this send.
  const { rows } = await sql<{ name: string; isGone: boolean; isSenderGone: boolean }>`
    select l.name, l.banned_at is not null or l.deleted_at is not null as "isGone",
      c.deleted_at is not null as "isSenderGone"
    from partnership p join organization l on l.id = ${pair.labId}::uuid and l.business_type = 2
      join organization c on c.id = ${pair.clinicId}::uuid
    where p.low_id = least(${pair.clinicId}::uuid, ${pair.labId}::uuid)
      and p.high_id = greatest(${pair.clinicId}::uuid, ${pair.labId}::uuid) and p.status = 'partner'
    for share of p, l for key share of c`.execute(tx)
  const found = rows[0]
  if (found === undefined) return { standing: 'none', labName: '' }
  if (found.isSenderGone) return { standing: 'sender_gone', labName: found.name }
  return { standing: found.isGone ? 'banned' : 'partner', labName: found.name }
}

/**
 * The lab's name, when the clinic may send to it.
 * @throws partner.required for whatever is no partner lab of the clinic, partner.banned; request.unauthenticated where
 *   the clinic was deleted while this call ran, as it is to the next one
 */
export async function needPartnerLab(tx: Tx, pair: OrderPair): Promise<string> {
  const { standing, labName } = await findLabStanding(tx, pair)
  if (standing === 'none') fail('partner.required', {}, { labId: 'choice' })
  if (standing === 'banned') fail('partner.banned', {}, { labId: 'choice' })
  if (standing === 'sender_gone') fail('request.unauthenticated')
  return labName
}

/** Names of a clinic and a lab. */
export async function readNames(tx: Tx, pair: OrderPair): Promise<{ clinic: string; lab: string }> {
  const rows = await tx
    .selectFrom('organization')
    .select(['id', 'name'])
    .where('id', 'in', [pair.clinicId, pair.labId])
    .execute()
  const nameOf = (id: string) => rows.find((row) => row.id === id)?.name ?? ''
  return { clinic: nameOf(pair.clinicId), lab: nameOf(pair.labId) }
}
