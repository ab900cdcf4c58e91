import { describe, expect, it } from 'vitest'
import { TimeZone } from './fields.ts'
import { currentZoneName } from './time-zones.ts'

describe('time zones', () => {
  it.each([
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
    ['asia/katmandu', 'Asia/Kathmandu'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['Europe/London', 'Europe/London'],
    ['UTC', 'UTC'],
  ])('accept the name %s and return %s', (name, current) => {
    expect(TimeZone.parse(name)).toBe(current)
  })

  it('are listed by their current names, which have the same time as the former names', () => {
    const former = Intl.supportedValuesOf('timeZone').filter((name) => currentZoneName(name) !== name)
    const timeIn = (timeZone: string) =>
      new Date('2026-07-01T12:00:00Z').toLocaleString('en', { timeZone, timeZoneName: 'longOffset' })
    for (const name of former) expect(timeIn(currentZoneName(name))).toBe(timeIn(name))
    const listed = Intl.supportedValuesOf('timeZone').map(currentZoneName)
    const outdated = [
      'Kiev',
      'Calcutta',
      'Saigon',
      'Katmandu',
      'Rangoon',
      'Godthab',
      'Faeroe',
      'Truk',
      'Ponape',
    ]
    for (const place of outdated) expect(listed.filter((name) => name.endsWith(`/${place}`))).toEqual([])
    expect(new Set(listed).size).toBe(listed.length)
  })

  it.each(['+02:00', 'Europe/Nowhere', '', 'Europe/Kyiv; drop'])('refuse the name %j', (name) => {
    expect(TimeZone.safeParse(name).success).toBe(false)
  })
})
