import { expect, it } from 'vitest'
import { defaultCalendar } from '../delivery/delivery-days.ts'
import { moveDeliveryDay, pausedDays } from './conversation.ts'

const monday = '2026-11-16T09:00:00.000Z'
const move = (endedAt: string, deliveryOn: string | null = '2026-12-04', askedAt = monday) =>
  moveDeliveryDay({ deliveryOn, askedAt, endedAt }, defaultCalendar)

it('counts the started days of a pause', () => {
  expect(pausedDays(monday, monday)).toBe(0)
  expect(pausedDays(monday, '2026-11-16T09:00:00.001Z')).toBe(1)
  expect(pausedDays(monday, '2026-11-17T09:00:00.000Z')).toBe(1)
  expect(pausedDays(monday, '2026-11-17T09:00:01.000Z')).toBe(2)
})

it('moves the delivery day by the working days of the pause and skips weekends', () => {
  expect(move('2026-11-16T09:10:00.000Z')).toEqual({ days: 1, deliveryOn: '2026-12-07' })
  expect(move('2026-11-18T11:00:00.000Z')).toEqual({ days: 3, deliveryOn: '2026-12-09' })
})

it('does not move the delivery day for days on which the laboratory does not work', () => {
  // Friday evening to Monday morning: one of the three started days is a working day.
  const friday = '2026-11-20T17:00:00.000Z'
  expect(move('2026-11-23T08:00:00.000Z', '2026-12-04', friday)).toEqual({
    days: 1,
    deliveryOn: '2026-12-07',
  })
})

it('moves the delivery day by at least one day, even if the pause is on a Saturday', () => {
  const saturday = '2026-11-21T10:00:00.000Z'
  expect(move('2026-11-21T10:01:00.000Z', '2026-12-04', saturday).days).toBe(1)
})

it('sets no delivery day if none was set before the pause', () => {
  expect(move('2026-11-18T11:00:00.000Z', null)).toEqual({ days: 3, deliveryOn: null })
})

it('skips the holidays of the laboratory when it moves the delivery day', () => {
  const calendar = {
    ...defaultCalendar,
    holidays: [{ from: '2026-12-07', to: '2026-12-08', name: 'Holiday' }],
  }
  const question = { deliveryOn: '2026-12-04', askedAt: monday, endedAt: '2026-11-16T12:00:00.000Z' }
  expect(moveDeliveryDay(question, calendar).deliveryOn).toBe('2026-12-09')
})
