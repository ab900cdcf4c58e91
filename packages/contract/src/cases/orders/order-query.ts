import * as z from 'zod/mini'
import { Day, daysInOrder, Id, line, paging } from '../../fields.ts'
import { orderStatuses } from './order-states.ts'
import { OrderType } from './order-types.ts'

/** Sort columns of order lists; `number` sorts as text. */
export const orderSorts = ['createdAt', 'updatedAt', 'deliveryOn', 'number'] as const
export type OrderSort = (typeof orderSorts)[number]

/**
 * Deliveries that need attention today: missed, at risk, due, due within the next seven days. Shipped cases do not
 * count.
 */
export const dueKinds = ['late', 'atRisk', 'today', 'week'] as const
export type DueKind = (typeof dueKinds)[number]

const view = {
  /** Only cases of this status. */
  status: z._default(z.nullable(z.enum(orderStatuses)), null),
  /** Only cases of these types; empty for all. */
  types: z._default(z.array(OrderType).check(z.maxLength(4, 'too_long')), []),
  /** Only cases with this partner. */
  partnerId: z._default(z.nullable(Id), null),
  /** Search words: number, patient, dentist, partner. */
  words: z._default(line(0, 100), ''),
  /** First day of creation. */
  createdFrom: z._default(z.nullable(Day), null),
  /** Last day of creation. */
  createdTo: z._default(z.nullable(Day), null),
  /** First delivery day. */
  deliveryFrom: z._default(z.nullable(Day), null),
  /** Last delivery day. */
  deliveryTo: z._default(z.nullable(Day), null),
  /** Only cases that are due, counted from the reader’s today. */
  due: z._default(z.nullable(z.enum(dueKinds)), null),
  /** Only cases that wait for the caller’s side. */
  waitsForMe: z._default(z.boolean(), false),
  /** Field that the list is sorted by. */
  sort: z._default(z.enum(orderSorts), 'createdAt'),
  /** Direction of the order. */
  direction: z._default(z.enum(['ascending', 'descending']), 'descending'),
}

const inOrder = [daysInOrder('createdFrom', 'createdTo'), daysInOrder('deliveryFrom', 'deliveryTo')] as const

/** Filters, search and sort order of the list, without its paging, as stored in a saved view and an export. */
export const OrderView = z.strictObject(view).check(...inOrder)
export type OrderView = z.output<typeof OrderView>

/** Filters, search, order and paging of the list of cases. */
export const OrderQuery = z.strictObject({ ...view, ...paging }).check(...inOrder)
export type OrderQuery = z.output<typeof OrderQuery>

/** Exact counts of the caller's orders: all, and by status. Withdrawn rows are not counted. */
export const OrderCounts = z.strictObject({
  /** All cases. */
  total: z.int(),
  /** Cases that were registered. */
  scanned: z.int(),
  /** Cases whose upload is complete. */
  uploaded: z.int(),
  /** Cases that wait for the laboratory. */
  pending: z.int(),
  /** Cases in production. */
  accepted: z.int(),
  /** Cases on their way. */
  shipped: z.int(),
  /** Completed cases. */
  completed: z.int(),
  /** Rejected cases. */
  rejected: z.int(),
})
export type OrderCounts = z.output<typeof OrderCounts>
