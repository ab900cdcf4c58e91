import { expect, test } from 'vitest'
import { zoneOfDevice } from '../frame/time-zone.ts'

test.each([
  ['Europe/London', 'Europe/London'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Etc/Unknown', 'UTC'],
  ['', 'UTC'],
])('a device that reports the zone “%s” uses %s', (reported, used) => {
  expect(zoneOfDevice(reported)).toBe(used)
})
