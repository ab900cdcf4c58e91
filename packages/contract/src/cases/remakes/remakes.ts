import * as z from 'zod/mini'
import { Day, daysInOrder, Id, paragraph } from '../../fields.ts'
import type { RouteTable } from '../../route.ts'

/** Causes of a remake, grouped as clinics and laboratories do. */
export const remakeCauses = ['scan', 'clinic', 'patient', 'design', 'lab', 'other'] as const
export const RemakeCause = z.enum(remakeCauses)
export type RemakeCause = z.output<typeof RemakeCause>

/** Note beside a cause. */
export const RemakeNote = z._default(paragraph(0, 1000), '')

const Case = z.strictObject({ id: Id, number: z.string() })

/**
 * A remake as one of its parties reads it. `id` names it. `original` and `remade` are the case that it replaces and the new
 * one; null where that case is not the reader's to open (sent to another laboratory). `labCause` is null until the
 * laboratory that made the original has noted its view.
 */
export const Remake = z.strictObject({
  id: Id,
  original: z.nullable(Case),
  remade: z.nullable(Case),
  createdAt: z.string(),
  clinicCause: RemakeCause,
  clinicNote: z.string(),
  labCause: z.nullable(RemakeCause),
  labNote: z.string(),
})
export type Remake = z.output<typeof Remake>

/** Remakes with one partner, by the causes that either side holds. `disputed`: the two differ. */
export const RemakeFigures = z.strictObject({
  partnerId: Id,
  partnerName: z.string(),
  total: z.int(),
  unanswered: z.int(),
  disputed: z.int(),
  causes: z.array(z.strictObject({ cause: RemakeCause, byClinic: z.int(), byLab: z.int() })),
})
export type RemakeFigures = z.output<typeof RemakeFigures>

/** Calls about remakes (rules §5). A remake itself is made by `orders.remake`. */
export const remakeRoutes = {
  'remakes.noteCause': {
    method: 'PUT',
    path: '/orders/remake/cause',
    permission: 'remake.write',
    audit: 'orders.cause',
    summary: 'Note what one’s own side holds for the cause of a remake',
    body: z.strictObject({ id: Id, cause: RemakeCause, note: RemakeNote }),
    reply: Remake,
    errors: ['remake.not_found'],
    example: { body: { id: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f', cause: 'scan', note: 'Bite was open.' } },
  },
  'remakes.figures': {
    method: 'POST',
    path: '/orders/remake/figures',
    permission: 'remake.read',
    reads: true,
    summary: 'Remakes by partner and cause, those with most first; of all partners, or of one',
    body: z
      .strictObject({
        partnerId: z._default(z.nullable(Id), null),
        from: z._default(z.nullable(Day), null),
        to: z._default(z.nullable(Day), null),
      })
      .check(daysInOrder('from', 'to')),
    reply: z.strictObject({ list: z.array(RemakeFigures) }),
    errors: [],
    example: { body: { from: '2026-01-01' } },
  },
} as const satisfies RouteTable
