import { limits } from '@pontic/contract'
import { beginStream, retrySeconds } from '../../platform/events/events.routes.ts'
import type { Hub } from '../../platform/events/hub.ts'
import { failWithRetryAfter } from '../../platform/http/fail.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { getWatchedOrderId } from './open-previews.service.ts'

/** Interval at which an open preview checks its link again. */
const previewStreamMs = 15 * 60_000

/** Event streams of open previews: they announce a change of the order without any detail. */
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
