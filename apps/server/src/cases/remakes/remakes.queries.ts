import type { Remake, RemakeCause, RemakeFigures } from '@pontic/contract'
import { remakeCauses } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { OrderSide } from '../access/order-side.shared.ts'

/** A remake with the organizations that are its parties. */
export type RemakeRow = Remake & { originalId: string; clinicId: string; labId: string }

/**
 * Returns the remakes of an order and, if the order is a remake itself, the row that links it to its original. Only
 * the clinic and the laboratory of the original may read them. An order that the reader does not see is null in
 * `original` or `remade`.
 */
export async function listRemakes(db: Db | Tx, side: OrderSide, orderId: string): Promise<RemakeRow[]> {
  return await readRemakes(db, side, sql`(r.original_id = ${orderId} or r.order_id = ${orderId})`)
}

/** Returns a remake by the id of its new order, for one of its parties. */
export async function findRemake(db: Db | Tx, side: OrderSide, id: string): Promise<RemakeRow | undefined> {
  return (await readRemakes(db, side, sql`r.order_id = ${id}`))[0]
}

async function readRemakes(db: Db | Tx, side: OrderSide, which: RawBuilder<unknown>): Promise<RemakeRow[]> {
  if (side.party !== 'clinic' && side.party !== 'lab') return []
  const isVisible = (alias: string) =>
    side.party === 'clinic' ? sql`true` : sql`${sql.ref(`${alias}.lab_id`)} = ${side.id}`
  const mine = side.party === 'clinic' ? sql`r.clinic_id = ${side.id}` : sql`r.lab_id = ${side.id}`
  const caseOf = (
    alias: string,
  ) => sql`case when ${isVisible(alias)} and ${sql.ref(`${alias}.discarded_at`)} is null
    then json_build_object('id', ${sql.ref(`${alias}.id`)}, 'number', ${sql.ref(`${alias}.number`)}) end`
  const { rows } = await sql<RemakeRow>`
    select r.order_id as id, ${caseOf('o')} as original, ${caseOf('n')} as remade, r.created_at as "createdAt",
      r.clinic_cause as "clinicCause", r.clinic_note as "clinicNote", r.lab_cause as "labCause",
      r.lab_note as "labNote", r.original_id as "originalId", r.clinic_id as "clinicId", r.lab_id as "labId"
    from order_remake r join orders o on o.id = r.original_id join orders n on n.id = r.order_id
    where ${which} and ${mine} order by r.created_at, r.order_id`.execute(db)
  return rows
}

/** Saves the opinion of one side on the cause of a remake. @param id the id of the new order */
export async function updateCause(
  tx: Tx,
  id: string,
  opinion: { party: 'clinic' | 'lab'; cause: RemakeCause; note: string; at: Date },
): Promise<void> {
  const { cause, note, at } = opinion
  await tx
    .updateTable('order_remake')
    .set(
      opinion.party === 'clinic'
        ? { clinic_cause: cause, clinic_note: note }
        : { lab_cause: cause, lab_note: note, lab_noted_at: at },
    )
    .where('order_id', '=', id)
    .execute()
}

type FigureRow = {
  partnerId: string
  partnerName: string
  clinicCause: RemakeCause
  labCause: RemakeCause | null
  count: number
}

/**
 * Counts the remakes of a clinic or laboratory by partner and cause, the partner with most remakes first. Discarded
 * orders do not count.
 */
export async function readRemakeFigures(
  db: Db | Tx,
  side: OrderSide & { party: 'clinic' | 'lab' },
  filter: { partnerId: string | null; from: string | null; to: string | null },
): Promise<RemakeFigures[]> {
  const isClinic = side.party === 'clinic'
  const [mine, partner] = isClinic ? [sql`r.clinic_id`, sql`r.lab_id`] : [sql`r.lab_id`, sql`r.clinic_id`]
  const { rows } = await sql<FigureRow>`
    select g.id as "partnerId", g.name as "partnerName", r.clinic_cause as "clinicCause", r.lab_cause as "labCause",
      count(*) as count
    from order_remake r join organization g on g.id = ${partner} join orders n on n.id = r.order_id
    where ${mine} = ${side.id} and n.discarded_at is null
      and (${filter.partnerId}::uuid is null or ${partner} = ${filter.partnerId}::uuid)
      and (${filter.from}::date is null or r.created_at >= ${filter.from}::date)
      and (${filter.to}::date is null or r.created_at < ${filter.to}::date + 1)
    group by g.id, g.name, r.clinic_cause, r.lab_cause`.execute(db)
  const byPartner = Map.groupBy(rows, (row) => row.partnerId)
  return [...byPartner.values()].map(toFigures).sort((one, other) => other.total - one.total)
}

function toFigures(rows: readonly FigureRow[]): RemakeFigures {
  const sum = (fits: (row: FigureRow) => boolean) =>
    rows.filter(fits).reduce((total, row) => total + row.count, 0)
  const [first] = rows
  return {
    partnerId: first?.partnerId ?? '',
    partnerName: first?.partnerName ?? '',
    total: sum(() => true),
    unanswered: sum((row) => row.labCause === null),
    disputed: sum((row) => row.labCause !== null && row.labCause !== row.clinicCause),
    causes: remakeCauses.map((cause) => ({
      cause,
      byClinic: sum((row) => row.clinicCause === cause),
      byLab: sum((row) => row.labCause === cause),
    })),
  }
}
