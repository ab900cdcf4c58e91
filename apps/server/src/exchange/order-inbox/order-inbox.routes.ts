import type { Handlers } from '../../platform/http/handlers.ts'
import { acknowledgeInbox, listInbox } from './order-inbox.service.ts'

/** Handlers with which a laboratory's software receives its orders (decision 0037). */
export const orderInboxHandlers: Handlers<'inbox'> = {
  'inbox.list': ({ tx, scope, body }) => listInbox(tx, scope, body),
  'inbox.acknowledge': ({ tx, scope, services, body }) => acknowledgeInbox(tx, scope, services, body.cases),
}
