import type { Language } from '@pontic/contract'

/** How the readers of a language write a day in digits: `dd.mm.yyyy`. */
type DayPattern = `${string}yyyy${string}` | `yyyy${string}`

/** The CLDR formats with two digits for day and month. That of Kyrgyz, `yyyy-dd-mm`, is replaced, because nobody would understand it. */
const patterns: Record<Language, DayPattern> = {
  en_US: 'mm/dd/yyyy',
  zh_CN: 'yyyy/mm/dd',
  es_ES: 'dd/mm/yyyy',
  ja_JP: 'yyyy/mm/dd',
  fr_FR: 'dd/mm/yyyy',
  it_IT: 'dd/mm/yyyy',
  ru_RU: 'dd.mm.yyyy',
  ko_KR: 'yyyy. mm. dd.',
  el_GR: 'dd/mm/yyyy',
  pl_PL: 'dd.mm.yyyy',
  pt_PT: 'dd/mm/yyyy',
  ro_RO: 'dd.mm.yyyy',
  tr_TR: 'dd.mm.yyyy',
  cs_CZ: 'dd. mm. yyyy',
  de_DE: 'dd.mm.yyyy',
  hu_HU: 'yyyy. mm. dd.',
  uk_UA: 'dd.mm.yyyy',
  zh_TW: 'yyyy/mm/dd',
  kk_KZ: 'dd.mm.yyyy',
  ky_KG: 'dd.mm.yyyy',
  uz_UZ: 'dd/mm/yyyy',
}

const firstYear = 1900
const lastYear = 2199

/** Writes a day as the readers of a language type it. @param day `YYYY-MM-DD` @returns `28.11.2026` */
export function writeDay(language: Language, day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return patterns[language].replace('yyyy', year).replace('mm', month).replace('dd', date)
}

/** What {@link readDay} must know: the reader's language, today, the limits of the field, and the names of the weekdays from Monday. */
export type DayReading = {
  readonly language: Language
  /** `YYYY-MM-DD` */
  readonly today: string
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly weekdays?: readonly string[] | undefined
}

/**
 * Reads a day that was typed. It accepts the format of the language with any separators or none, ISO 8601, a year of two digits, a day
 * without year or month, `+3` for three days from today, and the beginning of a weekday's name for the next such day. Where the year or
 * the month is missing, it chooses the first match within the limits: this one, the next or the last.
 * @returns `YYYY-MM-DD`, also if it is outside the limits; undefined if the text is no day
 */
export function readDay(text: string, reading: DayReading): string | undefined {
  const typed = text.normalize('NFKC').trim()
  const ahead = /^([+-])\s?(\d{1,3})$/.exec(typed)
  if (ahead) return addDays(reading.today, Number(`${ahead[1]}${ahead[2]}`))
  if (/\p{L}/u.test(typed) && !/\d/.test(typed)) return readWeekday(typed, reading)
  if (!/^[\d\s./,\-年月日년월일]+$/u.test(typed)) return undefined
  const numbers = typed.match(/\d+/g) ?? []
  return numbers.length === 1 ? readDigits(numbers[0], reading) : readNumbers(numbers, reading)
}

function readWeekday(typed: string, { weekdays = [], today, language }: DayReading): string | undefined {
  const tag = language.replace('_', '-')
  // Without accents, because Greek capitals have none.
  const plain = (name: string) => name.toLocaleLowerCase(tag).normalize('NFD').replaceAll(/\p{M}/gu, '')
  const begin = plain(typed.replace(/\.$/, ''))
  const names = weekdays.map(plain)
  // “Pazar” is the Turkish Sunday, and the beginning of Monday.
  const exact = names.indexOf(begin)
  const found = exact >= 0 ? [exact] : names.flatMap((name, at) => (name.startsWith(begin) ? [at] : []))
  if (found.length !== 1) return undefined
  const current = (dateOf(today).getUTCDay() + 6) % 7
  return addDays(today, ((found[0]! - current + 6) % 7) + 1)
}

/** Reads digits without separators, as a phone's keyboard of digits types them. */
function readDigits(digits: string, reading: DayReading): string | undefined {
  const order = orderOf(reading.language)
  const yearDigits = digits.length - 4
  if (digits.length <= 2) return readNumbers([digits], reading)
  if (yearDigits !== 0 && yearDigits !== 2 && yearDigits !== 4) return undefined
  const split = (parts: readonly Part[]) => {
    let at = 0
    return parts.flatMap((part) => {
      const length = part === 'y' ? yearDigits : 2
      at += length
      return length === 0 ? [] : [digits.slice(at - length, at)]
    })
  }
  return (
    readNumbers(split(order), reading) ??
    (yearDigits === 4 ? readNumbers(split(['y', 'm', 'd']), reading) : undefined)
  )
}

type Part = 'y' | 'm' | 'd'

const orderOf = (language: Language): Part[] =>
  [...patterns[language].matchAll(/(y+|m+|d+)/g)].map(([part]) => part[0] as Part)

function readNumbers(numbers: readonly string[], reading: DayReading): string | undefined {
  // A year of four digits in front is ISO 8601, or the order of East Asia and Hungary.
  const order: Part[] = numbers[0]?.length === 4 ? ['y', 'm', 'd'] : orderOf(reading.language)
  const given: readonly Part[] | undefined = [
    [],
    ['d' as const],
    order.filter((part) => part !== 'y'),
    order,
  ][numbers.length]
  if (given === undefined || numbers.some((number) => number.length > 4)) return undefined
  const of = (part: Part) => numbers[given.indexOf(part)]
  const [year, month, date] = [of('y'), of('m'), Number(of('d'))]
  if (year !== undefined) {
    if (year.length !== 2 && year.length !== 4) return undefined
    return toDay(Number(year.length === 2 ? `20${year}` : year), Number(month), date)
  }
  const today = dateOf(reading.today)
  const [thisYear, thisMonth] = [today.getUTCFullYear(), today.getUTCMonth() + 1]
  const candidates = [0, 1, -1].flatMap((step) => {
    const day = month
      ? toDay(thisYear + step, Number(month), date)
      : toDayOfMonth(thisYear, thisMonth + step, date)
    return day ? [day] : []
  })
  const { min = '', max = '9' } = reading
  return candidates.find((day) => day >= min && day <= max) ?? candidates[0]
}

/** @param month may be 0 or 13, for the months beside the year */
function toDayOfMonth(year: number, month: number, date: number): string | undefined {
  const first = new Date(Date.UTC(year, month - 1, 1))
  return toDay(first.getUTCFullYear(), first.getUTCMonth() + 1, date)
}

/** @returns `YYYY-MM-DD`; undefined if the day does not exist or is not between 1900 and 2199 */
function toDay(year: number, month: number, date: number): string | undefined {
  if (year < firstYear || year > lastYear) return undefined
  const day = new Date(Date.UTC(year, month - 1, date))
  return day.getUTCMonth() + 1 === month && day.getUTCDate() === date ? isoOf(day) : undefined
}

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)
const isoOf = (date: Date) => date.toISOString().slice(0, 10)

/** Adds days to a day. @param day `YYYY-MM-DD` */
export function addDays(day: string, count: number): string {
  const date = dateOf(day)
  date.setUTCDate(date.getUTCDate() + count)
  return isoOf(date)
}

/** Adds months to a day, and shortens it to the last day of a shorter month: 31 January plus one is 28 February. */
export function addMonths(day: string, count: number): string {
  const date = dateOf(day)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count + 1, 0))
  return isoOf(
    new Date(
      Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date.getUTCDate(), last.getUTCDate())),
    ),
  )
}

/** Lists the weeks of a month, each with seven days. @param first the first day of the week: 1 Monday … 7 Sunday */
export function listWeeks(day: string, first: number): string[][] {
  const start = `${day.slice(0, 7)}-01`
  const before = (((dateOf(start).getUTCDay() + 6) % 7) + 1 - first + 7) % 7
  const end = addDays(addMonths(start, 1), -1)
  const weeks = Math.ceil((before + Number(end.slice(8))) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => addDays(start, week * 7 + at - before)),
  )
}
