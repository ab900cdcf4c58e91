import {
  addDays,
  type ChartRange,
  chartRanges,
  limits,
  orderTypes,
  type ProductionRemakes,
  type RouteReply,
  type Routes,
} from '@pontic/contract'
import type { Call } from '../../platform/http/handlers.ts'
import { dayIn, startsOfDays } from '../../platform/http/reader-zone.ts'
import type { Reader } from '../orders/order-list.service.ts'
import {
  listDue,
  listReceived,
  listRemakes,
  listShipped,
  type RemakeRow,
  type ShippedRow,
} from './production.queries.ts'

type Production = RouteReply<Routes['dashboard.production']>

/**
 * Returns the figures of the caller's laboratory for the reader's days up to today. Received and shipped orders are stored counts;
 * open orders and remakes are counted by an index that has only those of the requested days (decision 0059).
 */
export async function readProduction(
  { tx, scope }: Call<'tx' | 'scope'>,
  range: ChartRange,
  { zone, now }: Reader,
): Promise<Production> {
  const labId = scope.organization.id
  const today = dayIn(zone, now)
  const length = chartRanges[range]
  const firstDay = addDays(today, 1 - length)
  const days = { firstDay, startsMs: startsOfDays(zone, firstDay, length + 1) }
  const received = new Map((await listReceived(tx, labId, days)).map(({ place, count }) => [place, count]))
  const due = new Map(
    (await listDue(tx, labId, today, addDays(today, limits.productionDueDays - 1))).map(({ day, count }) => [
      day,
      count,
    ]),
  )
  const pointsFrom = (day: string, count: number, countOf: (day: string, at: number) => number | undefined) =>
    Array.from({ length: count }, (_, at) => addDays(day, at)).map((one, at) => ({
      day: one,
      count: countOf(one, at) ?? 0,
    }))
  return {
    received: pointsFrom(firstDay, length, (_, at) => received.get(at)),
    due: pointsFrom(today, limits.productionDueDays, (day) => due.get(day)),
    ...toDeliveries(await listShipped(tx, labId, days)),
    remakes: toRemakes(await listRemakes(tx, labId, days)),
  }
}

function toDeliveries(rows: readonly ShippedRow[]): Pick<Production, 'dated' | 'onTime' | 'turnaround'> {
  const sum = (of: (row: ShippedRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    dated: sum((row) => row.dated),
    onTime: sum((row) => row.onTime),
    turnaround: Object.values(orderTypes).map((type) => {
      const row = rows.find((one) => one.type === type)
      return {
        type,
        shipped: row?.shipped ?? 0,
        averageSeconds: row === undefined ? null : row.seconds / row.shipped,
      }
    }),
  }
}

function toRemakes(rows: readonly RemakeRow[]): ProductionRemakes {
  const sum = (some: readonly RemakeRow[]) => some.reduce((total, { count }) => total + count, 0)
  const isAgreed = (row: RemakeRow) => row.labCause === row.clinicCause
  const byCount = (one: { count: number }, other: { count: number }) => other.count - one.count
  const causes = Map.groupBy(rows.filter(isAgreed), (row) => row.clinicCause)
  const partners = Map.groupBy(rows, (row) => row.partnerId)
  return {
    total: sum(rows),
    unanswered: sum(rows.filter((row) => row.labCause === null)),
    disputed: sum(rows.filter((row) => row.labCause !== null && !isAgreed(row))),
    agreed: [...causes].map(([cause, some]) => ({ cause, count: sum(some) })).sort(byCount),
    partners: [...partners]
      .map(([partnerId, some]) => ({
        partnerId,
        partnerName: some[0]?.partnerName ?? '',
        count: sum(some),
      }))
      .sort(byCount),
  }
}
