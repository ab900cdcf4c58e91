import type { Language } from '@pontic/contract'
import { tagOf } from './language.ts'

/** Creates one formatter for each language, on first use. Creating a formatter takes longer than a hundred uses of it. */
function createPerLanguage<T>(make: (tag: string) => T): (language: Language) => T {
  const formatters = new Map<Language, T>()
  return (language) => {
    const known = formatters.get(language)
    if (known) return known
    const fresh = make(tagOf(language))
    formatters.set(language, fresh)
    return fresh
  }
}

const days = createPerLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeZone: 'UTC', calendar: 'gregory' }),
)

/** Formats a calendar day with its weekday, for mails: `Friday, December 4, 2026`. @param day `YYYY-MM-DD` */
export function formatDay(language: Language, day: string): string {
  return days(language).format(new Date(`${day}T00:00:00Z`))
}

const moments = createPerLanguage(
  (tag) =>
    new Intl.DateTimeFormat(tag, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'UTC',
      timeZoneName: 'short',
      calendar: 'gregory',
    }),
)

/**
 * Formats a time in UTC, because the time zone of a mail's reader is not known: `Nov 21, 2026, 02:05 PM UTC`.
 * @param moment ISO 8601
 */
export function formatMoment(language: Language, moment: string | Date): string {
  return moments(language).format(new Date(moment))
}

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

const sizes = sizeUnits.map((unit, power) =>
  createPerLanguage(
    (tag) =>
      new Intl.NumberFormat(tag, {
        style: 'unit',
        unit,
        unitDisplay: power === 0 ? 'long' : 'short',
        maximumFractionDigits: power === 0 ? 0 : 1,
      }),
  ),
)

/** Formats a number of bytes in the largest fitting unit, with powers of 1000: `12.4 MB`. */
export function formatBytes(language: Language, sizeBytes: number): string {
  const inUnit = (power: number) => Math.round((sizeBytes / 1000 ** power) * 10) / 10
  // Compares rounded values, so that 999,950 bytes are 1 MB, not 1,000 kB.
  let power = 0
  while (power < sizeUnits.length - 1 && inUnit(power) >= 1000) power += 1
  return sizes[power]!(language).format(inUnit(power))
}

const waits = (['second', 'minute', 'hour'] as const).map((unit) =>
  createPerLanguage((tag) => new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' })),
)

/** Formats a duration, rounded up to a suitable unit: `45 seconds`, `3 minutes`, `5 hours`. */
export function formatWait(language: Language, seconds: number): string {
  const power = seconds < 60 ? 0 : seconds <= 3600 ? 1 : 2
  return waits[power]!(language).format(Math.ceil(seconds / 60 ** power))
}
