import type { Handlers } from '../../platform/http/handlers.ts'
import { deleteSubscription, hasSubscription } from './browser-notifications.queries.ts'
import { subscribeBrowser } from './browser-notifications.service.ts'
import { getVapidKey } from './vapid-key.ts'

/** Handlers of the calls for browser notifications of the caller's session. */
export const browserNotificationHandlers: Handlers<'push'> = {
  'push.get': async (call) => ({
    publicKey: (await getVapidKey(call)).publicKey.toString('base64url'),
    isOn: await hasSubscription(call.tx, call.scope.sessionId),
  }),
  'push.subscribe': async (call) => {
    await subscribeBrowser(call, call.body)
    return { done: true }
  },
  'push.unsubscribe': async ({ tx, scope }) => {
    await deleteSubscription(tx, scope.sessionId)
    return { done: true }
  },
}
