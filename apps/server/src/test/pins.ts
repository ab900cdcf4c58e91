import type { NewPin } from '@pontic/contract'
import type { TestApp } from './app.ts'
import { insertFile } from './insert-rows.ts'
import { as, type People, type Person } from './people.ts'

/** Creates the body of a pin on a scan. */
export const pinOn = (fileId: string, more: Partial<NewPin> = {}): NewPin => ({
  fileId,
  point: [1.25, -2.5, 3],
  normal: [0, 0, 1],
  camera: { position: [1, -2, 60], target: [1, -2, 3], up: [0, 1, 0], aspect: 1.5 },
  note: '',
  imageId: null,
  ...more,
})

let lastScan = 0

/** Inserts a scan of the person's organization. @returns its id and SHA-256 */
export async function insertScan(
  app: TestApp,
  orderId: string,
  by: Person,
  party: 'clinic' | 'lab' = 'clinic',
): Promise<{ id: string; sha256: string }> {
  const bytes = Buffer.from(`solid scan${++lastScan}\nendsolid scan\n`)
  return await insertFile(app, { orderId, by, party, bytes })
}

/** Posts a message of the clinic with one pin on a new scan. @returns ids of message, pin and scan */
export async function postPin(
  app: TestApp,
  { alice }: Pick<People, 'alice'>,
  orderId: string,
): Promise<{ messageId: string; pinId: string; fileId: string }> {
  const { id: fileId } = await insertScan(app, orderId, alice)
  const body = { orderId, text: 'Look here.', pins: [pinOn(fileId)] }
  const { data } = (await as(app, alice).call('conversation.post', { body })).body
  return { messageId: data.id, pinId: data.pins[0]?.id ?? '', fileId }
}
