import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { FileRole, Order, OrderFile } from '@pontic/contract'
import { root } from '../scripts/places.ts'
import type { Person } from './people.ts'

/** A file that tests upload. */
export type SentFile = { name: string; bytes: Buffer; type: string }

const scan = (name: string) => readFileSync(join(root, 'demo/scans', name))

/** Reads the real scan of an upper jaw, 3.3 MB. */
export const upperScan = (): SentFile => ({
  name: 'upper.obj',
  bytes: scan('case0-upper-teeth.obj'),
  type: 'model/obj',
})

/** Reads the real scan of a lower jaw, 3.2 MB. */
export const lowerScan = (): SentFile => ({
  name: 'lower.obj',
  bytes: scan('case0-lower-teeth.obj'),
  type: 'model/obj',
})

/** Reads the small mesh of a real CAD part, 0.5 MB. */
export const smallScan = (): SentFile => ({
  name: 'attachment.stl',
  bytes: scan('retention-rig-top-attachment.stl'),
  type: 'model/stl',
})

/** Returns two small meshes with the names of an upper and a lower jaw, which are read in a tenth of the time of the real scans. */
export const smallJaws = (): SentFile[] => [
  { ...smallScan(), name: 'upper.stl' },
  { ...smallScan(), name: 'lower.stl' },
]

/** Creates a partnership: the clinic applies, the laboratory approves. */
export async function becomePartners(clinic: Person, lab: Person): Promise<void> {
  await clinic.client.call('partners.apply', { body: { organizationId: lab.organizationId, message: '' } })
  await lab.client.call('partners.answer', { body: { organizationId: clinic.organizationId, approve: true } })
}

/** A complete prescription of one crown. */
const crown = {
  type: 0,
  items: [
    { tooth: '16', work: 'crown', material: 'zirconia', shade: { guide: 'vita_classical', body: 'A3' } },
  ],
} as const

/** Creates a case with a prescription of one crown. */
export async function createCase(clinic: Person, patientName: string): Promise<Order> {
  const { id } = await clinic.client.call('orders.create', { body: { type: 0, patientName } })
  return await clinic.client.call('prescriptions.update', { body: { id, prescription: crown as never } })
}

/** Creates a case without scans and sends it. */
export async function sendCase(clinic: Person, lab: Person, patientName: string): Promise<Order> {
  const { id } = await createCase(clinic, patientName)
  await clinic.client.call('orders.declareNoScans', { body: { id } })
  return await sendTo(lab, clinic, id)
}

/** Sends an uploaded case. If the send is deferred, waits until the case is sent. */
export async function sendTo(lab: Person, clinic: Person, id: string): Promise<Order> {
  let order = await clinic.client.call('orders.send', { body: { id, labId: lab.organizationId } })
  const isWaiting = async () => {
    if (order.isSendWaiting) ({ order } = await clinic.client.call('orders.get', { params: { id } }))
    return order.isSendWaiting
  }
  await expect.poll(isWaiting).toBe(false)
  return order
}

/** Uploads a file to a case and waits until it is verified. */
export async function uploadFile(
  person: Person,
  orderId: string,
  file: SentFile,
  role: FileRole = 'other',
): Promise<OrderFile> {
  const { createUploader } = await import('@pontic/client')
  const { files } = await person.client.call('files.announce', {
    body: { id: orderId, files: [{ name: file.name, sizeBytes: file.bytes.length, role }] },
  })
  const announced = files[0]!
  const uploader = createUploader(person.client)
  uploader.add(new Blob([new Uint8Array(file.bytes)]), announced)
  await uploader.whenIdle()
  uploader.dispose()
  return announced
}
