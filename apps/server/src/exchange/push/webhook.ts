import { createHmac } from 'node:crypto'
import { limits } from '@pontic/contract'
import { callHttp } from '../../platform/transports/http-call.ts'
import { readStart } from '../../platform/transports/streams.ts'

/** One message to a webhook. */
export type WebhookCall = {
  address: string
  /** `whsec_…` */
  secret: string
  /** Id of the delivery. It is the same for every attempt, so that a receiver recognizes repeats. */
  id: string
  /** JSON. */
  body: string
  now: Date
  allowsPrivate: boolean
}

/**
 * The receiver's response. `answer`: the start of its body. `retryAfterMs`: the `Retry-After` header in milliseconds; 0 if
 * the header is missing or not a number of seconds.
 */
export type WebhookAnswer = { status: number; answer: string; retryAfterMs: number }

// Characters that are removed from a response before it is stored: lone surrogates, and control characters
// except newline and tab. PostgreSQL rejects NUL, and the others garble the log.
const disallowedInLog = /[^\P{Cc}\n\t]|\p{Cs}/gu

/** Computes the header `webhook-signature` of a message (Standard Webhooks, symmetric signature v1). */
export function signMessage(
  { secret, id, body }: Pick<WebhookCall, 'secret' | 'id' | 'body'>,
  seconds: number,
): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

/**
 * Sends a signed message to a webhook without following redirects.
 * @throws transport.* if the receiver can't be reached or its address is not allowed
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
  // The status is the result of the attempt, even if reading the body fails.
  const start = await readStart(body, limits.pushAnswerLengthMax * 4).catch(() => Buffer.alloc(0))
  const answer = start.toString('utf8').replace(disallowedInLog, '').slice(0, limits.pushAnswerLengthMax)
  return { status, answer, retryAfterMs: secondsOf(headers['retry-after']) * 1000 }
}

const secondsOf = (header: string | undefined): number =>
  /^\d{1,6}$/.test(header ?? '') ? Number(header) : 0
