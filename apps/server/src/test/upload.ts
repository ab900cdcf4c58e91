import { createHash } from 'node:crypto'
import { type IncomingHttpHeaders, request } from 'node:http'
import type { FileRole, OrderFile } from '@pontic/contract'
import { as, type Person } from './people.ts'

/** A response of the upload protocol. */
export type TusAnswer = {
  status: number
  headers: IncomingHttpHeaders
  text: string
  error: string | undefined
}

/** The server and the sender of requests. */
type Sender = { app: { url: string }; person: Person }

/** Sends one raw request of the upload protocol over a new connection. */
export function sendTus(
  { app, person }: Sender,
  method: string,
  path: string,
  headers: Record<string, string | number> = {},
  body: Buffer = Buffer.alloc(0),
): Promise<TusAnswer> {
  return new Promise((resolve, reject) => {
    const all = { authorization: `Bearer ${person.token}`, 'tus-resumable': '1.0.0', ...headers }
    const outgoing = request(app.url + path, { method, headers: all, agent: false }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const error = text.startsWith('{') ? (JSON.parse(text) as { error?: string }).error : undefined
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, error })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** Sends these bytes of an upload in one PATCH request. */
export function patchUpload(
  sender: Sender,
  fileId: string,
  offset: number,
  bytes: Buffer,
): Promise<TusAnswer> {
  const headers = {
    'content-type': 'application/offset+octet-stream',
    'upload-offset': offset,
    'content-length': bytes.length,
  }
  return sendTus(sender, 'PATCH', `/restful/uploads/${fileId}`, headers, bytes)
}

/** Announces one file. @throws Error if it is refused */
export async function announceFile(
  { app, person }: Sender,
  orderId: string,
  file: { name: string; sizeBytes: number; role?: FileRole },
): Promise<OrderFile> {
  const answer = await as(app, person).call('files.announce', {
    body: { id: orderId, files: [{ role: 'upper', ...file }] },
  })
  const [announced] = answer.body.data?.files ?? []
  if (announced === undefined) throw new Error(`announce: ${answer.status} ${answer.body.error}`)
  return announced
}

/** Returns the SHA-256 in hex. */
export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Uploads a whole file in one PATCH and finishes it. @returns the verified file */
export async function uploadFile(
  app: { url: string },
  person: Person,
  orderId: string,
  file: { name: string; bytes: Buffer; role?: FileRole },
): Promise<OrderFile> {
  const { bytes, ...rest } = file
  const announced = await announceFile({ app, person }, orderId, { ...rest, sizeBytes: bytes.length })
  const sent = await patchUpload({ app, person }, announced.id, 0, bytes)
  if (sent.status !== 204) throw new Error(`upload: ${sent.status} ${sent.error}`)
  const answer = await as(app, person).call('files.finish', {
    body: { fileId: announced.id, sha256: hashOf(bytes) },
  })
  if (answer.status !== 200) throw new Error(`finish: ${answer.status} ${answer.body.error}`)
  return answer.body.data
}
