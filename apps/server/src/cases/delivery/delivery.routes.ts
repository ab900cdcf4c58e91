import type { Handlers } from '../../platform/http/handlers.ts'
import { getCalendar, updateCalendar } from './delivery.service.ts'

/** Handlers for the calendars of laboratories. */
export const deliveryHandlers: Handlers<'delivery'> = {
  'delivery.getCalendar': (call) => getCalendar(call, call.params.id),
  'delivery.updateCalendar': (call) => updateCalendar(call, call.body, call.services.now()),
}
