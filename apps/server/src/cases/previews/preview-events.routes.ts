import { limits } from '@pontic/contract'
import { beginStream, retrySeconds } from '../../platform/events/events.routes.ts'
import type { Hub } from '../../platform/events/hub.ts'
import { failWithRetryAfter } from '../../platform/http/fail.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { getWatchedOrderId } from './open-previews.service.ts'

/** Maximum duration of an event stream. The page then opens a new one, which checks the link again. */
const previewStreamMs = 15 * 60_000

/** Creates the handler for event streams of open previews. An event says only that the order has changed. */
export function previewEventsHandler(hub: Hub): Pick<Handlers<'previews'>, 'previews.events'> {
  return {
    'previews.events': async (call) => {
      const orderId = await getWatchedOrderId(call)
      if (hub.countPreviewStreams(orderId) >= limits.eventStreamsMax)
        failWithRetryAfter('request.too_many', retrySeconds)
      if (!beginStream(call.incoming, call.outgoing)) return
      hub.addPreviewStream(orderId, call.outgoing)
      const timer = setTimeout(() => call.outgoing.end(), previewStreamMs).unref()
      call.outgoing.on('close', () => clearTimeout(timer))
    },
  }
}
