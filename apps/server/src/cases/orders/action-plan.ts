import type { VisibleOrder } from '../access/order-access.service.ts'
import type { OrderNotice } from '../steps/order-notices.service.ts'
import type { OrderStep } from '../steps/order-steps.service.ts'

/** The changes of an action, and the notification that it sends. */
export type ActionPlan = OrderStep & { notice?: OrderNotice }

/** The parts of an order that notifications name. */
export type Named = Pick<VisibleOrder, 'number' | 'clinicName' | 'labName'>

/** Returns the notification of an organization; nothing if there is none. */
export function noticeTo(
  organizationId: string | null,
  template: OrderNotice['template'],
  order: Named,
  params: OrderNotice['params'],
  more: Pick<OrderNotice, 'codes' | 'isGone'> = {},
): { notice?: OrderNotice } {
  if (organizationId === null) return {}
  const named = { number: order.number, clinic: order.clinicName, lab: order.labName ?? '' }
  return {
    notice: {
      template,
      organizationId,
      ...more,
      params: (language) => ({ ...named, ...params(language) }),
    },
  }
}
