import * as z from 'zod/mini'
import { Id } from '../../fields.ts'
import { limits } from '../../limits.ts'
import type { RouteTable } from '../../route.ts'
import type { OrderStatus } from './order-states.ts'

/** Statuses in which a laboratory may assign a technician to a case (rules §16). */
export const assignStatuses = ['pending', 'accepted', 'shipped'] as const satisfies readonly OrderStatus[]

/** Whether a laboratory may assign a technician to a case of this status. */
export const isAssignable = (status: OrderStatus): boolean => assignStatuses.some((one) => one === status)

/** A member of the laboratory who can be assigned to cases. */
export const Technician = z.strictObject({
  id: Id,
  /** Name of the person. @example "Ben Ortiz" */
  name: z.string(),
})
export type Technician = z.output<typeof Technician>

/** Routes of the technicians of a laboratory (rules §16). */
export const technicianRoutes = {
  'orders.listTechnicians': {
    method: 'GET',
    path: '/orders/technicians',
    permission: 'order.accept',
    reads: true,
    summary: 'List the members of the caller’s laboratory who can be assigned to cases, by name',
    reply: z.strictObject({
      /** Active members, by name. */
      list: z.array(Technician),
    }),
    errors: [],
  },
  'orders.assign': {
    method: 'PUT',
    path: '/orders/technician',
    permission: 'order.assign',
    audit: 'orders.assign',
    summary: 'Assign a technician of the laboratory to cases, or end the assignments; clinics do not see it',
    body: z.strictObject({
      /** Ids of the cases. */
      ids: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(limits.pageSizeMax, 'too_long')),
      /** Account of the technician, null to assign nobody. */
      technicianId: z.nullable(Id),
    }),
    reply: z.strictObject({
      /** The outcome of each case, in the sequence of `ids`. */
      list: z.array(
        z.strictObject({
          id: Id,
          /** Why the case could not be assigned, in the caller’s language; null if it was. @example null */
          message: z.nullable(z.string()),
        }),
      ),
    }),
    errors: ['member.not_found'],
    example: {
      body: {
        ids: ['0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'],
        technicianId: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e10',
      },
    },
  },
} as const satisfies RouteTable
