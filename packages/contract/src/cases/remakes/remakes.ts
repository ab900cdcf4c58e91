import * as z from 'zod/mini'
import { Day, daysInOrder, Id, paragraph, Time } from '../../fields.ts'
import type { RouteTable } from '../../route.ts'

/** Causes of a remake, grouped as clinics and laboratories do. */
export const remakeCauses = ['scan', 'clinic', 'patient', 'design', 'lab', 'other'] as const
/** Cause of a remake, by the party or work that it comes from. */
export const RemakeCause = z.enum(remakeCauses)
export type RemakeCause = z.output<typeof RemakeCause>

/** Note on a cause. */
export const RemakeNote = z._default(paragraph(0, 1000), '')

/** A case, by id and number. */
const Case = z.strictObject({
  id: Id,
  /** Number of the case. @example "C26-7F3K9Q" */
  number: z.string(),
})

/** A remake, as one of its sides sees it. */
export const Remake = z.strictObject({
  id: Id,
  /** The case that it replaces, null if the caller may not open it. */
  original: z.nullable(Case),
  /** The new case, null if the caller may not open it. */
  remade: z.nullable(Case),
  createdAt: Time,
  /** Cause in the clinic’s view. */
  clinicCause: RemakeCause,
  /** Explanation of the clinic. @example "The margin is short at 24." */
  clinicNote: z.string(),
  /** Cause in the laboratory’s view, null until it has noted one. */
  labCause: z.nullable(RemakeCause),
  /** Explanation of the laboratory. @example "" */
  labNote: z.string(),
})
export type Remake = z.output<typeof Remake>

/** Remakes with one partner, by cause. */
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
      /** Remakes with this cause in the clinic’s view. */
      byClinic: z.int(),
      /** Remakes with this cause in the laboratory’s view. */
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
    summary: 'Record the cause of a remake in the view of the caller’s party',
    body: z.strictObject({
      id: Id,
      /** Cause in the laboratory’s view. */
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
    summary: 'Count remakes by partner and cause, most first, for all partners or for one',
    body: z
      .strictObject({
        /** Id of the partner, null for all. */
        partnerId: z._default(z.nullable(Id), null),
        /** First day. */
        from: z._default(z.nullable(Day), null),
        /** Last day. */
        to: z._default(z.nullable(Day), null),
      })
      .check(daysInOrder('from', 'to')),
    reply: z.strictObject({
      /** Figures, one row for each partner. */
      list: z.array(RemakeFigures),
    }),
    errors: [],
    example: { body: { from: '2026-01-01' } },
  },
} as const satisfies RouteTable
