import {
  type CaseMissingPart,
  type CasePrescriptions,
  type LabRequirement,
  listMissingOfCase,
  type OrderType,
  Prescription,
} from '@pontic/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/fail.ts'

/** Returns the prescriptions of an order. @param type the order's current type */
export async function readPrescriptions(
  tx: Tx,
  orderId: string,
  type: OrderType,
): Promise<{ prescription: Prescription | null; morePrescriptions: Prescription[] }> {
  const row = await tx
    .selectFrom('prescription')
    .select(['body', 'more'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return toPrescriptions(row, type)
}

/** The stored prescriptions of an order: `body` and a list of further ones; null or undefined if it has none. */
export type StoredPrescriptions = { body: unknown; more: unknown } | null | undefined

const storedJson = sql`(select json_build_object('body', p.body, 'more', p.more) from prescription p`

/** SQL of the stored prescriptions of a row `o` of an order, as JSON for `toPrescriptions`. */
export const prescriptionsJson = sql`${storedJson} where p.order_id = o.id)`

/** Returns the SQL of the stored prescriptions of an order, as JSON for `toPrescriptions`. */
export const prescriptionsJsonOf = (orderId: string) =>
  sql`${storedJson} where p.order_id = ${orderId}::uuid)`

/**
 * Parses the stored prescriptions, which adds defaults for fields that are newer than the row.
 *
 * A user may change the type of an order after its prescriptions were stored. If another prescription has the new type, that one
 * becomes the first. Otherwise the order has no prescription of its type. The first one stays stored, and is shown when the type changes back.
 */
export function toPrescriptions(
  stored: StoredPrescriptions,
  type: OrderType,
): { prescription: Prescription | null; morePrescriptions: Prescription[] } {
  if (!stored || stored.body === null) return { prescription: null, morePrescriptions: [] }
  const first = Prescription.parse(stored.body)
  const more = (stored.more as unknown[]).map((one) => Prescription.parse(one))
  if (first.type === type) return { prescription: first, morePrescriptions: more }
  const found = more.find((one) => one.type === type)
  if (found === undefined) return { prescription: null, morePrescriptions: more }
  return { prescription: found, morePrescriptions: [first, ...more.filter((one) => one !== found)] }
}

/**
 * Asserts that the prescriptions of an order are complete for a laboratory (rules §6).
 * @param labId null for an invited laboratory, which has no requirements yet
 * @param given prescriptions to check instead of the stored ones
 * @throws prescription.incomplete with the paths of missing fields
 */
export async function assertPrescriptionsComplete(
  tx: Tx,
  order: { id: string; type: OrderType },
  labId: string | null,
  given?: CasePrescriptions,
): Promise<void> {
  failIfMissing(await listMissingOf(tx, order, labId, given))
}

/** Asserts that prescriptions are complete for a laboratory with these requirements. @throws prescription.incomplete */
export function assertComplete(
  type: OrderType,
  given: CasePrescriptions,
  requirements: LabRequirement[],
): void {
  failIfMissing(listMissingOfCase(type, given, requirements))
}

function failIfMissing(missing: readonly CaseMissingPart[]): void {
  if (missing.length === 0) return
  const fields = missing.map(({ casePath }) => [casePath, 'required'] as const)
  fail('prescription.incomplete', {}, Object.fromEntries(fields))
}

/** Returns the fields of prescriptions that are missing before an order can be sent to a laboratory. */
export async function listMissingOf(
  tx: Tx,
  order: { id: string; type: OrderType },
  labId: string | null,
  given?: CasePrescriptions,
): Promise<CaseMissingPart[]> {
  const { rows } = await sql<{ stored: StoredPrescriptions; requirements: LabRequirement[] | null }>`
    select ${prescriptionsJsonOf(order.id)} as stored,
      (select requirements from laboratory_requirements where organization_id = ${labId}::uuid) as requirements`.execute(
    tx,
  )
  const [row] = rows
  return listMissingOfCase(
    order.type,
    given ?? toPrescriptions(row?.stored, order.type),
    row?.requirements ?? [],
  )
}
