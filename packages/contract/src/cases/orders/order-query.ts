import * as z from 'zod/mini'
import { Day, daysInOrder, Id, line, paging } from '../../fields.ts'
import { orderStatuses } from './order-states.ts'
import { OrderType } from './order-types.ts'

/** Columns that order lists sort by; `number` sorts as text. */
export const orderSorts = ['createdAt', 'updatedAt', 'deliveryOn', 'number'] as const
export type OrderSort = (typeof orderSorts)[number]

/** Deliveries that need a look today: missed, at risk, due, due within the next seven days. Never of cases that are on their way. */
export const dueKinds = ['late', 'atRisk', 'today', 'week'] as const
export type DueKind = (typeof dueKinds)[number]

const view = {
  status: z._default(z.nullable(z.enum(orderStatuses)), null),
  types: z._default(z.array(OrderType).check(z.maxLength(4, 'too_long')), []),
  partnerId: z._default(z.nullable(Id), null),
  words: z._default(line(0, 100), ''),
  createdFrom: z._default(z.nullable(Day), null),
  createdTo: z._default(z.nullable(Day), null),
  deliveryFrom: z._default(z.nullable(Day), null),
  deliveryTo: z._default(z.nullable(Day), null),
  due: z._default(z.nullable(z.enum(dueKinds)), null),
  waitsForMe: z._default(z.boolean(), false),
  sort: z._default(z.enum(orderSorts), 'createdAt'),
  direction: z._default(z.enum(['ascending', 'descending']), 'descending'),
}

const inOrder = [daysInOrder('createdFrom', 'createdTo'), daysInOrder('deliveryFrom', 'deliveryTo')] as const

/** Filters, search and order of the list, without its paging: what a saved view and an export keep. */
export const OrderView = z.strictObject(view).check(...inOrder)
export type OrderView = z.output<typeof OrderView>

/**
 * Filters, search, order and paging of the list. `due` counts days from the reader's today; `waitsForMe`: what the reader's
 * side has to answer, see `waitingStatuses`.
 */
export const OrderQuery = z.strictObject({ ...view, ...paging }).check(...inOrder)
export type OrderQuery = z.output<typeof OrderQuery>

/** Exact numbers of one's orders: all, and by status. Withdrawn rows are not counted. */
export const OrderCounts = z.strictObject({
  total: z.int(),
  scanned: z.int(),
  uploaded: z.int(),
  pending: z.int(),
  accepted: z.int(),
  shipped: z.int(),
  completed: z.int(),
  rejected: z.int(),
})
export type OrderCounts = z.output<typeof OrderCounts>
