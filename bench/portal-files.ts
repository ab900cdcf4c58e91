import { createHash } from 'node:crypto'
import { type RouteName, routes } from '@pontic/contract'
import { sendBody } from './transfer.ts'

/** URL of a portal and access token of a member of a clinic. */
export type Sender = { url: string; token: string }

/** Calls the portal. @returns the data of the reply @throws Error with the response */
export async function callPortal<Data>(
  { url, token }: Sender,
  name: RouteName,
  body: unknown,
): Promise<Data> {
  const { method, path } = routes[name]
  const answer = await fetch(`${url}/restful${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { data: Data }).data
}

/** Registers an order. @returns its id */
export async function createCase(sender: Sender): Promise<string> {
  const { id } = await callPortal<{ id: string }>(sender, 'orders.create', {
    type: 0,
    patientName: 'Marta Weber',
  })
  return id
}

/** Uploads a file in one PATCH. @returns its id, and the milliseconds of the PATCH and of all calls together */
export async function uploadInOnePatch(
  sender: Sender,
  orderId: string,
  name: string,
  bytes: Buffer,
): Promise<{ fileId: string; patchMs: number; wholeMs: number }> {
  // Hashes before the measurement, because the browser hashes in a worker during the upload.
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const startMs = performance.now()
  const files = [{ name, sizeBytes: bytes.length, role: 'upper' }]
  const announced = await callPortal<{ files: { id: string }[] }>(sender, 'files.announce', {
    id: orderId,
    files,
  })
  const fileId = announced.files[0]?.id ?? ''
  const headers = {
    authorization: `Bearer ${sender.token}`,
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
    'upload-offset': '0',
  }
  const { ms: patchMs } = await sendBody(`${sender.url}/restful/uploads/${fileId}`, 'PATCH', headers, bytes)
  await callPortal(sender, 'files.finish', { fileId, sha256 })
  return { fileId, patchMs, wholeMs: performance.now() - startMs }
}
