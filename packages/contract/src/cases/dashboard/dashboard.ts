import * as z from 'zod/mini'
import { Day, daysInOrder } from '../../fields.ts'
import { limits } from '../../limits.ts'
import { zoneHeaders } from '../../reader-zone.ts'
import type { RouteTable } from '../../route.ts'
import { OrderCounts } from '../orders/order-query.ts'
import { orderTypes } from '../orders/order-types.ts'

/** Spans of the graph (requirement 9.dashboard.ranges) in days, today included. */
export const chartRanges = { '7d': 7, '1m': 30, '3m': 90 } as const
export type ChartRange = keyof typeof chartRanges

/** Bytes of an organization's live files, and how many it may have. */
export const StorageUse = z.strictObject({ usedBytes: z.int(), totalBytes: z.int() })
export type StorageUse = z.output<typeof StorageUse>

/** Cases registered on a day. */
export const ChartPoint = z.strictObject({ day: z.string(), count: z.int() })
export type ChartPoint = z.output<typeof ChartPoint>

/** Cases by type (requirement 2.dashboard.types). */
export const TypeCounts = z.strictObject({
  [orderTypes.restoration]: z.int(),
  [orderTypes.orthodontics]: z.int(),
  [orderTypes.implant]: z.int(),
  [orderTypes.removable]: z.int(),
})
export type TypeCounts = z.output<typeof TypeCounts>

const dayMs = 86_400_000
const isShort = ({ from, to }: { from: string; to: string }) =>
  Date.parse(to) - Date.parse(from) < limits.dashboardDaysMax * dayMs

/** A span of days, first and last included, at most `limits.dashboardDaysMax`. */
export const DaySpan = z
  .strictObject({ from: Day, to: Day })
  .check(daysInOrder('from', 'to'), z.refine(isShort, { message: 'too_large', path: ['from'] }))

/** Calls of /dashboard (rules §12): answered from counters alone. */
export const dashboardRoutes = {
  'dashboard.stat': {
    method: 'GET',
    path: '/dashboard/stat',
    permission: 'dashboard.read',
    reads: true,
    summary:
      'Storage used and available, and cases by status; the platform sees all together, a person what is shared with him',
    reply: z.strictObject({ storage: StorageUse, counts: OrderCounts }),
    errors: [],
  },
  'dashboard.chart': {
    method: 'GET',
    path: '/dashboard/chart',
    permission: 'dashboard.read',
    reads: true,
    summary: 'Cases registered a day, zeros included, oldest day first',
    query: z.strictObject({ range: z._default(z.enum(Object.keys(chartRanges) as ChartRange[]), '7d') }),
    headers: zoneHeaders,
    reply: z.strictObject({ points: z.array(ChartPoint) }),
    errors: [],
  },
  'dashboard.getOrderTypeStatData': {
    method: 'POST',
    path: '/dashboard/getOrderTypeStatData',
    permission: 'dashboard.read',
    reads: true,
    summary: 'Cases registered in a span of days by type',
    headers: zoneHeaders,
    body: DaySpan,
    reply: z.strictObject({ types: TypeCounts }),
    errors: [],
    example: { body: { from: '2026-11-01', to: '2026-11-30' } },
  },
} as const satisfies RouteTable
