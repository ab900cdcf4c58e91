import { type HeldCase, limits, type RouteReply, type Routes } from '@pontic/contract'
import { fail } from '../../platform/http/fail.ts'
import type { ReadCall } from '../../platform/http/handlers.ts'
import { listPatientOrders, listPatientRows, type PatientOrderRow } from './patients.queries.ts'

/** Returns patients of the caller's clinic whose names contain all words. */
export async function searchPatients(
  { tx, scope }: ReadCall<'scope'>,
  words: string,
): Promise<RouteReply<Routes['patients.search']>> {
  const rows = await listPatientRows(tx, scope, words, limits.patientsFoundMax + 1)
  return { list: rows.slice(0, limits.patientsFoundMax), hasMore: rows.length > limits.patientsFoundMax }
}

function toPatientCase({ labId: _, ...row }: PatientOrderRow): HeldCase {
  return row
}

/**
 * Returns the orders of a patient of the caller's clinic, with the amount of stored data.
 * @throws patient.not_found
 */
export async function readPatient(
  { tx, scope }: ReadCall<'scope'>,
  name: string,
): Promise<RouteReply<Routes['patients.get']>> {
  const rows = await listPatientOrders(tx, scope, name, limits.patientCasesMax + 1)
  const cases = rows.slice(0, limits.patientCasesMax).map(toPatientCase)
  if (cases.length === 0) fail('patient.not_found')
  return { name, cases, isCut: rows.length > cases.length }
}

/**
 * Returns the chosen orders, which must all belong to this patient.
 * @throws patient.not_found if no order has this name; patient.changed if a chosen order does not belong to the
 * patient
 */
export async function getPatientOrders(
  { tx, scope }: ReadCall<'scope'>,
  chosen: { name: string; orderIds: readonly string[] },
): Promise<PatientOrderRow[]> {
  const rows = await listPatientOrders(tx, scope, chosen.name, Number.MAX_SAFE_INTEGER)
  if (rows.length === 0) fail('patient.not_found')
  const wanted = new Set(chosen.orderIds)
  const found = rows.filter(({ id }) => wanted.has(id))
  if (found.length < wanted.size) fail('patient.changed')
  return found
}
