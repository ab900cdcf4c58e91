import * as z from 'zod/mini'
import { Day, daysInOrder, Id } from '../../fields.ts'
import { keysOf } from '../../keys.ts'
import { limits } from '../../limits.ts'
import { zoneHeaders } from '../../reader-zone.ts'
import type { RouteTable } from '../../route.ts'
import { Question } from '../conversation/conversation.ts'
import { OrderCounts } from '../orders/order-query.ts'
import { orderTasks } from '../orders/order-tasks.ts'
import { OrderType, orderTypes } from '../orders/order-types.ts'
import { Order } from '../orders/orders.ts'
import { RemakeCause } from '../remakes/remakes.ts'

/** Number of days that each range of the chart covers, today included (requirement 9.dashboard.ranges). */
export const chartRanges = { '7d': 7, '1m': 30, '3m': 90 } as const
export type ChartRange = keyof typeof chartRanges

/** Storage that an organization uses, and its quota. */
export const StorageUse = z.strictObject({
  /** Bytes of all announced and stored files. */
  usedBytes: z.int(),
  /** Storage quota in bytes. */
  totalBytes: z.int(),
})
export type StorageUse = z.output<typeof StorageUse>

/** Cases registered on a day. */
export const ChartPoint = z.strictObject({
  /** Day in the reader’s time zone. @example "2026-11-23" */
  day: z.string(),
  /** Number of cases. */
  count: z.int(),
})
export type ChartPoint = z.output<typeof ChartPoint>

/** Cases by type (requirement 2.dashboard.types). */
export const TypeCounts = z.strictObject({
  /** Restorations. */
  [orderTypes.restoration]: z.int(),
  /** Orthodontics. */
  [orderTypes.orthodontics]: z.int(),
  /** Implants. */
  [orderTypes.implant]: z.int(),
  /** Removable dentures. */
  [orderTypes.removable]: z.int(),
})
export type TypeCounts = z.output<typeof TypeCounts>

/** A group of cases on the home page. */
export const InboxGroup = z.strictObject({
  /** What the caller has to do. `shared`: cases that are shared with an individual. */
  task: z.enum([...orderTasks, 'shared']),
  /** The first cases of the group, at most `inboxRowsMax`. */
  list: z.array(Order),
  /** Number of cases in the group. */
  count: z.int(),
  /** Whether `count` is exact; false means that there are more. */
  countIsExact: z.boolean(),
})
export type InboxGroup = z.output<typeof InboxGroup>

/** Which of the first steps of an organization are done. */
export const FirstSteps = z.strictObject({
  /** Whether the organization has a partner, an open application or an invited partner. */
  partner: z.boolean(),
  /** For a clinic, whether it has created a case. For a laboratory, whether it has set its calendar or received a case. */
  start: z.boolean(),
  /** Whether the profile has an address, a telephone number and a description. */
  profile: z.boolean(),
})
export type FirstSteps = z.output<typeof FirstSteps>

/** Cases of one type that a laboratory has shipped. */
export const Turnaround = z.strictObject({
  type: OrderType,
  /** Number of shipped cases. */
  shipped: z.int(),
  /** Average time from sending to shipping in seconds, null without a case. */
  averageSeconds: z.nullable(z.number()),
})
export type Turnaround = z.output<typeof Turnaround>

/** Remakes that clinics have ordered from a laboratory. */
export const ProductionRemakes = z.strictObject({
  /** Number of remakes. */
  total: z.int(),
  /** Remakes for which the laboratory has recorded no cause. */
  unanswered: z.int(),
  /** Remakes for which the two parties record different causes. */
  disputed: z.int(),
  /** Remakes for which both parties record this cause, most frequent first; causes without a remake are left out. */
  agreed: z.array(
    z.strictObject({
      cause: RemakeCause,
      /** Number of remakes. */
      count: z.int(),
    }),
  ),
  /** Remakes by clinic, most frequent first. */
  partners: z.array(
    z.strictObject({
      partnerId: Id,
      /** Name of the clinic. @example "Brookside Dental" */
      partnerName: z.string(),
      /** Number of remakes. */
      count: z.int(),
    }),
  ),
})
export type ProductionRemakes = z.output<typeof ProductionRemakes>

const dayMs = 86_400_000
const isShort = ({ from, to }: { from: string; to: string }) =>
  Date.parse(to) - Date.parse(from) < limits.dashboardDaysMax * dayMs

/** A range of days, including the first and the last. */
export const DaySpan = z
  .strictObject({
    from: Day,
    to: Day,
  })
  .check(daysInOrder('from', 'to'), z.refine(isShort, { message: 'too_large', path: ['from'] }))

/** Routes of /dashboard (rules §12). They read stored counters and never count cases. */
export const dashboardRoutes = {
  'dashboard.stat': {
    method: 'GET',
    path: '/dashboard/stat',
    permission: 'dashboard.read',
    reads: true,
    summary:
      'Get the used storage, the quota and the number of cases by status; for the platform, of all organizations',
    reply: z.strictObject({
      storage: StorageUse,
      counts: OrderCounts,
    }),
    errors: [],
  },
  'dashboard.chart': {
    method: 'GET',
    path: '/dashboard/chart',
    permission: 'dashboard.read',
    reads: true,
    summary: 'Count cases by day of registration, zeros included, oldest day first',
    query: z.strictObject({
      /** Days that the chart covers, up to today. */
      range: z._default(z.enum(keysOf(chartRanges)), '7d'),
    }),
    headers: zoneHeaders,
    reply: z.strictObject({
      /** One point a day, oldest first. */
      points: z.array(ChartPoint),
    }),
    errors: [],
  },
  'dashboard.inbox': {
    method: 'GET',
    path: '/dashboard/inbox',
    permission: 'dashboard.inbox',
    reads: true,
    summary: 'List the cases in which the caller has something to do, in groups, with the open questions',
    headers: zoneHeaders,
    reply: z.strictObject({
      /** Groups with cases, most urgent first. */
      groups: z.array(InboxGroup),
      /** The open questions of the group `answer`. */
      questions: z.array(
        z.strictObject({
          orderId: Id,
          question: Question,
        }),
      ),
      /** The first steps of the organization; null once all are done, and for callers who are not its administrators. */
      firstSteps: z.nullable(FirstSteps),
    }),
    errors: [],
  },
  'dashboard.production': {
    method: 'GET',
    path: '/dashboard/production',
    permission: 'dashboard.production',
    reads: true,
    summary:
      'Get a laboratory’s figures: received and due cases by day, deliveries on time, turnaround and remakes',
    query: z.strictObject({
      /** Days that the figures cover, up to today. The due days begin with today. */
      range: z._default(z.enum(keysOf(chartRanges)), '7d'),
    }),
    headers: zoneHeaders,
    reply: z.strictObject({
      /** Cases that clinics sent, one point a day, oldest first. A case counts each time that it is sent. */
      received: z.array(ChartPoint),
      /** Open cases by delivery day, one point a day, for `productionDueDays` days from today. */
      due: z.array(ChartPoint),
      /** Number of shipped cases that have a delivery day. */
      dated: z.int(),
      /** How many of them were shipped on their delivery day or before. */
      onTime: z.int(),
      /** Shipped cases by type. */
      turnaround: z.array(Turnaround),
      remakes: ProductionRemakes,
    }),
    errors: [],
  },
  'dashboard.getOrderTypeStatData': {
    method: 'POST',
    path: '/dashboard/getOrderTypeStatData',
    permission: 'dashboard.read',
    reads: true,
    summary: 'Count cases by type that were registered in a range of days',
    headers: zoneHeaders,
    body: DaySpan,
    reply: z.strictObject({
      types: TypeCounts,
    }),
    errors: [],
    example: { body: { from: '2026-11-01', to: '2026-11-30' } },
  },
} as const satisfies RouteTable
