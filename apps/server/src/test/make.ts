import type { OrderStatus } from '@pontic/contract'
import { newId } from '../db/ids.ts'
import type { TestApp } from './app.ts'
import type { Person } from './people.ts'

/** Makes two organizations partners. */
export async function makePartners(app: TestApp, one: Person, other: Person): Promise<void> {
  const [low_id, high_id] = [one.organizationId, other.organizationId].sort() as [string, string]
  const now = app.clock.now()
  await app.services.database.db
    .insertInto('partnership')
    .values({
      low_id,
      high_id,
      status: 'partner',
      requested_by: one.organizationId,
      requested_at: now,
      decided_at: now,
    })
    .execute()
}

let lastNumber = 0

/** What may differ in a made order. */
export type MadeOrder = {
  clinic: Person
  lab?: Person
  status?: OrderStatus
  patientName?: string
  type?: 0 | 1 | 2 | 7
  createdAt?: Date
}

/** Makes an order in any status, without its history. @returns its id, number and version */
export async function makeOrder(
  app: TestApp,
  order: MadeOrder,
): Promise<{ id: string; number: string; version: number }> {
  const { clinic, lab, status = 'uploaded', patientName = 'Test Patient', type = 0 } = order
  const now = order.createdAt ?? app.clock.now()
  const id = newId()
  const number = `C26-${(++lastNumber).toString(32).toUpperCase().padStart(6, '0')}`
  const isSent = !['scanned', 'uploaded'].includes(status)
  await app.services.database.db
    .insertInto('orders')
    .values({
      id,
      number,
      clinic_id: clinic.organizationId,
      lab_id: isSent ? lab!.organizationId : null,
      status,
      type,
      patient_name: patientName,
      created_by: clinic.accountId,
      created_at: now,
      updated_at: now,
      sent_at: isSent ? now : null,
    })
    .execute()
  return { id, number, version: 1 }
}
