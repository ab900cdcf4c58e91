import {
  addDays,
  type ChartPoint,
  type ChartRange,
  chartRanges,
  type RouteReply,
  type Routes,
  type TypeCounts,
} from '@pontic/contract'
import type { Tx } from '../db/database.ts'
import { dayIn, startOfDay, startsOfDays } from '../http/reader-zone.ts'
import type { Scope } from '../http/scope.ts'
import { orderSideOf, readOrderCounts } from '../orders/order-list.service.ts'
import {
  type DayWindow,
  everybody,
  listQuarters,
  listShared,
  listTypes,
  readAllStorage,
  readStorage,
} from './dashboard.queries.ts'

const quarterMs = 900_000
const dayMs = 86_400_000
/** In a key of the detail: quarter × 8 + type. */
const typesASlot = 8

const utcDay = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)

/** Storage and cases by status (decisions §12); a person has no storage of his own. */
export async function readStat(tx: Tx, scope: Scope): Promise<RouteReply<Routes['dashboard.stat']>> {
  const { party, id } = orderSideOf(scope)
  const counts = await readOrderCounts(tx, scope)
  if (party === 'person') return { storage: null, counts }
  return { storage: party === 'platform' ? await readAllStorage(tx) : await readStorage(tx, id), counts }
}

/** The UTC days that a span of the reader's days touches. */
function windowOf(scopeId: string, startMs: number, endMs: number): DayWindow {
  return { scopeId, firstDay: utcDay(startMs), lastDay: utcDay(endMs - 1) }
}

const scopeIdOf = (scope: Scope) => {
  const { party, id } = orderSideOf(scope)
  return party === 'platform' ? everybody : id
}

/**
 * Cases registered on each of the reader's days, the last one being today; for a person those that were shared with him.
 * @param zone the reader's, by its IANA name
 */
export async function readChart(
  tx: Tx,
  scope: Scope,
  range: ChartRange,
  reader: { zone: string; now: Date },
): Promise<ChartPoint[]> {
  const today = dayIn(reader.zone, reader.now)
  const days = Array.from({ length: chartRanges[range] }, (_, at) =>
    addDays(today, at - chartRanges[range] + 1),
  )
  const points = days.map((day) => ({ day, count: 0 }))
  const startsMs = startsOfDays(reader.zone, days[0] ?? today, days.length + 1)
  const [startMs = 0, endMs = 0] = [startsMs[0], startsMs.at(-1)]
  let at = 0
  for (const { momentMs, count } of await listMoments(tx, scope, startMs, endMs)) {
    if (momentMs < startMs || momentMs >= endMs) continue
    while (momentMs >= (startsMs[at + 1] ?? endMs)) at += 1
    const point = points[at]
    if (point) point.count += count
  }
  return points
}

/** How many cases came when, oldest first, between two moments and a little around them. */
async function listMoments(
  tx: Tx,
  scope: Scope,
  startMs: number,
  endMs: number,
): Promise<{ momentMs: number; count: number }[]> {
  if (orderSideOf(scope).party === 'person') {
    const shared = await listShared(tx, scope.account.id, { from: new Date(startMs), to: new Date(endMs) })
    return shared
      .map(({ at }) => ({ momentMs: Date.parse(at), count: 1 }))
      .sort((one, other) => one.momentMs - other.momentMs)
  }
  const moments: { momentMs: number; count: number }[] = []
  for (const { day, quarters } of await listQuarters(tx, windowOf(scopeIdOf(scope), startMs, endMs))) {
    const dayStartMs = Date.parse(day)
    for (const [quarter, count] of quarters.entries())
      if (count > 0) moments.push({ momentMs: dayStartMs + quarter * quarterMs, count })
  }
  return moments
}

/** Cases by type that were registered in a span of the reader's days; for a person those that were shared with him. */
export async function readTypes(
  tx: Tx,
  scope: Scope,
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
  for (const { day, byType, detail } of await listTypes(tx, windowOf(scopeIdOf(scope), startMs, endMs))) {
    const dayStartMs = Date.parse(day)
    const isWhole = startMs <= dayStartMs && dayStartMs + dayMs <= endMs
    if (isWhole) for (const [type, count] of byType.entries()) add(type, count)
    else addPart(detail ?? {}, { dayStartMs, startMs, endMs }, add)
  }
  return types as TypeCounts
}

/** Adds what of a UTC day lies in the span. */
function addPart(
  detail: Record<string, number>,
  span: { dayStartMs: number; startMs: number; endMs: number },
  add: (type: number, count: number) => void,
): void {
  for (const [slot, count] of Object.entries(detail)) {
    const momentMs = span.dayStartMs + Math.floor(Number(slot) / typesASlot) * quarterMs
    if (span.startMs <= momentMs && momentMs < span.endMs) add(Number(slot) % typesASlot, count)
  }
}
