import * as z from 'zod/mini'
import { Day, daysInOrder, Id, line, paging } from '../../fields.ts'
import { limits } from '../../limits.ts'
import { reviewStates } from '../reviews/review-states.ts'
import { orderStatuses } from './order-states.ts'
import { orderTasks } from './order-tasks.ts'
import { OrderType } from './order-types.ts'

/**
 * Sort columns of order lists. `number` sorts as text. Names sort without regard to case and accents, `status` in the sequence of
 * `orderStatuses`, and empty values last. `partner` is the laboratory for a clinic, and the clinic for everybody else.
 */
export const orderSorts = [
  'createdAt',
  'updatedAt',
  'deliveryOn',
  'number',
  'patientName',
  'status',
  'type',
  'partner',
  'doctor',
  'scanDate',
  'senderOperator',
  'updater',
  'operator',
  'equipmentNumber',
  'softwareVersion',
  'expressNumber',
  'carrier',
] as const
export type OrderSort = (typeof orderSorts)[number]

/** Sort columns for lists of any length, because an index has their order. Others are limited to `limits.sortedTotalMax` cases. */
export const unlimitedSorts = [
  'createdAt',
  'updatedAt',
  'deliveryOn',
  'number',
  'patientName',
] as const satisfies readonly OrderSort[]

/**
 * Whether a list can be sorted by a column.
 * @param total number of the reader’s cases, or of those with the status that the list is filtered by
 */
export const isSortable = (sort: OrderSort, total: number): boolean =>
  unlimitedSorts.some((one) => one === sort) || total <= limits.sortedTotalMax

/**
 * Filters by delivery day: already late, at risk, due today, due in the seven days after today. Shipped and completed cases
 * match none.
 */
export const dueKinds = ['late', 'atRisk', 'today', 'week'] as const
export type DueKind = (typeof dueKinds)[number]

/** Limits of counting that a list accepts. */
const totalMaxima = [0, 1000, limits.filteredTotalMax] as const

const view = {
  /** Only cases of this status. */
  status: z._default(z.nullable(z.enum(orderStatuses)), null),
  /** Only cases of these types; empty for all. */
  types: z._default(z.array(OrderType).check(z.maxLength(4, 'too_long')), []),
  /** Only cases with this organization as the other party. */
  partnerId: z._default(z.nullable(Id), null),
  /** Words to find in number, patient, dentist and partner. */
  words: z._default(line(0, 100), ''),
  /** Only cases registered on this day or later, in the reader’s time zone. */
  createdFrom: z._default(z.nullable(Day), null),
  /** Only cases registered on this day or earlier. */
  createdTo: z._default(z.nullable(Day), null),
  /** Only cases with this delivery day or a later one. */
  deliveryFrom: z._default(z.nullable(Day), null),
  /** Only cases with this delivery day or an earlier one. */
  deliveryTo: z._default(z.nullable(Day), null),
  /** Only cases whose delivery is late, at risk or due, in the reader’s time zone. */
  due: z._default(z.nullable(z.enum(dueKinds)), null),
  /**
   * Only cases with this technician; `me` for the caller, `none` for cases without one. No case of a caller outside a laboratory
   * matches. @example "me"
   */
  technicianId: z._default(
    z.nullable(
      z.string().check(z.regex(/^(?:me|none|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/, 'pattern')),
    ),
    null,
  ),
  /** Only cases whose design review is in this state. */
  reviewState: z._default(z.nullable(z.enum(reviewStates)), null),
  /** Only cases in which the caller’s party has to act next. */
  waitsForMe: z._default(z.boolean(), false),
  /** Only cases of this group of the home page, in the reader’s time zone. */
  task: z._default(z.nullable(z.enum(orderTasks)), null),
  /** Field that the list is sorted by. */
  sort: z._default(z.enum(orderSorts), 'createdAt'),
  /** Direction of `sort`. */
  direction: z._default(z.enum(['ascending', 'descending']), 'descending'),
}

const inOrder = [daysInOrder('createdFrom', 'createdTo'), daysInOrder('deliveryFrom', 'deliveryTo')] as const

/** Filters, search and sort order of the list, without paging. Saved views and export tickets contain them. */
export const OrderView = z.strictObject(view).check(...inOrder)
export type OrderView = z.output<typeof OrderView>

/** Filters, search, sort order and paging of the list of cases. */
export const OrderQuery = z
  .strictObject({
    ...view,
    ...paging,
    /** Up to how many cases a filtered list is counted. With 0, `total` ends with this page, and a search is faster. */
    totalMax: z._default(z.literal(totalMaxima), limits.filteredTotalMax),
  })
  .check(...inOrder)
export type OrderQuery = z.output<typeof OrderQuery>

/** Exact number of the caller’s cases, in total and by status, without withdrawn cases. */
export const OrderCounts = z.strictObject({
  /** All cases. */
  total: z.int(),
  /** Registered cases whose upload is not complete. */
  scanned: z.int(),
  /** Cases whose upload is complete and that are not sent. */
  uploaded: z.int(),
  /** Sent cases that no laboratory has accepted. */
  pending: z.int(),
  /** Cases that a laboratory has accepted and not shipped. */
  accepted: z.int(),
  /** Cases that are shipped and not yet confirmed by the clinic. */
  shipped: z.int(),
  /** Cases whose receipt the clinic has confirmed. */
  completed: z.int(),
  /** Rejected cases. */
  rejected: z.int(),
})
export type OrderCounts = z.output<typeof OrderCounts>
