import type { IncomingHttpHeaders } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { openWebPeer } from './web-peer.ts'

/** A message with a verified signature. */
export type ReceivedMessage = { id: string; type: string; timestamp: string; data: Record<string, unknown> }

/** A receiver of webhooks that verifies each message with the library of Standard Webhooks. */
export type WebhookReceiver = {
  /** Its address, and the secret that it shares with the portal. */
  address: string
  secret: string
  /** Messages with a valid signature in order, including duplicates. */
  received: () => readonly ReceivedMessage[]
  /** Number of calls with an invalid signature. */
  forgedCount: () => number
  connectionCount: () => number
  /** Sets the next responses; 200 and `ok` initially. */
  answerWith: (status: number, body?: string, headers?: Record<string, string>) => void
  /** From now on verifies messages, and responds only after `release`. */
  pause: () => void
  release: () => void
  close: () => Promise<void>
}

/** Opens a receiver on a free port. */
export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`
  const webhook = new Webhook(secret)
  const received: ReceivedMessage[] = []
  let forged = 0
  let answer = { status: 200, body: 'ok', headers: {} as Record<string, string> }
  let waiting: (() => void)[] | undefined
  const receive = (body: string, headers: IncomingHttpHeaders) => {
    try {
      const message = webhook.verify(body, headers as Record<string, string>) as Omit<ReceivedMessage, 'id'>
      received.push({ id: String(headers['webhook-id']), ...message })
    } catch {
      forged++
    }
  }
  const peer = await openWebPeer((request, outgoing) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      receive(Buffer.concat(chunks).toString('utf8'), request.headers)
      const respond = () => outgoing.writeHead(answer.status, answer.headers).end(answer.body)
      if (waiting) waiting.push(respond)
      else respond()
    })
  })
  return {
    address: `${peer.address}/pontic`,
    secret,
    received: () => received,
    forgedCount: () => forged,
    connectionCount: peer.connectionCount,
    answerWith: (status, body = '', headers = {}) => {
      answer = { status, body, headers }
    },
    pause: () => {
      waiting ??= []
    },
    release: () => {
      for (const respond of waiting ?? []) respond()
      waiting = undefined
    },
    close: peer.close,
  }
}
