import { expect, test } from 'vitest'
import { dayFromToday, setTimeZone, zoneOfDevice } from './time-zone.ts'

test.each([
  ['Europe/London', 'Europe/London'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Etc/Unknown', 'UTC'],
  ['', 'UTC'],
])('a device that reports the time zone “%s” uses %s', (reported, used) => {
  expect(zoneOfDevice(reported)).toBe(used)
})

test('today is the day in the zone that the user chose', () => {
  // The two zones are 25 hours apart.
  setTimeZone('Pacific/Kiritimati')
  const [first, next] = [dayFromToday(), dayFromToday(1)]
  setTimeZone('Pacific/Pago_Pago')
  expect(dayFromToday() < first).toBe(true)
  expect(next > first).toBe(true)
  setTimeZone(null)
})
