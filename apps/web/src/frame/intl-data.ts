import type { DateFormatName, sizeUnits } from './date-formats.ts'

/** Units of relative times, longest first, with their lengths in seconds. */
export const relativeUnits = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['week', 7 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

export type RelativeUnit = (typeof relativeUnits)[number][0]

/**
 * Names and patterns of a language that Chromium cannot format. The build prints them from the data of Node (`build-intl-data.ts`)
 * into the texts of the language. A pattern has its values in braces, as `{n}` or `{day}`; `{day:2}` has two digits.
 */
export type IntlData = {
  readonly dates: { readonly [Name in DateFormatName]: string }
  /** Names of the months from January, as in a date. */
  readonly months: readonly string[]
  /** Names of the weekdays from Monday. */
  readonly weekdays: { readonly short: readonly string[]; readonly long: readonly string[] }
  readonly units: { readonly [Unit in (typeof sizeUnits)[number] | 'millimeter']: string }
  readonly percent: string
  readonly relative: { readonly [Unit in RelativeUnit]: { readonly past: string; readonly future: string } }
  /** The present second: "now". */
  readonly now: string
  /** Two items, and the last two of more items. */
  readonly list: { readonly pair: string; readonly between: string; readonly last: string }
}

const fill = (pattern: string, values: { readonly [name: string]: string }) =>
  pattern.replaceAll(/\{(\w+)(:2)?\}/g, (_, name: string, isPadded?: string) =>
    isPadded ? (values[name] ?? '').padStart(2, '0') : (values[name] ?? ''),
  )

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Formats a moment from the data of a language. @param timeZone IANA name */
export function formatDate(data: IntlData, name: DateFormatName, moment: Date, timeZone: string): string {
  const numeric = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    weekday: 'short',
    hourCycle: 'h23',
  })
  const parts = Object.fromEntries(numeric.formatToParts(moment).map(({ type, value }) => [type, value]))
  const weekdayNames = data.weekdays[name === 'weekdayName' ? 'long' : 'short']
  return fill(data.dates[name], {
    ...parts,
    // Removes leading zeros, because the pattern adds them.
    day: String(Number(parts.day)),
    hour: String(Number(parts.hour)),
    minute: String(Number(parts.minute)),
    month: data.months[Number(parts.month) - 1] ?? '',
    weekday: weekdayNames[weekdays.indexOf(parts.weekday ?? '')] ?? '',
  })
}

/** Formats the time between two moments: `5 minutes ago`. */
export function formatRelative(data: IntlData, moment: Date, now: Date): string {
  const seconds = Math.round((moment.getTime() - now.getTime()) / 1000)
  const [unit, length] = relativeUnits.find(([, one]) => Math.abs(seconds) >= one) ?? ['second', 1]
  const count = Math.round(Math.abs(seconds) / length)
  if (unit === 'second' && count === 0) return data.now
  const { past, future } = data.relative[unit]
  return fill(seconds > 0 ? future : past, { n: String(count) })
}

/** Joins items: `a, b and c`. */
export function formatList(data: IntlData, items: readonly string[]): string {
  const [last = '', ...rest] = items.toReversed()
  if (rest.length === 0) return last
  const pattern = rest.length === 1 ? data.list.pair : data.list.last
  return pattern.replace('{0}', () => rest.toReversed().join(data.list.between)).replace('{1}', () => last)
}

/** Fills a number, which is already formatted, into the pattern of a unit or of a percentage. */
export const fillNumber = (pattern: string, number: string): string => fill(pattern, { n: number })

const browserFormat = Intl.NumberFormat

/**
 * Makes the browser format the numbers of a language that it cannot format like Russian numbers, which have
 * the same separators. This also applies to the numbers inside texts.
 */
export function formatNumbersLikeRussian(tag: string): void {
  Intl.NumberFormat = new Proxy(browserFormat, {
    construct: (target, [locale, options]: [string, Intl.NumberFormatOptions]) =>
      new target(locale === tag ? 'ru' : locale, options),
  })
}

/** The formats of a language that the browser cannot format. */
export type IntlFormats = {
  readonly date: (name: DateFormatName, moment: Date, timeZone: string) => string
  readonly relative: (moment: Date, now: Date) => string
  readonly list: (items: readonly string[]) => string
  readonly unit: (unit: keyof IntlData['units'], number: string) => string
  readonly percent: (number: string) => string
}

/** Creates the formats of a language from its data, and makes the browser format its numbers. @param tag BCP 47 tag */
export function createIntlFormats(tag: string, data: IntlData): IntlFormats {
  formatNumbersLikeRussian(tag)
  return {
    date: (name, moment, timeZone) => formatDate(data, name, moment, timeZone),
    relative: (moment, now) => formatRelative(data, moment, now),
    list: (items) => formatList(data, items),
    unit: (unit, number) => fillNumber(data.units[unit], number),
    percent: (number) => fillNumber(data.percent, number),
  }
}
