import * as z from 'zod/mini'
import { orderStatuses } from '../../cases/orders/order-states.ts'
import { OrderType } from '../../cases/orders/order-types.ts'
import { Id } from '../../fields.ts'
import { limits } from '../../limits.ts'
import type { RouteTable } from '../../route.ts'

/** A point in the order of changes: what a page ended with, or what a case last changed at. Opaque to readers. */
export const ChangeMark = z.string().check(z.regex(/^\d{1,20}\.\d{1,20}$/, 'pattern'))

/**
 * A case that came to the laboratory or changed there. `change` is the mark of its last change; `status` is `withdrawn` once
 * the clinic has taken the case away, and its details can't be read any more.
 */
export const InboxCase = z.strictObject({
  id: Id,
  number: z.string(),
  type: OrderType,
  status: z.enum([...orderStatuses, 'withdrawn']),
  clinicName: z.string(),
  version: z.int(),
  changedAt: z.string(),
  change: ChangeMark,
  acknowledgedAt: z.nullable(z.string()),
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
 * How a laboratory's own software takes cases from the portal (decision 0037): list what has changed, read and download it
 * by the calls of cases and files, acknowledge it, and return what can't be made by `orders.reject`.
 */
export const orderInboxRoutes = {
  'inbox.list': {
    method: 'POST',
    path: '/orders/inbox/list',
    permission: 'order.receive',
    reads: true,
    summary:
      'Cases that came to the laboratory or changed there since a cursor, in the order of their changes, each once with its latest change; `isWaiting` leaves out those that were acknowledged since',
    body: z.strictObject({
      cursor: z._default(z.nullable(ChangeMark), null),
      isWaiting: z._default(z.boolean(), false),
      limit: z._default(
        z.int().check(z.minimum(1, 'too_small'), z.maximum(limits.pageSizeMax, 'too_large')),
        limits.pageSizeMax,
      ),
    }),
    // The cursor of an empty page is the one that was asked with: go on from it.
    reply: z.strictObject({ list: z.array(InboxCase), cursor: z.nullable(ChangeMark), hasMore: z.boolean() }),
    errors: [],
    example: {
      body: { cursor: '88120.4702', limit: 50 },
      reply: { list: [example], cursor: '88123.4711', hasMore: false },
    },
  },
  'inbox.acknowledge': {
    method: 'PUT',
    path: '/orders/inbox',
    permission: 'order.receive',
    audit: 'inbox.acknowledge',
    summary:
      'Say that changes were taken; a case that has changed again meanwhile is not, and is named in the answer',
    body: z.strictObject({
      cases: z
        .array(z.strictObject({ id: Id, change: ChangeMark }))
        .check(z.minLength(1, 'required'), z.maxLength(limits.pageSizeMax, 'too_long')),
    }),
    reply: z.strictObject({ acknowledged: z.array(Id), changed: z.array(Id) }),
    errors: [],
    example: {
      body: { cases: [{ id: example.id, change: example.change }] },
      reply: { acknowledged: [example.id], changed: [] },
    },
  },
} as const satisfies RouteTable
