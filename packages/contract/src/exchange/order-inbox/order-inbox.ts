import * as z from 'zod/mini'
import { orderStatuses } from '../../cases/orders/order-states.ts'
import { OrderType } from '../../cases/orders/order-types.ts'
import { Id, Time } from '../../fields.ts'
import { limits } from '../../limits.ts'
import type { RouteTable } from '../../route.ts'

/**
 * Position in the sequence of changes: a case’s last change, or the end of a page. Opaque to clients.
 * @example "7041.1"
 */
export const ChangeMark = z.string().check(z.regex(/^\d{1,20}\.\d{1,20}$/, 'pattern'))

/** A case of the laboratory with its last change. */
export const InboxCase = z.strictObject({
  id: Id,
  /** Number of the case. @example "C26-7F3K9Q" */
  number: z.string(),
  type: OrderType,
  /**
   * Status of the case. `withdrawn`: the clinic took it back, and its details can no longer be read.
   */
  status: z.enum([...orderStatuses, 'withdrawn']),
  /** Name of the clinic. @example "Brookside Dental" */
  clinicName: z.string(),
  /** Version of the case. */
  version: z.int(),
  /** Time of the last change. */
  changedAt: Time,
  /** Position of the last change, for the acknowledgement. */
  change: ChangeMark,
  /** When this laboratory acknowledged the change, null before. */
  acknowledgedAt: z.nullable(Time),
})
export type InboxCase = z.output<typeof InboxCase>

const example = {
  id: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f',
  number: 'C26-7F3K9Q',
  type: 0,
  status: 'pending',
  clinicName: 'Brookside Dental',
  version: 3,
  changedAt: '2026-03-04T06:40:00.000Z',
  change: '88123.4711',
  acknowledgedAt: null,
} as const

/**
 * Routes with which a laboratory's own software receives cases (decision 0037). The software lists changes, reads and
 * downloads cases with the calls of cases and files, and acknowledges each change. `orders.reject` rejects a case.
 */
export const orderInboxRoutes = {
  'inbox.list': {
    method: 'POST',
    path: '/orders/inbox/list',
    permission: 'order.receive',
    reads: true,
    summary:
      'List cases of the laboratory that are new or have changed since a cursor, oldest change first; each case appears once, with its last change',
    body: z.strictObject({
      /** Cursor of the last page; null begins at the oldest change. */
      cursor: z._default(z.nullable(ChangeMark), null),
      /** Only cases whose last change has not been acknowledged. */
      isWaiting: z._default(z.boolean(), false),
      /** Maximum number of rows in the reply. */
      limit: z._default(
        z.int().check(z.minimum(1, 'too_small'), z.maximum(limits.pageSizeMax, 'too_large')),
        limits.pageSizeMax,
      ),
    }),
    // An empty page repeats the cursor of the request.
    reply: z.strictObject({
      /** Cases, oldest change first. */
      list: z.array(InboxCase),
      /** Cursor for the next call: the position after the last row. @example "7041.1" */
      cursor: z.nullable(ChangeMark),
      /** Whether more cases follow. */
      hasMore: z.boolean(),
    }),
    errors: [],
    example: {
      body: { cursor: '88120.4702', limit: 50 },
    },
  },
  'inbox.acknowledge': {
    method: 'PUT',
    path: '/orders/inbox',
    permission: 'order.receive',
    audit: 'inbox.acknowledge',
    summary: 'Acknowledge changes. A case that has changed again is not acknowledged but listed in `changed`',
    body: z.strictObject({
      /** Cases whose last change your software has processed. */
      cases: z
        .array(
          z.strictObject({
            id: Id,
            /** Position of that change. */
            change: ChangeMark,
          }),
        )
        .check(z.minLength(1, 'required'), z.maxLength(limits.pageSizeMax, 'too_long')),
    }),
    reply: z.strictObject({
      /** Ids of the cases that were acknowledged. */
      acknowledged: z.array(Id),
      /** Ids of cases that have changed since; read them again. */
      changed: z.array(Id),
    }),
    errors: [],
    example: {
      body: { cases: [{ id: example.id, change: example.change }] },
    },
  },
} as const satisfies RouteTable
