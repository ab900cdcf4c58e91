import * as z from 'zod/mini'
import { orderStatuses, type timelineKinds } from '../../cases/orders/order-states.ts'
import { Id, line, Moment, paging, Time } from '../../fields.ts'
import { OrderDocument } from '../order-documents/order-documents.ts'

/** Kinds of timeline entries that a push setting can deliver. */
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
  'reviewRequested',
  'reviewWithdrawn',
  'reviewApproved',
  'reviewChanges',
  'reviewWaived',
  'remark',
  'files',
  'discard',
  'restore',
] as const satisfies readonly (typeof timelineKinds)[number][]
export type PushEvent = (typeof pushEvents)[number]

/**
 * State of a delivery. A `waiting` delivery is tried for three days and then becomes `failed`. A
 * `dropped` delivery was canceled by a user.
 */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'dropped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * A delivery of one step of a case by one setting for one organization. Its id stays the same for all attempts and replays.
 */
export const Delivery = z.strictObject({
  id: Id,
  settingId: Id,
  /** Name of the setting. @example "Laboratory software" */
  settingName: z.string(),
  /** Name of the organization, null for a test. @example "Northfield Lab" */
  organizationName: z.nullable(z.string()),
  /** Id of the case, null for a test. */
  orderId: z.nullable(Id),
  /** Number of the case, null for a test. @example "C26-7F3K9Q" */
  orderNumber: z.nullable(z.string()),
  /** The step, null for a test. */
  event: z.nullable(z.enum(pushEvents)),
  state: z.enum(deliveryStates),
  /** Number of attempts so far. */
  attempts: z.int(),
  /** HTTP status of the last attempt, null if there was no reply. */
  lastStatus: z.nullable(z.int()),
  /** Why the last attempt failed, in the caller’s language; null if it succeeded. @example null */
  lastError: z.nullable(z.string()),
  /** Time of the step, or of the request for a test. */
  createdAt: Time,
  /** Time of the next attempt, null if there is none. */
  nextAt: z.nullable(Time),
  /** Time of its delivery, failure or cancellation, null before. */
  endedAt: z.nullable(Time),
})
export type Delivery = z.output<typeof Delivery>

/** One attempt of a delivery. */
export const DeliveryAttempt = z.strictObject({
  /** Time of the attempt. */
  at: Time,
  /** Duration in milliseconds. */
  tookMs: z.int(),
  /** HTTP status of the reply, null if there was none. */
  status: z.nullable(z.int()),
  /** Why it failed, in the caller’s language; null if it succeeded. @example null */
  error: z.nullable(z.string()),
  /** Beginning of the receiver’s response, as text. @example "ok" */
  answer: z.string(),
})
export type DeliveryAttempt = z.output<typeof DeliveryAttempt>

/** A delivery with its attempts, latest first. */
export const DeliveryDetail = z.strictObject({
  ...Delivery.shape,
  /** Attempts, newest first. */
  tries: z.array(DeliveryAttempt),
})
export type DeliveryDetail = z.output<typeof DeliveryDetail>

/** Filters of the log of deliveries. */
export const DeliveryQuery = z.strictObject({
  /** Only deliveries of this setting. */
  settingId: z._default(z.nullable(Id), null),
  /** Only deliveries of this state. */
  state: z._default(z.nullable(z.enum(deliveryStates)), null),
  /** Only deliveries of this step. */
  event: z._default(z.nullable(z.enum(pushEvents)), null),
  /** Only deliveries for this organization. */
  organizationId: z._default(z.nullable(Id), null),
  /** Part of the number of a case. */
  words: z._default(line(0, 60), ''),
  ...paging,
})
export type DeliveryQuery = z.output<typeof DeliveryQuery>

/** A step of a case. */
export const PushedStep = z.strictObject({
  kind: z.enum(pushEvents),
  /** Time of the step. */
  at: Moment,
  /** Status before, null if unchanged. */
  from: z.nullable(z.enum(orderStatuses)),
  /** Status after, null if unchanged. */
  to: z.nullable(z.enum(orderStatuses)),
  /** Person who did it. @example "Bob Keller" */
  by: z.string(),
  /** Name of that person’s organization. @example "Northfield Lab" */
  organization: z.string(),
  /** Note of that person. @example "" */
  note: z.string(),
  /** Coded reason of a rejection or question; else null. @example null */
  reason: z.nullable(z.string()),
  /** Delivery day that the step set, else null. @example null */
  deliveryOn: z.nullable(z.string()),
  /** Tracking number of a shipment, else null. @example null */
  expressNumber: z.nullable(z.string()),
})

/** Data of a webhook message about a case. */
export const WebhookCase = z.strictObject({
  /** Organization for which the message is sent. */
  organizationId: Id,
  orderId: Id,
  /** Number of the case. @example "C26-7F3K9Q" */
  number: z.string(),
  /** Version of the case, null if the organization can no longer read it. */
  version: z.nullable(z.int()),
  /** The step that caused the message. */
  step: PushedStep,
  /**
   * The case at the time of the attempt; null if the organization can no longer read it, or if the format is FHIR.
   */
  order: z.nullable(OrderDocument),
  /** The case as a FHIR bundle, null in other formats. */
  bundle: z.nullable(
    z.looseObject({
      /** Type of the FHIR resource. */
      resourceType: z.literal('Bundle'),
    }),
  ),
  /** Files of the case. */
  files: z.array(
    z.strictObject({
      id: Id,
      /** Name of the file. @example "upper.stl" */
      name: z.string(),
      /** Purpose of the file in the case. @example "upper" */
      role: z.string(),
      /** Size in bytes. */
      sizeBytes: z.int(),
      /** SHA-256 of the contents in hex. */
      sha256: z.string(),
      /** Path of the download, which needs an API key of the organization. */
      path: z.string(),
    }),
  ),
})
export type WebhookCase = z.input<typeof WebhookCase>

/** The body of a webhook (Standard Webhooks). */
export const WebhookMessage = z.strictObject({
  /** `order.` and the kind of the step, or `pontic.test`. @example "order.ship" */
  type: z.string(),
  /** Time of the step. */
  timestamp: Moment,
  /** The case; empty for a test. */
  data: z.union([z.strictObject({}), WebhookCase]),
})
export type WebhookMessage = z.input<typeof WebhookMessage>
