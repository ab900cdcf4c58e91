import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { fail } from '../http/fail.ts'

/** A clinic and a lab. */
export type OrderPair = { clinicId: string; labId: string }

/** How a lab stands to a clinic that wants to send to it. */
export type LabStanding = { standing: 'partner' | 'banned' | 'none'; labName: string }

/**
 * How the lab stands to the clinic. The rows of partnership and lab are locked against their end until the transaction
 * ends, so that no order is sent over a partnership that ends, or to a lab that is deleted, at the same moment.
 */
export async function findLabStanding(tx: Tx, pair: OrderPair): Promise<LabStanding> {
  const { rows } = await sql<{ name: string; isGone: boolean }>`
    select l.name, l.banned_at is not null or l.deleted_at is not null as "isGone"
    from partnership p join organization l on l.id = ${pair.labId}::uuid and l.business_type = 2
    where p.low_id = least(${pair.clinicId}::uuid, ${pair.labId}::uuid)
      and p.high_id = greatest(${pair.clinicId}::uuid, ${pair.labId}::uuid) and p.status = 'partner'
    for share of p, l`.execute(tx)
  const lab = rows[0]
  if (lab === undefined) return { standing: 'none', labName: '' }
  return { standing: lab.isGone ? 'banned' : 'partner', labName: lab.name }
}

/**
 * The lab's name, when the clinic may send to it.
 * @throws partner.required for whatever is no partner lab of the clinic, partner.banned
 */
export async function needPartnerLab(tx: Tx, pair: OrderPair): Promise<string> {
  const { standing, labName } = await findLabStanding(tx, pair)
  if (standing === 'none') fail('partner.required', {}, { labId: 'choice' })
  if (standing === 'banned') fail('partner.banned', {}, { labId: 'choice' })
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
