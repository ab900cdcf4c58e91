import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readInput } from '../../fields.ts'
import { orderStatuses } from '../orders/order-states.ts'
import {
  addDays,
  addWorkingDays,
  countWorkingDays,
  defaultCalendar,
  deliveryRiskOf,
  isWorkingDay,
  LabCalendar,
  proposeDelivery,
  riskDayOf,
} from './delivery-days.ts'

// 21 November 2026 is a Saturday.
const monday = '2026-11-23'
const christmas = { from: '2026-12-24', to: '2027-01-01', name: 'Christmas' }
const closed: LabCalendar = { ...defaultCalendar, holidays: [christmas] }
const sundayLab: LabCalendar = { ...defaultCalendar, workingDays: [1, 2, 3, 4, 6, 7] }

const days = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2024-01-01', days))
const types = fc.constantFrom<0 | 1 | 2 | 7>(0, 1, 2, 7)
const usual = fc.integer({ min: 1, max: 20 })
const calendars: fc.Arbitrary<LabCalendar> = fc.record({
  workingDays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  holidays: fc.array(
    fc.tuple(days, fc.nat(14)).map(([from, length]) => ({ from, to: addDays(from, length), name: '' })),
    { maxLength: 8 },
  ),
  casesPerDay: fc.constant(null),
  usualDays: fc.record({ restoration: usual, orthodontics: usual, implant: usual, removable: usual }),
})

describe('the working days of a laboratory', () => {
  it('are Monday to Friday by default', () => {
    const week = Array.from({ length: 7 }, (_, at) => isWorkingDay(addDays(monday, at), defaultCalendar))
    expect(week).toEqual([true, true, true, true, true, false, false])
    expect(isWorkingDay('2026-11-22', sundayLab)).toBe(true)
    expect(isWorkingDay('2026-11-27', sundayLab)).toBe(false)
  })

  it('exclude each closure, including its first and last day', () => {
    expect(isWorkingDay('2026-12-23', closed)).toBe(true)
    expect(isWorkingDay('2026-12-24', closed)).toBe(false)
    expect(isWorkingDay('2027-01-01', closed)).toBe(false)
    expect(addWorkingDays('2026-12-23', 1, closed)).toBe('2027-01-04')
  })

  it('are counted from the day after the start day', () => {
    expect(countWorkingDays(monday, monday, defaultCalendar)).toBe(0)
    expect(countWorkingDays('2026-11-20', monday, defaultCalendar)).toBe(1)
    expect(countWorkingDays(monday, '2026-11-20', defaultCalendar)).toBe(0)
  })

  it('are counted consistently: adding a number of them and counting the result returns that number', () => {
    fc.assert(
      fc.property(days, usual, calendars, (day, count, calendar) => {
        const reached = addWorkingDays(day, count, calendar)
        expect(isWorkingDay(reached, calendar)).toBe(true)
        expect(countWorkingDays(day, reached, calendar)).toBe(count)
      }),
    )
  })
})

describe('a proposed delivery day', () => {
  it('is today plus the usual working days of the kind of work', () => {
    expect(proposeDelivery(0, monday, defaultCalendar)).toBe('2026-11-30')
    expect(proposeDelivery(2, '2026-11-21', defaultCalendar)).toBe('2026-12-04')
    expect(proposeDelivery(7, '2026-12-22', closed)).toBe('2027-01-11')
  })

  it('is never at risk on the day it is proposed', () => {
    fc.assert(
      fc.property(types, days, calendars, (type, today, calendar) => {
        const deliveryOn = proposeDelivery(type, today, calendar)
        const order = { type, status: 'pending', deliveryOn } as const
        const atRiskOn = riskDayOf(order, calendar) ?? null
        expect(deliveryRiskOf({ ...order, atRiskOn }, today)).toBe('fine')
      }),
    )
  })
})

describe('the risk of a missed delivery day', () => {
  const order = { type: 0, status: 'pending', deliveryOn: '2026-12-04' } as const

  it('begins, for a case that is not accepted, when fewer than the usual working days are left', () => {
    expect(riskDayOf(order, defaultCalendar)).toBe('2026-11-30')
    expect(riskDayOf({ ...order, type: 2 }, defaultCalendar)).toBe(monday)
  })

  it('begins, for an accepted case, on the last working day before the delivery day', () => {
    const made = { ...order, status: 'accepted' } as const
    expect(riskDayOf(made, defaultCalendar)).toBe('2026-12-03')
    expect(riskDayOf({ ...made, deliveryOn: '2027-01-04' }, closed)).toBe('2026-12-23')
  })

  it('does not exist for a case without a delivery day or after shipping', () => {
    expect(riskDayOf({ ...order, deliveryOn: null }, defaultCalendar)).toBeUndefined()
    for (const status of ['shipped', 'completed'] as const) {
      expect(riskDayOf({ ...order, status }, defaultCalendar)).toBeUndefined()
      expect(deliveryRiskOf({ ...order, status, atRiskOn: null }, '2027-06-01')).toBe('fine')
    }
  })

  it('does not exist for a rejected case, which can still be late', () => {
    const rejected = { ...order, status: 'rejected' } as const
    expect(riskDayOf(rejected, defaultCalendar)).toBeUndefined()
    expect(deliveryRiskOf({ ...rejected, atRiskOn: '2026-11-30' }, '2026-12-04')).toBe('fine')
    expect(deliveryRiskOf({ ...rejected, atRiskOn: null }, '2026-12-05')).toBe('late')
  })

  it('becomes `late` on the day after the delivery day', () => {
    const dated = { ...order, atRiskOn: '2026-11-30' }
    expect(deliveryRiskOf(dated, '2026-11-29')).toBe('fine')
    expect(deliveryRiskOf(dated, '2026-11-30')).toBe('atRisk')
    expect(deliveryRiskOf(dated, '2026-12-04')).toBe('atRisk')
    expect(deliveryRiskOf(dated, '2026-12-05')).toBe('late')
  })

  it('never begins after the delivery day, and only increases with time', () => {
    const ranks = { fine: 0, atRisk: 1, late: 2 } as const
    const statuses = fc.constantFrom(...orderStatuses)
    fc.assert(
      fc.property(types, statuses, days, days, days, calendars, (type, status, on, one, two, calendar) => {
        const dated = { type, status, deliveryOn: on }
        const atRiskOn = riskDayOf(dated, calendar) ?? null
        if (atRiskOn !== null) expect(atRiskOn <= on).toBe(true)
        const [before, after] = [one, two].sort() as [string, string]
        const [early, late] = [before, after].map((today) => deliveryRiskOf({ ...dated, atRiskOn }, today))
        expect(ranks[early!]).toBeLessThanOrEqual(ranks[late!])
      }),
    )
  })
})

describe('the calendar of a laboratory', () => {
  const read = (change: object) => readInput(LabCalendar, { ...defaultCalendar, ...change })

  it('is stored with each weekday once and with closures sorted by their first day', () => {
    const earlier = { from: '2026-08-03', to: '2026-08-14', name: 'Summer' }
    const result = read({ workingDays: [5, 1, 1], holidays: [christmas, earlier] })
    expect(result).toMatchObject({
      isValid: true,
      value: { workingDays: [1, 5], holidays: [earlier, christmas] },
    })
  })

  it('is refused without working days, with a closure that ends before it begins, with years of closures, or with 0 usual days', () => {
    expect(read({ workingDays: [] })).toMatchObject({ fields: { workingDays: 'required' } })
    const backwards = { from: '2026-12-24', to: '2026-12-23', name: '' }
    expect(read({ holidays: [backwards] })).toMatchObject({ fields: { 'holidays.0.to': 'date' } })
    const years = { from: '2026-01-01', to: '2030-12-31', name: '' }
    expect(read({ holidays: [years] })).toMatchObject({ fields: { holidays: 'too_large' } })
    expect(read({ usualDays: { ...defaultCalendar.usualDays, implant: 0 } })).toMatchObject({
      fields: { 'usualDays.implant': 'too_small' },
    })
  })
})
