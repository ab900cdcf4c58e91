import type { IncomingMessage, ServerResponse } from 'node:http'
import { limits } from '@pontic/contract'
import { failWithRetryAfter } from '../http/fail.ts'
import type { Handlers } from '../http/handlers.ts'
import type { Hub } from './hub.ts'

const retryMs = 1_000
/** Retry-After for a caller with too many streams, in seconds. */
export const retrySeconds = 30

/** Sends the headers of an event stream. @returns false for HEAD, whose response is then complete */
export function beginStream(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  outgoing.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Without this header, proxies hold events back until a buffer is full.
    'x-accel-buffering': 'no',
  })
  if (incoming.method === 'HEAD') {
    outgoing.end()
    return false
  }
  outgoing.write(`retry: ${retryMs}\n\n`)
  return true
}

/** Creates the handler of the event stream. */
export function eventsHandlers(hub: Hub): Handlers<'events'> {
  return {
    'events.stream': async ({ scope, incoming, outgoing }) => {
      // Refuses the new stream instead of closing the oldest one: tabs that close each other's streams would reconnect forever.
      if (hub.countStreams(scope.account.id) >= limits.eventStreamsMax)
        failWithRetryAfter('request.too_many', retrySeconds)
      if (!beginStream(incoming, outgoing)) return
      const { sessionId, account, organization } = scope
      hub.addStream({ sessionId, accountId: account.id, organizationId: organization.id }, outgoing)
    },
  }
}
