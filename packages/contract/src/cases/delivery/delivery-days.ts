import * as z from 'zod/mini'
import { Day, Done, Id, line } from '../../fields.ts'
import { keysOf } from '../../keys.ts'
import { limits } from '../../limits.ts'
import type { RouteTable } from '../../route.ts'
import type { OrderStatus } from '../orders/order-states.ts'
import { type OrderType, orderTypes } from '../orders/order-types.ts'

const Weekday = z.int().check(z.minimum(1, 'too_small'), z.maximum(7, 'too_large'))
const WorkDays = z.int().check(z.minimum(1, 'too_small'), z.maximum(limits.usualDaysMax, 'too_large'))

const dayMs = 86_400_000
const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs

/** Adds a number of days to a calendar day; a negative number subtracts. */
export function addDays(day: string, days: number): string {
  return new Date((numberOf(day) + days) * dayMs).toISOString().slice(0, 10)
}

/** A range of days on which a laboratory is closed, including the first and the last day. */
export const Closure = z
  .strictObject({
    from: Day,
    to: Day,
    /** Name of the holiday. @example "Christmas" */
    name: z._default(line(0, 60), ''),
  })
  .check(z.refine((closure) => closure.from <= closure.to, { message: 'date', path: ['to'] }))
export type Closure = z.output<typeof Closure>

const closedDays = (holidays: readonly Closure[]) =>
  holidays.reduce((sum, { from, to }) => sum + numberOf(to) - numberOf(from) + 1, 0)

/**
 * Calendar of a laboratory: its working weekdays, its closures, and the working days that it usually needs for each kind
 * of work.
 */
export const LabCalendar = z.strictObject({
  /** Weekdays on which the laboratory works: 1 is Monday, 7 is Sunday. */
  workingDays: z.array(Weekday).check(
    z.minLength(1, 'required'),
    z.overwrite((days) => [...new Set(days)].sort()),
  ),
  /** Closures, sorted by their first day. */
  holidays: z.array(Closure).check(
    z.maxLength(limits.closuresMax, 'too_long'),
    z.refine((holidays) => closedDays(holidays) <= limits.closedDaysMax, 'too_large'),
    z.overwrite((holidays) => [...holidays].sort((one, other) => (one.from < other.from ? -1 : 1))),
  ),
  /** Working days from the arrival of a case to its delivery, by type of case. */
  usualDays: z.strictObject({
    /** For restorations. */
    restoration: WorkDays,
    /** For orthodontics. */
    orthodontics: WorkDays,
    /** For implants. */
    implant: WorkDays,
    /** For removable dentures. */
    removable: WorkDays,
  }),
  /** Number of cases that the laboratory can deliver on one day, null for no limit. Always null for other organizations. */
  casesPerDay: z._default(
    z.nullable(z.int().check(z.minimum(1, 'too_small'), z.maximum(limits.casesPerDayMax, 'too_large'))),
    null,
  ),
})
export type LabCalendar = z.output<typeof LabCalendar>

/** Calendar of a laboratory that has set none. The 5 and 7 days come from the sample terms (requirement 9.terms). */
export const defaultCalendar: LabCalendar = {
  workingDays: [1, 2, 3, 4, 5],
  holidays: [],
  usualDays: { restoration: 5, orthodontics: 5, implant: 10, removable: 7 },
  casesPerDay: null,
}

/** Names of the kinds of work, which are the keys of `usualDays`. */
export const workKinds = keysOf(orderTypes)

const usualDaysOf = (type: OrderType, { usualDays }: LabCalendar): number =>
  workKinds.reduce((days, kind) => (orderTypes[kind] === type ? usualDays[kind] : days), 0)

/** Whether the laboratory works on a day. */
export function isWorkingDay(day: string, calendar: LabCalendar): boolean {
  // Day 0, 1970-01-01, was a Thursday.
  const weekday = ((((numberOf(day) + 3) % 7) + 7) % 7) + 1
  if (!calendar.workingDays.includes(weekday)) return false
  return !calendar.holidays.some(({ from, to }) => from <= day && day <= to)
}

// Returns the next working day after (1) or before (-1) a day.
function nextWorkingDay(day: string, step: 1 | -1, calendar: LabCalendar): string {
  let next = addDays(day, step)
  while (!isWorkingDay(next, calendar)) next = addDays(next, step)
  return next
}

/** Returns the day that is `count` working days after a day. @param count at least 1 */
export function addWorkingDays(day: string, count: number, calendar: LabCalendar): string {
  let reached = day
  for (let left = count; left > 0; left--) reached = nextWorkingDay(reached, 1, calendar)
  return reached
}

/** Counts the working days after `from` up to and including `to`; 0 if `to` is not later. */
export function countWorkingDays(from: string, to: string, calendar: LabCalendar): number {
  let count = 0
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1))
    if (isWorkingDay(day, calendar)) count += 1
  return count
}

/** Proposes a delivery day for a case that arrives today: today plus the laboratory's usual working days. */
export function proposeDelivery(type: OrderType, today: string, calendar: LabCalendar): string {
  return addWorkingDays(today, usualDaysOf(type, calendar), calendar)
}

/** Statuses in which a delivery day can still be missed. */
export const dueStatuses = [
  'scanned',
  'uploaded',
  'pending',
  'accepted',
  'rejected',
] as const satisfies readonly OrderStatus[]

/** Statuses in which a delivery day can be at risk. `rejected` is left out, because nobody works on such an order. */
export const riskStatuses = dueStatuses.filter((status) => status !== 'rejected')

const isDue = (status: OrderStatus) => dueStatuses.some((due) => due === status)
const canBeAtRisk = (status: OrderStatus) => riskStatuses.some((due) => due === status)

/** The fields of an order that determine whether its delivery day is at risk. */
export type DatedOrder = { type: OrderType; status: OrderStatus; deliveryOn: string | null }

/**
 * Returns the first day on which an order's delivery day is at risk. For an accepted order, that is the last
 * working day before the delivery day. Before acceptance, it is the first day on which work would begin too
 * late: the laboratory's usual working days would end after the delivery day.
 * @returns undefined if the order has no delivery day, or is rejected, shipped or completed
 */
export function riskDayOf(order: DatedOrder, calendar: LabCalendar): string | undefined {
  const { type, status, deliveryOn } = order
  if (deliveryOn === null || !canBeAtRisk(status)) return undefined
  if (status === 'accepted') return nextWorkingDay(deliveryOn, -1, calendar)
  let day = addDays(deliveryOn, 1)
  for (let left = usualDaysOf(type, calendar); left > 0; left--) day = nextWorkingDay(day, -1, calendar)
  return day
}

/** Whether an order's delivery day has passed (`late`), is endangered (`atRisk`), or neither (`fine`). */
export type Risk = 'late' | 'atRisk' | 'fine'

/**
 * Returns the risk of an order's delivery day.
 * @param order.atRiskOn as returned by `riskDayOf`
 * @param today `YYYY-MM-DD` in the reader's time zone
 */
export function deliveryRiskOf(
  order: Pick<DatedOrder, 'status' | 'deliveryOn'> & { atRiskOn: string | null },
  today: string,
): Risk {
  const { status, deliveryOn, atRiskOn } = order
  if (deliveryOn === null || !isDue(status)) return 'fine'
  if (deliveryOn < today) return 'late'
  return canBeAtRisk(status) && atRiskOn !== null && atRiskOn <= today ? 'atRisk' : 'fine'
}

/** Routes of the calendars of laboratories. */
export const deliveryRoutes = {
  'delivery.getCalendar': {
    method: 'GET',
    path: '/delivery/calendar/:id',
    permission: 'delivery.read',
    reads: true,
    summary: 'Get the calendar of the caller’s laboratory or of a partner; the default if none is set',
    params: z.strictObject({ id: Id }),
    reply: LabCalendar,
    errors: ['organization.not_found'],
  },
  'delivery.updateCalendar': {
    method: 'PUT',
    path: '/delivery/calendar',
    permission: 'delivery.write',
    audit: 'delivery.updateCalendar',
    summary: 'Set the calendar of the caller’s laboratory; `atRiskOn` of its open cases is updated',
    body: LabCalendar,
    reply: Done,
    errors: [],
    example: {
      body: {
        workingDays: [1, 2, 3, 4, 5],
        holidays: [{ from: '2026-12-24', to: '2027-01-01', name: 'Christmas' }],
        usualDays: { restoration: 5, orthodontics: 5, implant: 10, removable: 7 },
        casesPerDay: 20,
      },
    },
  },
} as const satisfies RouteTable
