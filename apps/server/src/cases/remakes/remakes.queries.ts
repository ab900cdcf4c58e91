import type { RemakeCause, RemakeFigures } from '@pontic/contract'
import { remakeCauses } from '@pontic/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { OrderSide } from '../access/order-side.shared.ts'
import { isPartySide, type RemakeRow, remakeQuery } from './remakes.shared.ts'

/** Returns a remake by the id of its new order, for one of its parties. */
export async function findRemake(db: Db | Tx, side: OrderSide, id: string): Promise<RemakeRow | undefined> {
  if (!isPartySide(side)) return undefined
  const { rows } = await remakeQuery(side, sql`r.order_id = ${id}`).execute(db)
  return rows[0]
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
