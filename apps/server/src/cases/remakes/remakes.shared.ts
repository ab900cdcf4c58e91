import type { Remake } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import { isoOfJsonTime, rowsAsJson } from '../../platform/db/json-rows.ts'
import type { OrderSide } from '../access/order-side.shared.ts'

/** A remake with the organizations that are its parties. */
export type RemakeRow = Remake & { originalId: string; clinicId: string; labId: string }

type PartySide = OrderSide & { party: 'clinic' | 'lab' }

/** Whether the reader is a clinic or a laboratory. Only these two may read remakes. */
export const isPartySide = (side: OrderSide): side is PartySide =>
  side.party === 'clinic' || side.party === 'lab'

/**
 * Builds the query for remakes `r` whose original order has this side as a party, oldest first. An order that the reader
 * does not see is null in `original` or `remade`.
 */
export function remakeQuery(side: PartySide, which: RawBuilder<unknown>): RawBuilder<RemakeRow> {
  const isVisible = (alias: string) =>
    side.party === 'clinic' ? sql`true` : sql`${sql.ref(`${alias}.lab_id`)} = ${side.id}`
  const mine = side.party === 'clinic' ? sql`r.clinic_id = ${side.id}` : sql`r.lab_id = ${side.id}`
  const caseOf = (
    alias: string,
  ) => sql`case when ${isVisible(alias)} and ${sql.ref(`${alias}.discarded_at`)} is null
    then json_build_object('id', ${sql.ref(`${alias}.id`)}, 'number', ${sql.ref(`${alias}.number`)}) end`
  return sql<RemakeRow>`
    select r.order_id as id, ${caseOf('original')} as original, ${caseOf('remade')} as remade,
      r.created_at as "createdAt", r.clinic_cause as "clinicCause", r.clinic_note as "clinicNote",
      r.lab_cause as "labCause", r.lab_note as "labNote", r.original_id as "originalId", r.clinic_id as "clinicId",
      r.lab_id as "labId"
    from order_remake r join orders original on original.id = r.original_id
    join orders remade on remade.id = r.order_id
    where ${which} and ${mine} order by r.created_at, r.order_id`
}

/**
 * Returns the SQL of the remakes of a row `o` of an order as JSON for `toRemakesOf`. They include the row that links
 * the order to its original if the order is a remake itself.
 */
export const remakesJson = (side: OrderSide): RawBuilder<unknown> =>
  isPartySide(side)
    ? rowsAsJson(remakeQuery(side, sql`(r.original_id = o.id or r.order_id = o.id)`))
    : sql`'[]'::json`

/**
 * Maps the JSON of `remakesJson` to DTOs. `remakeOf` links the order to its original; null if the order is no remake, or if
 * the reader is no party to the original.
 */
export function toRemakesOf(
  rows: readonly RemakeRow[],
  orderId: string,
): { remakeOf: Remake | null; remakes: Remake[] } {
  const dated = rows.map((row) => ({ ...row, createdAt: isoOfJsonTime(row.createdAt) }))
  const own = dated.find((row) => row.id === orderId)
  return {
    remakeOf: own ? toRemake(own) : null,
    remakes: dated.filter((row) => row.originalId === orderId).map(toRemake),
  }
}

/** Maps a remake to its DTO. */
export function toRemake({ originalId: _, clinicId: __, labId: ___, ...remake }: RemakeRow): Remake {
  return remake
}
