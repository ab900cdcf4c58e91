import * as z from 'zod/mini'
import { orderStatuses, type timelineKinds } from '../../cases/orders/order-states.ts'
import { Id, line, Moment, paging } from '../../fields.ts'
import { OrderDocument } from '../order-documents/order-documents.ts'

/** Steps of a case that a push setting can be told of: those of the timeline that change what the other side works from. */
export const pushEvents = [
  'finishUpload',
  'declareNoScans',
  'send',
  'recall',
  'return',
  'accept',
  'reject',
  'ship',
  'complete',
  'question',
  'answer',
  'remark',
  'files',
  'discard',
  'restore',
] as const satisfies readonly (typeof timelineKinds)[number][]
export type PushEvent = (typeof pushEvents)[number]

/**
 * How deliveries stand. `waiting` are tried again until three days are over, then they have `failed`; `dropped` ones were
 * given up by somebody.
 */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'dropped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * One delivery: a step of a case on its way to one setting for one organization. Its id stays the same at every try and
 * replay. `event` null, and no case: a test.
 */
export const Delivery = z.strictObject({
  id: Id,
  settingId: Id,
  settingName: z.string(),
  organizationName: z.nullable(z.string()),
  orderId: z.nullable(Id),
  orderNumber: z.nullable(z.string()),
  event: z.nullable(z.enum(pushEvents)),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  lastStatus: z.nullable(z.int()),
  lastError: z.nullable(z.string()),
  createdAt: z.string(),
  nextAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
})
export type Delivery = z.output<typeof Delivery>

/** One try: the status and the beginning of the answer of a webhook, or why it came to nothing, in the reader's words. */
export const DeliveryAttempt = z.strictObject({
  at: z.string(),
  tookMs: z.int(),
  status: z.nullable(z.int()),
  error: z.nullable(z.string()),
  answer: z.string(),
})
export type DeliveryAttempt = z.output<typeof DeliveryAttempt>

/** A delivery with its tries, latest first. */
export const DeliveryDetail = z.strictObject({ ...Delivery.shape, tries: z.array(DeliveryAttempt) })
export type DeliveryDetail = z.output<typeof DeliveryDetail>

/** Search and filters of the log. `words` search numbers of cases. */
export const DeliveryQuery = z.strictObject({
  settingId: z._default(z.nullable(Id), null),
  state: z._default(z.nullable(z.enum(deliveryStates)), null),
  event: z._default(z.nullable(z.enum(pushEvents)), null),
  organizationId: z._default(z.nullable(Id), null),
  words: z._default(line(0, 60), ''),
  ...paging,
})
export type DeliveryQuery = z.output<typeof DeliveryQuery>

/** A step of a case as messages tell it. */
export const PushedStep = z.strictObject({
  kind: z.enum(pushEvents),
  at: Moment,
  from: z.nullable(z.enum(orderStatuses)),
  to: z.nullable(z.enum(orderStatuses)),
  by: z.string(),
  organization: z.string(),
  note: z.string(),
  reason: z.nullable(z.string()),
  deliveryOn: z.nullable(z.string()),
  expressNumber: z.nullable(z.string()),
})

/** What a webhook is told of a case: see `WebhookMessage`. */
export const WebhookCase = z.strictObject({
  organizationId: Id,
  orderId: Id,
  number: z.string(),
  version: z.nullable(z.int()),
  step: PushedStep,
  order: z.nullable(OrderDocument),
  bundle: z.nullable(z.looseObject({ resourceType: z.literal('Bundle') })),
  files: z.array(
    z.strictObject({
      id: Id,
      name: z.string(),
      role: z.string(),
      sizeBytes: z.int(),
      sha256: z.string(),
      path: z.string(),
    }),
  ),
})
export type WebhookCase = z.input<typeof WebhookCase>

/**
 * The body of a webhook (Standard Webhooks: type, timestamp, data). The case is as it stands at the try, not as it stood at
 * the step; `order` is null once the organization can't see it any more: it was recalled, returned or removed. With the
 * format FHIR `bundle` stands in its place. `files` are fetched with an API key of the organization. The test of a setting
 * sends `pontic.test` with empty `data`.
 */
export const WebhookMessage = z.strictObject({
  type: z.string(),
  timestamp: Moment,
  data: z.union([z.strictObject({}), WebhookCase]),
})
export type WebhookMessage = z.input<typeof WebhookMessage>
