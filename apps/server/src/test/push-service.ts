import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A decrypted browser notification and the headers of its request. */
export type Pushed = { news: { id: string; text: string; path: string }; headers: IncomingHttpHeaders }

/** A push service with a subscribed browser, which decrypts messages (RFC 8291 §4). */
export type PushService = {
  /** The subscription of the browser, as the browser registers it with the portal. */
  subscription: { endpoint: string; publicKey: string; secret: string }
  /** Messages in order of receipt, without refused ones. */
  pushed: () => readonly Pushed[]
  /** Number of calls, including refused ones. */
  callCount: () => number
  /** Sets the status of the next responses; 201 initially. */
  answerWith: (status: number) => void
  close: () => Promise<void>
}

const part = (body: Buffer, from: number, length: number) => body.subarray(from, from + length)
const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** Opens a push service on a free local port. */
export async function openPushService(): Promise<PushService> {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const secret = randomBytes(16)
  const pushed: Pushed[] = []
  let status = 201
  let calls = 0
  const decrypt = (body: Buffer): string => {
    const sender = part(body, 21, body[20] ?? 0)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
    const material = derive(browser.computeSecret(sender), secret, info, 32)
    const salt = part(body, 0, 16)
    const key = derive(material, salt, 'Content-Encoding: aes128gcm\0', 16)
    const nonce = derive(material, salt, 'Content-Encoding: nonce\0', 12)
    const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-16))
    const text = Buffer.concat([cipher.update(body.subarray(21 + sender.length, -16)), cipher.final()])
    return text.subarray(0, -1).toString('utf8')
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      calls++
      if (status === 201)
        pushed.push({ news: JSON.parse(decrypt(Buffer.concat(chunks))), headers: request.headers })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    subscription: {
      endpoint: `http://127.0.0.1:${port}/p/browser`,
      publicKey: browser.getPublicKey('base64url'),
      secret: secret.toString('base64url'),
    },
    pushed: () => pushed,
    callCount: () => calls,
    answerWith: (next) => {
      status = next
    },
    close: async () => {
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Reads the claims of a VAPID header (RFC 8292 §2); undefined if its signature is invalid. */
export function readVapid(header: string): { key: string; claims: Record<string, unknown> } | undefined {
  const [, signed = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+\.([\w-]+))\.([\w-]+), k=([\w-]+)$/.exec(header) ?? []
  const point = Buffer.from(key, 'base64url')
  const encode = (from: number) => part(point, from, 32).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: encode(1), y: encode(33) }
  const isSigned = verify(
    'sha256',
    Buffer.from(signed),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isSigned ? { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) } : undefined
}
