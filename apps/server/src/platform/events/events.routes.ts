import type { IncomingMessage, ServerResponse } from 'node:http'
import { limits } from '@pontic/contract'
import { failUntil } from '../http/fail.ts'
import type { Handlers } from '../http/handlers.ts'
import type { Hub } from './hub.ts'

const retryMs = 1_000
/** Seconds after which a caller with too many streams may try again. */
export const retrySeconds = 30

/** Begins the reply of an event stream. @returns false for HEAD, which is answered then */
export function beginStream(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  outgoing.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Proxies would gather events until a buffer is full.
    'x-accel-buffering': 'no',
  })
  if (incoming.method === 'HEAD') {
    outgoing.end()
    return false
  }
  outgoing.write(`retry: ${retryMs}\n\n`)
  return true
}

/** The event stream of a node. */
export function eventsHandlers(hub: Hub): Handlers<'events'> {
  return {
    'events.stream': async ({ scope, incoming, outgoing }) => {
      // The newest stream is refused, not the oldest ended: tabs that end each other's streams would reconnect for ever.
      if (hub.countStreams(scope.account.id) >= limits.eventStreamsMax)
        failUntil('request.too_many', retrySeconds)
      if (!beginStream(incoming, outgoing)) return
      const { sessionId, account, organization } = scope
      hub.addStream({ sessionId, accountId: account.id, organizationId: organization.id }, outgoing)
    },
  }
}
