import type { Handlers } from '../../platform/http/handlers.ts'
import { acknowledgeInbox, listInbox } from './order-inbox.service.ts'

/** Handlers of the inbox, with which a laboratory's software receives orders (decision 0037). */
export const orderInboxHandlers: Handlers<'inbox'> = {
  'inbox.list': (call) => listInbox(call, call.body),
  'inbox.acknowledge': (call) => acknowledgeInbox(call, call.body.cases),
}
