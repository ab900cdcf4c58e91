import { expect, test } from 'vitest'
import { zoneOfDevice } from './time-zone.ts'

test.each([
  ['Europe/London', 'Europe/London'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Etc/Unknown', 'UTC'],
  ['', 'UTC'],
])('a device that reports the time zone “%s” uses %s', (reported, used) => {
  expect(zoneOfDevice(reported)).toBe(used)
})
