import { formatDay } from '@pontic/messages'
import { fail } from '../../platform/http/fail.ts'
import type { VisibleOrder } from '../access/order-access.service.ts'
import { type ActionPlan, type Named, noticeTo } from './action-plan.ts'

/** Plans another delivery day. The clinic has to agree to a later day than the confirmed one, and only hears of an earlier one. */
export function planMovedDay(order: VisibleOrder, deliveryOn: string): ActionPlan {
  const isLater = order.deliveryOn !== null && deliveryOn > order.deliveryOn
  return {
    kind: isLater ? 'proposeDay' : 'moveDay',
    to: order.status,
    set: isLater
      ? { proposed_on: deliveryOn }
      : { delivery_on: deliveryOn, is_delivery_confirmed: true, proposed_on: null },
    deliveryOn,
    labId: order.labId,
    ...noticeOfDay(order.clinicId, isLater ? 'order_day_proposed' : 'order_day_moved', order, deliveryOn),
  }
}

/** Plans the clinic's answer to a proposed delivery day. @throws order.wrong_status if none is proposed */
export function planAnsweredDay(order: VisibleOrder, agrees: boolean): ActionPlan {
  const { proposedOn, deliveryOn } = order
  if (proposedOn === null) fail('order.wrong_status')
  const day = agrees ? proposedOn : deliveryOn
  return {
    kind: agrees ? 'agreeDay' : 'keepDay',
    to: order.status,
    set: { delivery_on: day, proposed_on: null },
    deliveryOn: day,
    labId: order.labId,
    ...noticeOfDay(order.labId, agrees ? 'order_day_moved' : 'order_day_kept', order, day),
  }
}

const noticeOfDay = (
  organizationId: string | null,
  template: 'order_day_proposed' | 'order_day_moved' | 'order_day_kept',
  order: Named,
  day: string | null,
) =>
  noticeTo(
    organizationId,
    template,
    order,
    (language) => ({ day: day === null ? 'none' : formatDay(language, day) }),
    { codes: { day } },
  )
