import type { OrderTask } from '@pontic/contract'
import type { MessageKey } from '@pontic/messages'

/** The names of the groups of the home page. The filter of the case list has the same names. */
export const taskTitles = {
  answer: 'orders.tasks.answer',
  late: 'orders.filter.attentions.late',
  shipToday: 'orders.tasks.shipToday',
  accept: 'orders.tasks.accept',
  atRisk: 'orders.filter.attentions.atRisk',
  receive: 'order.action.complete',
  send: 'orders.tasks.send',
  upload: 'orders.tasks.upload',
} as const satisfies Record<OrderTask, MessageKey>
