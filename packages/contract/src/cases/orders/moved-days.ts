import * as z from 'zod/mini'
import { Day } from '../../fields.ts'
import { zoneHeaders } from '../../reader-zone.ts'
import type { RouteTable } from '../../route.ts'
import { actionErrors, Order, target } from './orders.ts'

/** Routes with which laboratory and clinic change a confirmed delivery day (rules §16). */
export const movedDayRoutes = {
  'orders.moveDay': {
    method: 'PUT',
    path: '/orders/day',
    permission: 'order.accept',
    audit: ['orders.moveDay', 'orders.proposeDay'],
    headers: zoneHeaders,
    summary:
      'Move the confirmed delivery day of a case in production; a later day is proposed to the clinic, which has to agree',
    body: z.strictObject({
      ...target,
      /** The new delivery day. */
      deliveryOn: Day,
    }),
    reply: Order,
    errors: actionErrors,
  },
  'orders.answerDay': {
    method: 'PUT',
    path: '/orders/proposedday',
    permission: 'order.send',
    audit: ['orders.agreeDay', 'orders.keepDay'],
    summary: 'Agree to the delivery day that the laboratory proposes, or keep the confirmed one',
    body: z.strictObject({
      ...target,
      /** Whether the proposed day becomes the delivery day. */
      agrees: z.boolean(),
    }),
    reply: Order,
    errors: actionErrors,
    example: { body: { id: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f', agrees: true } },
  },
} as const satisfies RouteTable
