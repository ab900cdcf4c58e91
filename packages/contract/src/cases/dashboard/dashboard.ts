import * as z from 'zod/mini'
import { Day, daysInOrder } from '../../fields.ts'
import { keysOf } from '../../keys.ts'
import { limits } from '../../limits.ts'
import { zoneHeaders } from '../../reader-zone.ts'
import type { RouteTable } from '../../route.ts'
import { OrderCounts } from '../orders/order-query.ts'
import { orderTypes } from '../orders/order-types.ts'

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
