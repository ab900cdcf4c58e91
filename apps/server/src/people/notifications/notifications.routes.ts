import type { Handlers } from '../../platform/http/handlers.ts'
import { countUnreadNotifications } from './notifications.queries.ts'
import { listNotifications, markNotificationsRead } from './notifications.service.ts'

/** Handlers of the calls for the caller's own notifications. */
export const notificationHandlers: Handlers<'notifications'> = {
  'notifications.list': (call) => listNotifications(call, call.body),
  'notifications.count': async ({ tx, scope }) => ({
    unread: await countUnreadNotifications(tx, scope.account.id),
  }),
  'notifications.markRead': (call) => markNotificationsRead(call, call.body),
}
