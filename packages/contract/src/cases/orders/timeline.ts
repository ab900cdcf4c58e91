import * as z from 'zod/mini'
import { Id, Time } from '../../fields.ts'
import { questionReasons } from '../conversation/conversation.ts'
import { remakeCauses } from '../remakes/remakes.ts'
import { orderStatuses, rejectReasons, timelineKinds } from './order-states.ts'

/** Coded reasons of timeline entries: of rejections, questions and remakes. */
export const timelineReasons = [...rejectReasons, ...questionReasons, ...remakeCauses] as const
export type TimelineReason = (typeof timelineReasons)[number]

/** An entry of the timeline of an order (rules §5). */
export const TimelineEntry = z.strictObject({
  id: Id,
  /** Time of the step. */
  at: Time,
  kind: z.enum(timelineKinds),
  /** Status before the step, null at registration. */
  from: z.nullable(z.enum(orderStatuses)),
  /** Status after the step. */
  to: z.nullable(z.enum(orderStatuses)),
  /** Person who did it. @example "Alice Moreau" */
  by: z.string(),
  /** Name of their organization. @example "Brookside Dental" */
  organizationName: z.string(),
  /** Note; may be empty. @example "" */
  note: z.string(),
  reason: z.nullable(z.enum(timelineReasons)),
  /** Delivery day that the step set, else null. @example "2026-12-04" */
  deliveryOn: z.nullable(z.string()),
  /** Tracking number of a shipment, else null. @example null */
  expressNumber: z.nullable(z.string()),
})
export type TimelineEntry = z.output<typeof TimelineEntry>
