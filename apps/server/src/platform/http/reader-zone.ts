import { zoneHeader } from '@pontic/contract'
import type { RequestFacts } from './handlers.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const zonesKeptMax = 200
const startsKeptMax = 5_000

const offsetsKeptMax = 5_000

/** `offsets` has the offset from UTC on days in UTC without a clock change, by the number of the day. */
type Zone = { name: string; format: Intl.DateTimeFormat; offsets: Map<number, number> }

// Creating a formatter costs a hundred times as much as using it.
const known = new Map<string, Zone>()
// The start of each day by `zone day`, because the same days are requested repeatedly.
const starts = new Map<string, number>()

function zoneOf(name: string): Zone {
  const kept = known.get(name)
  if (kept) return kept
  const format = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset' })
  // Clients choose the names, in any mixture of upper and lower case, so the number of entries has a limit.
  if (known.size >= zonesKeptMax) known.clear()
  const zone = { name, format, offsets: new Map<number, number>() }
  known.set(name, zone)
  return zone
}

/** Returns the IANA name of the request's time zone, or UTC. The route has already refused an invalid name. */
export const zoneOfRequest = (request: RequestFacts): string => request.header(zoneHeader) ?? 'UTC'

// Returns the offset of a zone from UTC at a time, parsed from `GMT+05:45`, or from `GMT` for zero.
function offsetMs(zone: Zone, atMs: number): number {
  const found = /GMT([+-])(\d\d):(\d\d)/.exec(zone.format.format(atMs))
  if (!found) return 0
  const minutes = Number(found[2]) * 60 + Number(found[3])
  return (found[1] === '-' ? -minutes : minutes) * minuteMs
}

/** Like `offsetMs`, for texts of lists: formatting a time takes 2 µs, and an export formats two in each row. */
function keptOffsetMs(zone: Zone, atMs: number): number {
  const day = Math.floor(atMs / dayMs)
  const kept = zone.offsets.get(day)
  if (kept !== undefined) return kept
  const startMs = offsetMs(zone, day * dayMs)
  if (startMs !== offsetMs(zone, (day + 1) * dayMs)) return offsetMs(zone, atMs)
  if (zone.offsets.size >= offsetsKeptMax) zone.offsets.clear()
  zone.offsets.set(day, startMs)
  return startMs
}

/** Formats the calendar day of a time in a zone, `YYYY-MM-DD`. */
export function dayIn(name: string, at: Date): string {
  return new Date(at.getTime() + offsetMs(zoneOf(name), at.getTime())).toISOString().slice(0, 10)
}

/** Formats a time in a zone, `YYYY-MM-DD HH:MM`. */
export function momentIn(name: string, at: Date): string {
  const local = new Date(at.getTime() + keptOffsetMs(zoneOf(name), at.getTime())).toISOString()
  return `${local.slice(0, 10)} ${local.slice(11, 16)}`
}

/**
 * Returns the start of a calendar day in a zone, in milliseconds since 1970. If a clock change skips midnight, the day starts
 * at the first moment after the change.
 */
export function startOfDay(name: string, day: string): number {
  const key = `${name} ${day}`
  const kept = starts.get(key)
  if (kept !== undefined) return kept
  if (starts.size >= startsKeptMax) starts.clear()
  const startMs = findStart(name, day)
  starts.set(key, startMs)
  return startMs
}

function findStart(name: string, day: string): number {
  const zone = zoneOf(name)
  const midnightMs = Date.parse(`${day}T00:00:00Z`)
  const firstMs = midnightMs - offsetMs(zone, midnightMs)
  // Near a clock change, the first estimate may use the wrong offset.
  const secondMs = midnightMs - offsetMs(zone, firstMs)
  return midnightMs - offsetMs(zone, secondMs) === secondMs ? secondMs : Math.max(firstMs, secondMs)
}

const sameDaysMax = 7

/**
 * Returns the starts of consecutive days in a zone. Few of them are computed: if two starts at most a week apart have the same
 * offset from UTC, the starts in between are interpolated.
 * @returns `count` times in milliseconds since 1970
 */
export function startsOfDays(name: string, firstDay: string, count: number): number[] {
  const midnightMs = Date.parse(`${firstDay}T00:00:00Z`)
  const startsMs: number[] = []
  const compute = (at: number) => {
    const day = new Date(midnightMs + at * dayMs).toISOString().slice(0, 10)
    startsMs[at] = startOfDay(name, day)
  }
  const fill = (from: number, to: number) => {
    if (to - from < 2) return
    const [fromMs = 0, toMs = 0] = [startsMs[from], startsMs[to]]
    const isSteady = toMs - fromMs === (to - from) * dayMs && to - from <= sameDaysMax
    if (isSteady) {
      for (let at = from + 1; at < to; at++) startsMs[at] = fromMs + (at - from) * dayMs
      return
    }
    const middle = (from + to) >> 1
    compute(middle)
    fill(from, middle)
    fill(middle, to)
  }
  compute(0)
  compute(count - 1)
  fill(0, count - 1)
  return startsMs
}
