import { describe, expect, test } from 'vitest'
import { intlDataOf } from '../../build-intl-data.ts'
import { type DateFormatName, dateFormats, sizeUnits, unitDisplayOf } from './date-formats.ts'
import { fillNumber, formatDate, formatList, formatNumbersLikeRussian, formatRelative } from './intl-data.ts'

// Node can format these languages, and Chromium can't. The tests compare the formats of `intlDataOf` with
// those of Node.
describe.each(['kk-KZ', 'ky-KG', 'uz-UZ'])('formats of %s', (tag) => {
  const data = intlDataOf(tag.replace('-', '_'))
  if (!data) throw new Error(`no data for ${tag}`)
  const moments = [
    '2026-01-01T00:00:00Z',
    '2026-06-09T21:59:00Z',
    '2027-12-31T23:30:00Z',
    '2024-02-29T09:05:00Z',
  ]
  const names = Object.keys(dateFormats) as DateFormatName[]

  test.each(names)('%s equals the format of Node in two time zones', (name) => {
    for (const timeZone of ['UTC', 'Asia/Almaty']) {
      for (const moment of moments.map((text) => new Date(text))) {
        const wanted = new Intl.DateTimeFormat(tag, { ...dateFormats[name], timeZone }).format(moment)
        expect(formatDate(data, name, moment, timeZone)).toBe(wanted)
      }
    }
  })

  test('sizes and percentages equal those of Node', () => {
    for (const unit of sizeUnits) {
      const options = { style: 'unit', unit, unitDisplay: unitDisplayOf(unit) } as const
      expect(fillNumber(data.units[unit], '12')).toBe(new Intl.NumberFormat(tag, options).format(12))
    }
    const percent = new Intl.NumberFormat(tag, { style: 'percent' }).format(0.42)
    expect(fillNumber(data.percent, '42')).toBe(percent)
  })

  test('relative times equal those of Node', () => {
    const format = new Intl.RelativeTimeFormat(tag)
    const now = new Date('2026-11-24T12:00:00Z')
    const after = (seconds: number) => formatRelative(data, new Date(now.getTime() + seconds * 1000), now)
    expect(after(-300)).toBe(format.format(-5, 'minute'))
    expect(after(2 * 86400)).toBe(format.format(2, 'day'))
    expect(after(-400 * 86400)).toBe(format.format(-1, 'year'))
    expect(after(0)).toBe(new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(0, 'second'))
  })

  test('lists equal those of Node', () => {
    const format = new Intl.ListFormat(tag, { type: 'conjunction' })
    for (const items of [['a'], ['a', 'b'], ['a', 'b', 'c', 'd']])
      expect(formatList(data, items)).toBe(format.format(items))
  })

  test('numbers are formatted like those of Node', () => {
    const node = new Intl.NumberFormat(tag)
    const wanted = [0, 7.5, 1234, -1234567.25].map((value) => node.format(value))
    formatNumbersLikeRussian(tag)
    const shown = new Intl.NumberFormat(tag)
    expect([0, 7.5, 1234, -1234567.25].map((value) => shown.format(value))).toEqual(wanted)
    expect(new Intl.NumberFormat('en-US').format(1234)).toBe('1,234')
  })
})
