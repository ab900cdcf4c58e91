import { limits } from '@pontic/contract'
import { beginStream, retrySeconds } from '../../platform/events/events.routes.ts'
import type { Hub } from '../../platform/events/hub.ts'
import { failUntil } from '../../platform/http/fail.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { getWatchedOrderId } from './open-previews.service.ts'

/** Interval at which an open preview checks its link again. */
const previewStreamMs = 15 * 60_000

/** Event streams of open previews: they announce a change of the order without any detail. */
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
