import type { IncomingMessage, ServerResponse } from 'node:http'
import { limits } from '@pontic/contract'
import { failUntil } from '../http/fail.ts'
import type { Handlers } from '../http/handlers.ts'
import { getWatchedOrderId } from '../../cases/previews/open-previews.service.ts'
import type { Hub } from './hub.ts'

const retryMs = 1_000
const retrySeconds = 30
/** How often an open preview checks its link again. */
const previewStreamMs = 15 * 60_000

/** @returns false for HEAD, which is answered then */
function beginStream(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
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

/** Event streams of open previews: they say that something has changed at the case, and nothing of what. */
export function previewEventsHandler(hub: Hub): Pick<Handlers<'previews'>, 'previews.events'> {
  return {
    'previews.events': async ({ services, request, incoming, outgoing }) => {
      const orderId = await getWatchedOrderId(services, request)
      if (hub.countPreviewStreams(orderId) >= limits.eventStreamsMax)
        failUntil('request.too_many', retrySeconds)
      if (!beginStream(incoming, outgoing)) return
      hub.addPreviewStream(orderId, outgoing)
      const timer = setTimeout(() => outgoing.end(), previewStreamMs).unref()
      outgoing.on('close', () => clearTimeout(timer))
    },
  }
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
