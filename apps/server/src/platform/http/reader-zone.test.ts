import { addDays } from '@pontic/contract'
import { expect, test } from 'vitest'
import { dayIn, momentIn, startOfDay, startsOfDays, zoneOfRequest } from './reader-zone.ts'

const startsAt = (zone: string, day: string) => new Date(startOfDay(zone, day)).toISOString()
const zoneFor = (zone: string | undefined) =>
  zoneOfRequest({
    id: '',
    address: '',
    userAgent: '',
    isForwarded: () => false,
    language: 'en_US',
    header: () => zone,
    audit: { actions: [], isStrict: true },
  })

test("days begin at the reader's midnight, also in zones with offsets of a quarter of an hour", () => {
  expect(startsAt('UTC', '2026-11-21')).toBe('2026-11-21T00:00:00.000Z')
  expect(startsAt('Asia/Kathmandu', '2026-11-21')).toBe('2026-11-20T18:15:00.000Z')
  expect(startsAt('America/New_York', '2026-11-21')).toBe('2026-11-21T05:00:00.000Z')
  expect(startsAt('Pacific/Kiritimati', '2026-11-21')).toBe('2026-11-20T10:00:00.000Z')
})

test('days on which clocks change have 23 or 25 hours', () => {
  const hours = (zone: string, day: string, next: string) =>
    (startOfDay(zone, next) - startOfDay(zone, day)) / 3_600_000
  expect(hours('Europe/London', '2026-03-29', '2026-03-30')).toBe(23)
  expect(hours('Europe/London', '2026-10-25', '2026-10-26')).toBe(25)
  // Beirut skips midnight.
  expect(startsAt('Asia/Beirut', '2026-03-29')).toBe('2026-03-28T22:00:00.000Z')
  expect(hours('America/New_York', '2026-11-01', '2026-11-02')).toBe(25)
})

test('startsOfDays returns the start of each day of a quarter, also around clock changes', () => {
  // Casablanca turns its clocks back for one month only.
  const zones = ['UTC', 'Europe/London', 'America/New_York', 'Africa/Casablanca', 'Australia/Lord_Howe']
  for (const zone of zones) {
    for (const first of ['2026-01-20', '2026-02-15', '2026-08-24', '2026-10-01']) {
      const starts = startsOfDays(zone, first, 91)
      expect(starts).toEqual(Array.from({ length: 91 }, (_, at) => startOfDay(zone, addDays(first, at))))
    }
  }
  expect(startsOfDays('UTC', '2026-11-21', 1)).toEqual([startOfDay('UTC', '2026-11-21')])
})

test('a time is shown in the reader’s zone', () => {
  const at = new Date('2026-11-21T23:30:00Z')
  expect(dayIn('UTC', at)).toBe('2026-11-21')
  expect(dayIn('Asia/Shanghai', at)).toBe('2026-11-22')
  expect(momentIn('Asia/Kathmandu', at)).toBe('2026-11-22 05:15')
  expect(momentIn('America/New_York', at)).toBe('2026-11-21 18:30')
})

test('a time is that of the zone before and after a clock change, in any order', () => {
  const times = [
    '2026-10-25T01:30Z',
    '2026-10-25T00:30Z',
    '2026-10-24T23:30Z',
    '2026-10-26T00:30Z',
    '2026-10-24T12:00Z',
  ]
  expect(times.map((at) => momentIn('Europe/Berlin', new Date(at)))).toEqual([
    '2026-10-25 02:30',
    '2026-10-25 02:30',
    '2026-10-25 01:30',
    '2026-10-26 01:30',
    '2026-10-24 14:00',
  ])
})

test('the time zone is that of the request, or UTC', () => {
  expect([zoneFor('Europe/Berlin'), zoneFor(undefined)]).toEqual(['Europe/Berlin', 'UTC'])
})
