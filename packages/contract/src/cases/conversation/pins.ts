import * as z from 'zod/mini'
import { Id, paragraph, Time } from '../../fields.ts'
import { limits } from '../../limits.ts'
import type { RouteTable } from '../../route.ts'
import { reviewAspects } from '../reviews/review-states.ts'
import { MessageImage } from './message-images.ts'

const between = (low: number, high: number) =>
  z.number().check(z.minimum(low, 'too_small'), z.maximum(high, 'too_large'))

const length = between(-limits.pinReachMm, limits.pinReachMm)
const share = between(-1, 1)

const distanceOf = (one: readonly number[], other: readonly number[]) =>
  Math.hypot(...one.map((part, axis) => part - (other[axis] ?? 0)))

/** A place in millimetres, in the axes of the file. @example [12.5, -3.25, 8] */
const Place = z.array(length).check(z.length(3, 'pattern'))

/** A direction of length 1, in the axes of the file. @example [0, 0, 1] */
const Direction = z.array(share).check(
  z.length(3, 'pattern'),
  z.refine((parts) => Math.abs(Math.hypot(...parts) - 1) < 0.001, 'pattern'),
)

/** The camera that shows a pin. The distance between its position and its target is the zoom. */
export const PinCamera = z
  .strictObject({
    /** Position of the camera, in the axes of the file. */
    position: Place,
    /** The point in the middle of the picture. */
    target: Place,
    /** The direction that points upwards in the picture. */
    up: Direction,
    /** Width of the picture divided by its height. @example 1.5 */
    aspect: between(0.05, 20),
  })
  .check(
    z.refine(({ position, target }) => distanceOf(position, target) > 0.001, {
      error: 'pattern',
      path: ['target'],
    }),
  )
export type PinCamera = z.output<typeof PinCamera>

/** A new pin: a point on the surface of a scan. */
export const NewPin = z.strictObject({
  /** The scan; both parties must be able to read it. */
  fileId: Id,
  /** The point, in millimetres in the axes of the file. */
  point: Place,
  /** The direction in which the surface faces at the point. */
  normal: Direction,
  camera: PinCamera,
  /** What the pin is about; may be empty. @example "The margin is too thick here." */
  note: z._default(paragraph(0, limits.pinNoteLengthMax), ''),
  /** Id of a picture of the scan uploaded with `images.create` for `message`, with or without strokes; null for none. */
  imageId: z._default(z.nullable(Id), null),
})
export type NewPin = z.output<typeof NewPin>

/** A pin: a numbered point on a scan, which belongs to a message or to an assessed aspect of a design. */
export const Pin = z.strictObject({
  id: Id,
  /** Number in the case; it is never used again. @example 3 */
  number: z.int(),
  /** The message that the pin belongs to; null for a pin of a design review. */
  messageId: z.nullable(Id),
  /** The step of the design review that the pin belongs to; null for a pin of a message. */
  stepId: z.nullable(Id),
  /** The assessed aspect; null for a pin of a message. @example null */
  aspect: z.nullable(z.enum(reviewAspects)),
  /** The scan at the time of the pin. A new version of a scan is another file. */
  file: z.strictObject({
    id: Id,
    /** Name of the file; its role after the erasure of the patient. @example "crown-24.stl" */
    name: z.string(),
    /** SHA-256 of the contents in hex. @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" */
    sha256: z.string(),
    /** Number of the last version of the design that contained the file; null if it was never under review. @example 1 */
    version: z.nullable(z.int()),
    /** Whether the file was removed from the case. */
    isRemoved: z.boolean(),
  }),
  point: Place,
  normal: Direction,
  camera: PinCamera,
  /** Note of the pin; may be empty. @example "The margin is too thick here." */
  note: z.string(),
  /** The note, else the text of the message, else the note on the aspect. @example "The margin is too thick here." */
  text: z.string(),
  /** Picture of the scan; null if there is none. */
  image: z.nullable(MessageImage),
  at: Time,
  /** Party of the author. */
  party: z.enum(['clinic', 'lab']),
  /** Name of the author. @example "Alice Moreau" */
  by: z.string(),
  /** Name of their organization. @example "Brookside Dental" */
  organizationName: z.string(),
  /** When the pin was resolved; null while it is open. @example null */
  resolvedAt: z.nullable(Time),
  /** Name of the person who resolved it. @example null */
  resolvedBy: z.nullable(z.string()),
})
export type Pin = z.output<typeof Pin>

const pinErrors = ['pin.not_found', 'pin.wrong_state'] as const

/** Routes of the pins of a case (rules §19). Pins are created with messages, questions, answers and assessments. */
export const pinRoutes = {
  'conversation.listPins': {
    method: 'GET',
    path: '/orders/:id/pins',
    permission: 'conversation.read',
    reads: true,
    summary: 'List the pins of a case by number; a laboratory reads only those of its own conversation',
    params: z.strictObject({ id: Id }),
    reply: z.strictObject({
      /** Pins by number. */
      list: z.array(Pin),
    }),
    errors: ['order.not_found'],
  },
  'conversation.resolvePin': {
    method: 'PUT',
    path: '/orders/pins/resolve',
    permission: 'conversation.write',
    audit: 'conversation.resolvePin',
    summary: 'Mark a pin as resolved; both parties may',
    body: z.strictObject({ pinId: Id }),
    reply: Pin,
    errors: pinErrors,
  },
  'conversation.reopenPin': {
    method: 'PUT',
    path: '/orders/pins/reopen',
    permission: 'conversation.write',
    audit: 'conversation.reopenPin',
    summary: 'Mark a resolved pin as open again',
    body: z.strictObject({ pinId: Id }),
    reply: Pin,
    errors: pinErrors,
  },
} as const satisfies RouteTable
