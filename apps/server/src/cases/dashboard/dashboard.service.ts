import {
  addDays,
  type ChartPoint,
  type ChartRange,
  chartRanges,
  type RouteReply,
  type Routes,
  type TypeCounts,
} from '@pontic/contract'
import type { Tx } from '../../platform/db/database.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { dayIn, startOfDay, startsOfDays } from '../../platform/http/reader-zone.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { orderSideOf, readOrderCounts } from '../orders/order-list.service.ts'
import {
  allClinicsScopeId,
  type DayWindow,
  listShared,
  listTotals,
  listTypes,
  readAllStorage,
  readStorage,
} from './dashboard.queries.ts'

const quarterMs = 900_000
const dayMs = 86_400_000
/** Keys of `detail` are quarter × 8 + type. */
const typesPerQuarter = 8

const utcDay = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)

/**
 * Returns storage use and the number of orders by status for the caller's organization. The platform reads the totals
 * of all clinics and laboratories.
 */
export async function readStat(call: Call<'tx' | 'scope'>): Promise<RouteReply<Routes['dashboard.stat']>> {
  const { tx, scope } = call
  const isPlatform = orderSideOf(scope).party === 'platform'
  const counts = await readOrderCounts(call)
  return {
    storage: isPlatform ? await readAllStorage(tx) : await readStorage(tx, scope.organization.id),
    counts,
  }
}

/** Returns the UTC days that overlap a span of time. */
function windowOf(scopeId: string, startMs: number, endMs: number): DayWindow {
  return { scopeId, firstDay: utcDay(startMs), lastDay: utcDay(endMs - 1) }
}

const scopeIdOf = (scope: Scope) => {
  const { party, id } = orderSideOf(scope)
  return party === 'platform' ? allClinicsScopeId : id
}

/**
 * Counts the orders registered on each of the reader's days, up to today. For an individual, counts the orders shared
 * with them.
 * @param reader.zone IANA time zone
 */
export async function readChart(
  call: Call<'tx' | 'scope'>,
  range: ChartRange,
  reader: { zone: string; now: Date },
): Promise<ChartPoint[]> {
  const { tx, scope } = call
  const today = dayIn(reader.zone, reader.now)
  const length = chartRanges[range]
  const firstDay = addDays(today, 1 - length)
  const startsMs = startsOfDays(reader.zone, firstDay, length + 1)
  const until =
    orderSideOf(scope).party === 'person'
      ? await countSharedUntil(call, startsMs)
      : await countUntil(tx, scopeIdOf(scope), startsMs)
  return Array.from({ length }, (_, at) => ({
    day: addDays(firstDay, at),
    count: (until[at + 1] ?? 0) - (until[at] ?? 0),
  }))
}

/**
 * For each of these moments, counts the orders since the start of the UTC day that contains the first moment.
 * @param momentsMs in ascending order
 */
async function countUntil(tx: Tx, scopeId: string, momentsMs: readonly number[]): Promise<number[]> {
  const dayOf = (momentMs: number) => Math.floor(momentMs / dayMs)
  const quarterOf = (momentMs: number) => Math.round((momentMs % dayMs) / quarterMs)
  const start = dayOf(momentsMs[0] ?? 0)
  const totals: number[] = []
  const until: number[] = []
  // Between two clock changes of the zone, local midnight is always at the same quarter of an hour in UTC. One query
  // covers all moments of such a period.
  for (let at = 0; at < momentsMs.length; at = until.length) {
    const quarter = quarterOf(momentsMs[at] ?? 0)
    let end = at
    while (end < momentsMs.length && quarterOf(momentsMs[end] ?? 0) === quarter) end++
    // The window extends to the first moment after the clock change. Otherwise a UTC day between the last moment before
    // the change and the first one after it could be in no window.
    const window = windowOf(scopeId, momentsMs[at] ?? 0, momentsMs[end] ?? (momentsMs[end - 1] ?? 0) + 1)
    const first = dayOf(momentsMs[at] ?? 0) - start
    const found = await listTotals(tx, window, quarter)
    const befores: number[] = []
    for (const [place, day] of found.days.entries()) {
      totals[first + day] = found.totals[place] ?? 0
      befores[first + day] = found.befores[place] ?? 0
    }
    for (; at < end; at++) until.push(befores[dayOf(momentsMs[at] ?? 0) - start] ?? 0)
  }
  return addPassedDays(
    until,
    totals,
    momentsMs.map((momentMs) => dayOf(momentMs) - start),
  )
}

/** Adds the totals of all earlier days to the partial count of each moment. @param days the UTC day of each moment */
function addPassedDays(
  parts: readonly number[],
  totals: readonly number[],
  days: readonly number[],
): number[] {
  let [day, passed] = [0, 0]
  return parts.map((part, at) => {
    for (; day < (days[at] ?? 0); day++) passed += totals[day] ?? 0
    return passed + part
  })
}

/** Counts the orders shared with an individual from the first moment until each of these moments. */
async function countSharedUntil(
  { tx, scope }: Call<'tx' | 'scope'>,
  momentsMs: readonly number[],
): Promise<number[]> {
  const [fromMs = 0, toMs = 0] = [momentsMs[0], momentsMs.at(-1)]
  const shared = await listShared(tx, scope.account.id, { from: new Date(fromMs), to: new Date(toMs) })
  return momentsMs.map((momentMs) => shared.filter(({ at }) => Date.parse(at) < momentMs).length)
}

/**
 * Counts the orders by type that were registered in a span of the reader's days. For an individual, counts the orders
 * shared with them.
 */
export async function readTypes(
  { tx, scope }: Call<'tx' | 'scope'>,
  span: { from: string; to: string },
  zone: string,
): Promise<TypeCounts> {
  const startMs = startOfDay(zone, span.from)
  const endMs = startOfDay(zone, addDays(span.to, 1))
  const types: Record<number, number> = { 0: 0, 1: 0, 2: 0, 7: 0 }
  const add = (type: number, count: number) => {
    if (type in types) types[type] = (types[type] ?? 0) + count
  }
  if (orderSideOf(scope).party === 'person') {
    const shared = await listShared(tx, scope.account.id, { from: new Date(startMs), to: new Date(endMs) })
    for (const { type } of shared) add(type, 1)
    return types as TypeCounts
  }
  const window = windowOf(scopeIdOf(scope), startMs, endMs)
  const parts = [startMs, endMs].filter((edgeMs) => edgeMs % dayMs !== 0).map(utcDay)
  for (const { day, byType, detail } of await listTypes(tx, window, parts)) {
    const dayStartMs = Date.parse(day)
    const isFullDay = startMs <= dayStartMs && dayStartMs + dayMs <= endMs
    if (isFullDay) for (const [type, count] of byType.entries()) add(type, count)
    else addPart(detail ?? {}, { dayStartMs, startMs, endMs }, add)
  }
  return types as TypeCounts
}

/** Adds the orders of a UTC day that were registered within the span. */
function addPart(
  detail: Record<string, number>,
  span: { dayStartMs: number; startMs: number; endMs: number },
  add: (type: number, count: number) => void,
): void {
  for (const [slot, count] of Object.entries(detail)) {
    const momentMs = span.dayStartMs + Math.floor(Number(slot) / typesPerQuarter) * quarterMs
    if (span.startMs <= momentMs && momentMs < span.endMs) add(Number(slot) % typesPerQuarter, count)
  }
}
