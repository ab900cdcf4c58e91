import { languages } from '@pontic/contract'
import { tagOf, translate } from '@pontic/messages'
import { describe, expect, it, test } from 'vitest'
import { addMonths, listWeeks, readDay, writeDay } from './day-text.ts'

const today = '2026-11-28'
const day = '2031-04-09'
const noon = new Date(`${day}T12:00:00Z`)

describe.each(languages)('a day in %s', (language) => {
  const read = (text: string, limits = {}) => readDay(text, { language, today, ...limits })
  const own = writeDay(language, day)

  it('is written as Intl writes it', () => {
    const intl = new Intl.DateTimeFormat(tagOf(language), {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      timeZone: 'UTC',
    }).format(noon)
    // CLDR has year, day, month for Kyrgyz.
    expect(own).toBe(language === 'ky_KG' ? '09.04.2031' : intl)
  })

  it('has the order and the separators of the format that the field names', () => {
    const separators = (text: string) => text.replaceAll(/[\p{L}\d]+/gu, 'x')
    expect(separators(translate(language, 'ui.day.format'))).toBe(separators(own))
  })

  it('is read in that format with any separators or none, with a short year, and as ISO 8601', () => {
    const digits = own.match(/\d+/g) ?? []
    const short = digits.map((part) => part.slice(-2))
    const texts = [own, ...['.', '/', '-', ' ', '. ', ''].map((separator) => digits.join(separator))]
    for (const text of [...texts, `  ${own} `, short.join('/'), short.join(''), '2031-04-09', '2031-4-9'])
      expect([text, read(text)]).toEqual([text, day])
  })

  it('without a year is the first one within the limits', () => {
    const both = (text: string) => text.replace(/\D*2031\D*/, '')
    const spring = both(own)
    expect(read(spring)).toBe('2026-04-09')
    expect(read(spring, { min: today })).toBe('2027-04-09')
    expect(read(both(writeDay(language, '2031-12-24')), { max: today })).toBe('2025-12-24')
    expect(read(spring.replace(/\D/, ''))).toBe('2026-04-09')
  })

  it('is the next day with a weekday’s name', () => {
    const weekdays = [1, 2, 3, 4, 5, 6, 7].map((weekday) =>
      new Intl.DateTimeFormat(tagOf(language), { weekday: 'long', timeZone: 'UTC' }).format(
        new Date(Date.UTC(2024, 0, weekday)),
      ),
    )
    // Today is a Saturday.
    const found = weekdays.map((name) => read(name.toLocaleUpperCase(tagOf(language)), { weekdays }))
    expect(found).toEqual([
      '2026-11-30',
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
      '2026-12-04',
      '2026-12-05',
      '2026-11-29',
    ])
  })
})

describe('readDay', () => {
  const read = (text: string, limits = {}) => readDay(text, { language: 'de_DE', today, ...limits })

  test.each([
    ['28', '2026-11-28'],
    ['+3', '2026-12-01'],
    ['- 28', '2026-10-31'],
    ['29.2.28', '2028-02-29'],
    ['09,04,2031', day],
    ['20310409', day],
    ['２０３１年４月９日', day],
  ])('reads %s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  it('chooses the month of a day alone within the limits', () => {
    expect(read('5', { min: today })).toBe('2026-12-05')
    expect(read('29', { max: today })).toBe('2026-10-29')
    expect(readDay('31', { language: 'de_DE', today: '2026-12-15', min: '2027-01-02' })).toBe('2027-01-31')
  })

  test.each([
    '',
    'x',
    '31.2.2030',
    '0.1.2030',
    '1.13.2030',
    '1.1.1899',
    '1.1.2200',
    '1.1.203',
    '1.2.3.4',
    '123',
    '1.1.20300',
    '+1000',
    'M',
  ])('does not read “%s”', (text) => {
    expect(read(text, { weekdays: ['Montag', 'Dienstag', 'Mittwoch'] })).toBeUndefined()
  })

  it('returns a day outside the limits, so that the field can name them', () => {
    expect(read('1.1.2020', { min: today })).toBe('2020-01-01')
  })
})

test('weeks begin on the first day of the week, and months shorten a day that they do not have', () => {
  expect(listWeeks('2026-11-28', 1).map(([first]) => first)).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ])
  expect(listWeeks('2026-02-10', 7).map(([first]) => first)).toEqual([
    '2026-02-01',
    '2026-02-08',
    '2026-02-15',
    '2026-02-22',
  ])
  expect([addMonths('2026-01-31', 1), addMonths('2028-02-29', 12), addMonths('2026-03-31', -1)]).toEqual([
    '2026-02-28',
    '2029-02-28',
    '2026-02-28',
  ])
})
