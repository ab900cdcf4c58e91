import { createHmac } from 'node:crypto'
import { limits } from '@pontic/contract'
import { callHttp } from '../../platform/transports/http-call.ts'
import { readStart } from '../../platform/transports/streams.ts'

/** One message to a webhook. */
export type WebhookCall = {
  address: string
  /** `whsec_…` */
  secret: string
  /** The same at every try, so that a receiver knows what it has already. */
  id: string
  /** JSON. */
  body: string
  now: Date
  allowsPrivate: boolean
}

/** What the receiver said. `retryAfterMs`: how long it asks to be left alone. */
export type WebhookAnswer = { status: number; answer: string; retryAfterMs: number }

// Controls have no place in a log, and PostgreSQL refuses NUL.
const unfitForLog = /[^\P{Cc}\n\t]|\p{Cs}/gu

/** The header `webhook-signature` of a message (Standard Webhooks, symmetric signature v1). */
export function signMessage(
  { secret, id, body }: Pick<WebhookCall, 'secret' | 'id' | 'body'>,
  seconds: number,
): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

/**
 * Gives a webhook one message: signed, and without following where it leads on to.
 * @throws transport.* when it can't be reached, or may not be
 */
export async function callWebhook(call: WebhookCall): Promise<WebhookAnswer> {
  const seconds = Math.floor(call.now.getTime() / 1000)
  const { status, headers, body } = await callHttp({
    address: call.address,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': call.id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signMessage(call, seconds),
    },
    body: Buffer.from(call.body),
    allowsPrivate: call.allowsPrivate,
  })
  // The status counts, whatever becomes of the rest of the answer.
  const start = await readStart(body, limits.pushAnswerLengthMax * 4).catch(() => Buffer.alloc(0))
  const answer = start.toString('utf8').replace(unfitForLog, '').slice(0, limits.pushAnswerLengthMax)
  return { status, answer, retryAfterMs: secondsOf(headers['retry-after']) * 1000 }
}

const secondsOf = (header: string | undefined): number =>
  /^\d{1,6}$/.test(header ?? '') ? Number(header) : 0
