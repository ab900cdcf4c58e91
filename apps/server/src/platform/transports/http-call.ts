import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { Readable } from 'node:stream'
import { fail, Refusal } from '../http/fail.ts'
import {
  guardSocket,
  hostOf,
  isWebAddressAllowed,
  lookupOf,
  portOf,
  resolveTarget,
  type Target,
} from './addresses.ts'
import { refusalOfFailure } from './failures.ts'
import { transportLimits } from './transport.ts'

/** One call to a foreign server. */
export type HttpCall = {
  address: string
  method: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: Buffer
  allowsPrivate: boolean
  /** Maximum time from the start of the connection, after the name is resolved, to the headers of the response. */
  timeoutMs?: number
}

/** A response whose body the caller must read or destroy. */
export type HttpAnswer = { status: number; headers: IncomingHttpHeaders; body: Readable }

/**
 * Calls a foreign server at the address that was checked. Follows no redirect, and opens a new connection for each call.
 * @throws transport.address_refused before connecting
 * @throws transport.unreachable, transport.timeout, transport.certificate_wrong, transport.broken_off;
 *   transport.failed for other failures
 */
export async function callHttp(call: HttpCall): Promise<HttpAnswer> {
  if (!isWebAddressAllowed(call.address, call.allowsPrivate)) fail('transport.address_refused')
  const url = new URL(call.address)
  const target = await resolveTarget({ host: hostOf(url), port: portOf(url) }, 'web', call.allowsPrivate)
  try {
    return await sendRequest(url, call, target)
  } catch (error) {
    throw refusalOfFailure(error)
  }
}

function sendRequest(url: URL, call: HttpCall, target: Target): Promise<HttpAnswer> {
  const request = url.protocol === 'https:' ? requestSecure : requestPlain
  const timeoutMs = call.timeoutMs ?? transportLimits.connectTimeoutMs
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: call.method,
      agent: false,
      lookup: lookupOf(target),
      headers: {
        'user-agent': 'Pontic',
        'accept-encoding': 'identity',
        ...call.headers,
        ...(call.body ? { 'content-length': String(call.body.length) } : {}),
      },
    })
    const timer = setTimeout(() => outgoing.destroy(new Refusal('transport.timeout')), timeoutMs)
    outgoing.on('socket', (socket) => guardSocket(socket, target))
    outgoing.on('error', reject)
    outgoing.on('close', () => clearTimeout(timer))
    outgoing.on('response', (answer: IncomingMessage) => {
      clearTimeout(timer)
      answer.setTimeout(transportLimits.idleTimeoutMs, () => answer.destroy(new Refusal('transport.timeout')))
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: answer })
    })
    outgoing.end(call.body)
  })
}
