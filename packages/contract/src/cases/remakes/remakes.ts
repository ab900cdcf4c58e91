import * as z from 'zod/mini'
import { Day, daysInOrder, Id, paragraph, Time } from '../../fields.ts'
import type { RouteTable } from '../../route.ts'

/** Causes of a remake, in the groups that clinics and laboratories use. */
export const remakeCauses = ['scan', 'clinic', 'patient', 'design', 'lab', 'other'] as const
/** Cause of a remake: the scan, a party, the patient, the design, or another. */
export const RemakeCause = z.enum(remakeCauses)
export type RemakeCause = z.output<typeof RemakeCause>

/** Explanation of a cause; may be empty. */
export const RemakeNote = z._default(paragraph(0, 1000), '')

/** A case, by id and number. */
const Case = z.strictObject({
  id: Id,
  /** Number of the case. @example "C26-7F3K9Q" */
  number: z.string(),
})

/** A remake as one of the two parties sees it. */
export const Remake = z.strictObject({
  id: Id,
  /** The case that it replaces, null if the caller may not open it. */
  original: z.nullable(Case),
  /** The new case, null if the caller may not open it. */
  remade: z.nullable(Case),
  createdAt: Time,
  /** Cause that the clinic recorded. */
  clinicCause: RemakeCause,
  /** Explanation of the clinic. @example "The margin is short at 24." */
  clinicNote: z.string(),
  /** Cause that the laboratory recorded, null if none. */
  labCause: z.nullable(RemakeCause),
  /** Explanation of the laboratory. @example "" */
  labNote: z.string(),
})
export type Remake = z.output<typeof Remake>

/** Number of remakes with one partner, in total and by cause. */
export const RemakeFigures = z.strictObject({
  partnerId: Id,
  /** Name of the partner. @example "Northfield Lab" */
  partnerName: z.string(),
  /** Number of remakes. */
  total: z.int(),
  /** Remakes for which the laboratory has recorded no cause. */
  unanswered: z.int(),
  /** Remakes for which the two parties record different causes. */
  disputed: z.int(),
  /** Number by cause. */
  causes: z.array(
    z.strictObject({
      cause: RemakeCause,
      /** Remakes for which the clinic recorded this cause. */
      byClinic: z.int(),
      /** Remakes for which the laboratory recorded this cause. */
      byLab: z.int(),
    }),
  ),
})
export type RemakeFigures = z.output<typeof RemakeFigures>

/** Routes of remakes (rules §5). `orders.remake` creates one. */
export const remakeRoutes = {
  'remakes.noteCause': {
    method: 'PUT',
    path: '/orders/remake/cause',
    permission: 'remake.write',
    audit: 'orders.cause',
    summary: 'Record the cause of a remake for the caller’s party',
    body: z.strictObject({
      id: Id,
      /** Cause in the view of the caller’s party. */
      cause: RemakeCause,
      note: RemakeNote,
    }),
    reply: Remake,
    errors: ['remake.not_found'],
    example: { body: { id: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f', cause: 'scan', note: 'Bite was open.' } },
  },
  'remakes.figures': {
    method: 'POST',
    path: '/orders/remake/figures',
    permission: 'remake.read',
    reads: true,
    summary: 'Count remakes by partner and cause, the partner with most remakes first',
    body: z
      .strictObject({
        /** Id of the partner, null for all. */
        partnerId: z._default(z.nullable(Id), null),
        /** First day, in UTC. */
        from: z._default(z.nullable(Day), null),
        /** Last day, in UTC. */
        to: z._default(z.nullable(Day), null),
      })
      .check(daysInOrder('from', 'to')),
    reply: z.strictObject({
      /** One row for each partner. */
      list: z.array(RemakeFigures),
    }),
    errors: [],
    example: { body: { from: '2026-01-01' } },
  },
} as const satisfies RouteTable
