import type { Handlers } from '../../platform/http/handlers.ts'
import { getCalendar, updateCalendar } from './delivery.service.ts'

/** Calls about the working days of laboratories. */
export const deliveryHandlers: Handlers<'delivery'> = {
  'delivery.getCalendar': ({ tx, scope, params }) => getCalendar(tx, scope, params.id),
  'delivery.updateCalendar': ({ tx, scope, services, body }) =>
    updateCalendar(tx, scope, body, services.now()),
}
