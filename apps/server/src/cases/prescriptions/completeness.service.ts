import { type LabRequirement, listMissing, type OrderType, Prescription } from '@pontic/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/fail.ts'

/**
 * Returns the prescription of an order; null if it has none for this type.
 * @param type the order's current type; a prescription for another type stays stored, but is not returned
 */
export async function readPrescription(
  tx: Tx,
  orderId: string,
  type: OrderType,
): Promise<Prescription | null> {
  const row = await tx
    .selectFrom('prescription')
    .select('body')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return toPrescription(row?.body, type)
}

/** SQL of the stored prescription of a row `o` of an order, as JSON for `toPrescription`. */
export const prescriptionJson = sql`(select p.body from prescription p where p.order_id = o.id)`

/**
 * Parses a stored prescription, which adds defaults for fields that are newer than the row.
 * @returns null if the order has none for this type
 */
export function toPrescription(body: unknown, type: OrderType): Prescription | null {
  if (body === undefined || body === null) return null
  const prescription = Prescription.parse(body)
  return prescription.type === type ? prescription : null
}

/**
 * Asserts that the prescription of an order is complete for a laboratory (rules §6).
 * @param labId null for an invited laboratory, which has no requirements yet
 * @param given a prescription to check instead of the stored one
 * @throws prescription.incomplete with the paths of missing fields
 */
export async function assertPrescriptionComplete(
  tx: Tx,
  order: { id: string; type: OrderType },
  labId: string | null,
  given?: Prescription,
): Promise<void> {
  failIfMissing(await listMissingOf(tx, order, labId, given))
}

/** Asserts that a prescription is complete for a laboratory with these requirements. @throws prescription.incomplete */
export function assertComplete(
  type: OrderType,
  prescription: Prescription | null,
  requirements: LabRequirement[],
): void {
  failIfMissing(listMissing(type, prescription, requirements))
}

function failIfMissing(missing: ReturnType<typeof listMissing>): void {
  if (missing.length === 0) return
  const fields = missing.map(({ path }) => [`prescription.${path}`, 'required'] as const)
  fail('prescription.incomplete', {}, Object.fromEntries(fields))
}

/** Returns the prescription fields that are missing before an order can be sent to a laboratory. */
export async function listMissingOf(
  tx: Tx,
  order: { id: string; type: OrderType },
  labId: string | null,
  given?: Prescription,
): Promise<ReturnType<typeof listMissing>> {
  const { rows } = await sql<{ body: unknown; requirements: LabRequirement[] | null }>`
    select (select body from prescription where order_id = ${order.id}::uuid) as body,
      (select requirements from laboratory_requirements where organization_id = ${labId}::uuid) as requirements`.execute(
    tx,
  )
  const [row] = rows
  const prescription = given ?? toPrescription(row?.body, order.type)
  return listMissing(order.type, prescription, row?.requirements ?? [])
}
