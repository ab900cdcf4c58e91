import * as z from 'zod/mini'
import { Day, Done, Id, pageOf, paging, Time } from '../../fields.ts'
import { limits } from '../../limits.ts'
import { zoneHeaders } from '../../reader-zone.ts'
import type { RouteTable } from '../../route.ts'
import { RemakeCause, RemakeNote } from '../remakes/remakes.ts'
import { orderStatuses } from './order-states.ts'
import { OrderType } from './order-types.ts'
import { Order } from './orders.ts'

/** A case that its clinic has discarded. */
export const DiscardedOrder = z.strictObject({
  id: Id,
  /** Number of the case. @example "C26-7F3K9Q" */
  number: z.string(),
  type: OrderType,
  status: z.enum(orderStatuses),
  /** Name of the patient. @example "Test Patient" */
  patientName: z.string(),
  createdAt: Time,
  discardedAt: Time,
  /** Until when the clinic can restore the case; afterwards its files are deleted. */
  restorableUntil: Time,
  /** Whether the platform deleted the case; then only the platform can restore it. */
  isDeleted: z.boolean(),
})
export type DiscardedOrder = z.output<typeof DiscardedOrder>

const fileIds = z.array(Id).check(z.maxLength(limits.filesPerOrderMax, 'too_long'))
const exampleId = '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'

/** Routes that remake, discard, list or restore cases, or delete files of a completed case (rules §5, §7). */
export const closedOrderRoutes = {
  'orders.discard': {
    method: 'DELETE',
    path: '/orders/:id',
    permission: 'order.discard',
    audit: 'orders.discard',
    summary: 'Discard a case that is not with a laboratory; it can be restored for 30 days',
    params: z.strictObject({ id: Id }),
    reply: Done,
    errors: ['order.not_found', 'order.wrong_status', 'order.changed'],
  },
  'orders.remake': {
    method: 'POST',
    path: '/orders/:id/remake',
    permission: 'order.create',
    audit: ['orders.remake', 'orders.create', 'orders.remakeOf'],
    headers: zoneHeaders,
    summary: 'Order a remake of a shipped or completed case with its fields, prescription and chosen files',
    params: z.strictObject({ id: Id }),
    body: z.strictObject({
      /** Version as last read. When it is stale, the call is refused with `order.changed`. */
      version: z.optional(z.int()),
      /** Why the work is made again. */
      cause: RemakeCause,
      note: RemakeNote,
      /** Delivery day that the clinic wishes for, null for none. */
      deliveryOn: z._default(z.nullable(Day), null),
      /** Ids of the files that are copied to the new case. */
      fileIds: z._default(fileIds, []),
    }),
    reply: Order,
    errors: ['order.not_found', 'order.wrong_status', 'order.changed', 'file.not_found'],
    example: { body: { cause: 'scan', note: 'The margin of 24 was not captured.' } },
  },
  'orders.listDiscarded': {
    method: 'POST',
    path: '/orders/discarded/list',
    permission: 'order.discard',
    reads: true,
    summary: 'List the clinic’s discarded cases that can still be restored, newest first',
    body: z.strictObject({ ...paging }),
    reply: pageOf(DiscardedOrder),
    errors: ['request.invalid'],
    example: { body: { pageSize: 25 } },
  },
  'orders.restore': {
    method: 'PUT',
    path: '/orders/restore',
    permission: 'order.discard',
    audit: 'orders.restore',
    summary: 'Restore a discarded case within 30 days',
    body: z.strictObject({ id: Id }),
    reply: Order,
    errors: ['order.not_found'],
    example: { body: { id: exampleId } },
  },
  'files.release': {
    method: 'PUT',
    path: '/orders/files/release',
    permission: 'file.release',
    audit: 'orders.release',
    summary:
      'Delete all or some of the clinic’s files of a completed case to free storage; their names stay listed',
    body: z.strictObject({
      id: Id,
      /** Ids of the files, null for all of the case. */
      fileIds: z._default(z.nullable(fileIds), null),
    }),
    reply: z.strictObject({
      /** Number of files that were deleted. */
      files: z.int(),
      /** Bytes of storage that were freed. */
      freedBytes: z.int(),
    }),
    errors: ['order.not_found', 'order.wrong_status', 'file.not_found'],
    example: { body: { id: exampleId } },
  },
} as const satisfies RouteTable
