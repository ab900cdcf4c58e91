import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import {
  type FileKind,
  type FileRole,
  type OrderStatus,
  type OrderType,
  Prescription,
} from '@pontic/contract'
import { newId, sortIds } from '../platform/db/ids.ts'
import type { Services } from '../platform/services.ts'
import type { Person, TestPlace } from './people.ts'

/** Inserts the partnership of two organizations. */
export async function insertPartnership(app: TestPlace, one: Person, other: Person): Promise<void> {
  const [low_id, high_id] = sortIds(one.organizationId, other.organizationId)
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

const minimalContents = {
  0: {
    items: [
      { tooth: '16', work: 'crown', material: 'zirconia', shade: { guide: 'vita_classical', body: 'A3' } },
    ],
  },
  1: { appliance: 'hawley', arch: 'upper' },
  2: {
    items: [
      {
        ...({
          tooth: '36',
          work: 'crown',
          material: 'zirconia',
          maker: 'neodent',
          line: 'grand_morse',
        } as const),
        ...({ platform: 'GM', retention: 'screw', shade: { guide: 'vita_classical', body: 'A3' } } as const),
      },
    ],
  },
  7: { kind: 'full', arch: 'lower', base: 'acrylic', teethByLab: true },
} as const satisfies Record<OrderType, object>

/** Creates a minimal complete prescription. */
export const minimalPrescription = <Type extends OrderType>(type: Type) =>
  Prescription.parse({ type, ...minimalContents[type] }) as Extract<Prescription, { type: Type }>

/** Creates the prescription of a bridge 16–14 with a pontic on 15. */
export const bridgePrescription = () => ({
  type: 0 as const,
  items: ['16', '15', '14'].map((tooth) => ({
    ...minimalPrescription(0).items[0]!,
    tooth,
    work: tooth === '15' ? 'pontic' : 'crown',
  })),
  connectors: [
    { from: '16', to: '15' },
    { from: '15', to: '14' },
  ],
})

/** Adds a complete prescription to an order by SQL. */
export async function prescribe(app: TestPlace, orderId: string, type: OrderType = 0): Promise<void> {
  await app.services.database.db
    .insertInto('prescription')
    .values({ order_id: orderId, body: JSON.stringify(minimalPrescription(type)) })
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Options of an inserted order. With `isBlank` it has no prescription. */
export type OrderValues = {
  clinic: Person
  lab?: Person
  status?: OrderStatus
  patientName?: string
  type?: OrderType
  createdAt?: Date
  isBlank?: true
}

/** Inserts an order in any status with a prescription and without a timeline. @returns its id, number and version */
export async function insertOrder(
  app: TestPlace,
  order: OrderValues,
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
  if (!order.isBlank) await prescribe(app, id, type)
  return { id, number, version: 1 }
}

/** Options of an inserted file. */
export type FileValues = {
  orderId: string
  by: Person
  bytes: Buffer
  name?: string
  role?: FileRole
  kind?: FileKind
  party?: 'clinic' | 'lab'
}

/** Stores bytes and inserts a verified file of an order. @returns its id and digests */
export async function insertFile(
  app: TestPlace & { services: Pick<Services, 'storage'> },
  file: FileValues,
): Promise<{ id: string; sha256: string; crc32: number }> {
  const { orderId, by, bytes, name = 'upper.stl', role = 'upper', kind = 'stl', party = 'clinic' } = file
  const { database, storage } = app.services
  const now = app.clock.now()
  const id = newId()
  const sha256 = createHash('sha256').update(bytes).digest()
  const checksum = crc32(bytes)
  await storage.putFile(sha256.toString('hex'), Readable.from([bytes]))
  const size_bytes = bytes.length
  await database.transaction(async (tx) => {
    await tx
      .insertInto('order_file')
      .values({
        id,
        order_id: orderId,
        organization_id: by.organizationId,
        account_id: by.accountId,
        account_name: by.name,
        party,
        name,
        role,
        kind,
        state: 'verified',
        size_bytes,
        received_bytes: size_bytes,
        sha256,
        crc32: checksum,
        created_at: now,
        verified_at: now,
      })
      .execute()
    await tx
      .updateTable('organization')
      .set((eb) => ({ storage_used_bytes: eb('storage_used_bytes', '+', size_bytes) }))
      .where('id', '=', by.organizationId)
      .execute()
    if (party === 'lab') return
    await tx
      .updateTable('orders')
      .set((eb) => ({
        files_total: eb('files_total', '+', 1),
        files_verified: eb('files_verified', '+', 1),
        bytes_total: eb('bytes_total', '+', size_bytes),
        bytes_received: eb('bytes_received', '+', size_bytes),
      }))
      .where('id', '=', orderId)
      .execute()
  })
  return { id, sha256: sha256.toString('hex'), crc32: checksum }
}
