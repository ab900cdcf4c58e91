import { type HeldCase, limits, type RouteReply, type Routes } from '@pontic/contract'
import { fail } from '../../platform/http/fail.ts'
import type { ReadCall } from '../../platform/http/handlers.ts'
import { type HeldRow, listHeldRows, listPatientRows } from './patients.queries.ts'

/** Patients of the caller's clinic by words of their names. */
export async function searchPatients(
  { tx, scope }: ReadCall<'scope'>,
  words: string,
): Promise<RouteReply<Routes['patients.search']>> {
  const rows = await listPatientRows(tx, scope, words, limits.patientsFoundMax + 1)
  return { list: rows.slice(0, limits.patientsFoundMax), hasMore: rows.length > limits.patientsFoundMax }
}

function toHeldCase({ labId: _, ...row }: HeldRow): HeldCase {
  return row
}

/** The data stored about a patient of the caller's clinic. @throws patient.not_found */
export async function readPatient(
  { tx, scope }: ReadCall<'scope'>,
  name: string,
): Promise<RouteReply<Routes['patients.get']>> {
  const rows = await listHeldRows(tx, scope, name, limits.patientCasesMax + 1)
  const cases = rows.slice(0, limits.patientCasesMax).map(toHeldCase)
  if (cases.length === 0) fail('patient.not_found')
  return { name, cases, isCut: rows.length > cases.length }
}

/**
 * Returns the named orders, all of which must be this patient's.
 * @throws patient.not_found if no order has the name, patient.changed if an order is not the patient's, or no longer
 */
export async function getCases(
  { tx, scope }: ReadCall<'scope'>,
  chosen: { name: string; orderIds: readonly string[] },
): Promise<HeldRow[]> {
  const rows = await listHeldRows(tx, scope, chosen.name, Number.MAX_SAFE_INTEGER)
  if (rows.length === 0) fail('patient.not_found')
  const wanted = new Set(chosen.orderIds)
  const found = rows.filter(({ id }) => wanted.has(id))
  if (found.length < wanted.size) fail('patient.changed')
  return found
}
