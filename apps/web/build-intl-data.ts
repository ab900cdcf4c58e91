import type { Language } from '@pontic/contract'
import { type DateFormatName, dateFormats, sizeUnits, unitDisplayOf } from './src/frame/date-formats.ts'
import { type IntlData, type RelativeUnit, relativeUnits } from './src/frame/intl-data.ts'

/** Languages that Chromium cannot format, although Node can (measured in Chromium 148). */
const languagesWithoutData = new Set<string>(['kk_KZ', 'ky_KG', 'uz_UZ'])

// Thursday, 5 March 2026, 09:07. Month, day, hour and minute have one digit, which shows whether a format
// pads them.
const sample = new Date(Date.UTC(2026, 2, 5, 9, 7))

const padded = (value: string) => value.length === 2 && value.startsWith('0')

// Returns the pattern of a date format, such as `{day}.{month:2}`. Narrow spaces are replaced by plain ones,
// because `format` does that and `formatToParts` does not.
function patternOf(tag: string, options: Intl.DateTimeFormatOptions): string {
  const parts = new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }).formatToParts(sample)
  return parts
    .map(({ type, value }) =>
      type === 'literal' ? value.replaceAll('\u202F', ' ') : `{${type}${padded(value) ? ':2' : ''}}`,
    )
    .join('')
}

const monthOf = (tag: string, options: Intl.DateTimeFormatOptions, month: number) =>
  new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' })
    .formatToParts(new Date(Date.UTC(2026, month, 5)))
    .find(({ type }) => type === 'month')?.value ?? ''

const weekdayOf = (tag: string, weekday: 'short' | 'long', day: number) =>
  new Intl.DateTimeFormat(tag, { weekday, timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, day)))

/** Returns a text with its number as `{n}`. @param number the number as it is formatted in the text */
const withoutNumber = (text: string, number: string) => text.replace(number, '{n}')

/**
 * Returns a text that two formats share. Throws if they differ, because `IntlData` has only one text for
 * both.
 */
function assertSame(one: string, other: string): string {
  if (one !== other) throw new Error(`The singular differs: ${one}, ${other}`)
  return one
}

const unitOf = (tag: string, unit: string, unitDisplay: 'short' | 'long') => {
  const of = (count: number) =>
    withoutNumber(
      new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay }).format(count),
      String(count),
    )
  return assertSame(of(1), of(5))
}

function relativeOf(tag: string): IntlData['relative'] {
  const format = new Intl.RelativeTimeFormat(tag)
  const of = (count: number, unit: RelativeUnit) =>
    withoutNumber(format.format(count, unit), String(Math.abs(count)))
  const units = relativeUnits.map(([unit]) => [
    unit,
    { past: assertSame(of(-1, unit), of(-5, unit)), future: assertSame(of(1, unit), of(5, unit)) },
  ])
  return Object.fromEntries(units) as IntlData['relative']
}

/** Returns the names and patterns of a language that Chromium cannot format; undefined for other languages. */
export function intlDataOf(language: Language | string): IntlData | undefined {
  if (!languagesWithoutData.has(language)) return undefined
  const tag = language.replace('_', '-')
  const names = Object.keys(dateFormats) as DateFormatName[]
  const months = Array.from({ length: 12 }, (_, month) =>
    assertSame(monthOf(tag, dateFormats.date, month), monthOf(tag, dateFormats.weekday, month)),
  )
  const days = [1, 2, 3, 4, 5, 6, 7]
  const units = [
    ...sizeUnits.map((unit) => [unit, unitOf(tag, unit, unitDisplayOf(unit))]),
    ['millimeter', unitOf(tag, 'millimeter', 'short')],
  ]
  const list = new Intl.ListFormat(tag, { type: 'conjunction' })
  const literals = (items: string[]) =>
    list
      .formatToParts(items)
      .filter(({ type }) => type === 'literal')
      .map(({ value }) => value)
  return {
    dates: Object.fromEntries(
      names.map((name) => [name, patternOf(tag, dateFormats[name])]),
    ) as IntlData['dates'],
    months,
    weekdays: {
      short: days.map((day) => weekdayOf(tag, 'short', day)),
      long: days.map((day) => weekdayOf(tag, 'long', day)),
    },
    units: Object.fromEntries(units) as IntlData['units'],
    percent: withoutNumber(new Intl.NumberFormat(tag, { style: 'percent' }).format(0.42), '42'),
    relative: relativeOf(tag),
    now: new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(0, 'second'),
    list: {
      pair: `{0}${literals(['a', 'b'])[0]}{1}`,
      between: literals(['a', 'b', 'c'])[0] ?? '',
      last: `{0}${literals(['a', 'b', 'c'])[1]}{1}`,
    },
  }
}
