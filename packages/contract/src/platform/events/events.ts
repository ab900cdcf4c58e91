import * as z from 'zod/mini'
import { Id } from '../../fields.ts'
import type { RouteTable } from '../../route.ts'

/** Features whose changes are sent to open pages. */
export const eventFeatures = [
  'orders',
  'files',
  'partners',
  'accounts',
  'members',
  'invitations',
  'organizations',
  'conversation',
  'delivery',
  'drafts',
  'views',
  'notifications',
  'keys',
  'patients',
  'workorders',
  'worktypes',
  'operators',
  'pushSettings',
  'pullSettings',
] as const

/** A server-sent event about a change, after which clients read the data again. */
export const ChangeEvent = z.strictObject({
  /** Feature that changed. */
  feature: z.enum(eventFeatures),
  /** Id of the object, null if several changed. */
  id: z.nullable(Id),
})
export type ChangeEvent = z.output<typeof ChangeEvent>

/**
 * The first event of a stream: it is followed by the changes of the last `ms` milliseconds. A client that has read data before
 * that reads it again.
 */
export const ReplayEvent = z.strictObject({ ms: z.int().check(z.nonnegative()) })
export type ReplayEvent = z.output<typeof ReplayEvent>

/** The stream of server-sent events. Nodes exchange the events by LISTEN/NOTIFY. */
export const eventRoutes = {
  'events.stream': {
    method: 'GET',
    path: '/events',
    permission: 'event.read',
    audit: { none: 'Contains only ids; the calls that read the data have rules of their own.' },
    summary:
      'Subscribe to changes as server-sent events: `event: change` with a ChangeEvent as data; `: ` lines keep the connection open. First comes `event: replay` with a ReplayEvent, whose `ms` says how far back the changes that follow are complete',
    reply: 'stream',
    errors: ['request.too_many'],
  },
} as const satisfies RouteTable
