import type { Language } from '@pontic/contract'
import { type Catalogue, tagOf } from '@pontic/messages'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { IntlProvider, useFormatter, useTranslations } from 'use-intl'
import { type DateFormatName, dateFormats, sizeUnits, unitDisplayOf } from './date-formats.ts'
import type { IntlData } from './intl-data.ts'
import { withOnePeriod } from './one-period.ts'
import { changeTexts, currentTexts, subscribeToTexts } from './texts.ts'
import { useTimeZone } from './time-zone.ts'

declare module 'use-intl' {
  interface AppConfig {
    Messages: Catalogue
  }
}

const cookieSeconds = 365 * 24 * 3600

/** Returns true if the user has chosen a language, or closed the offer of another one. */
export const hasChosenLanguage = () => /(?:^|;\s*)language=/.test(document.cookie)

/** Stores a language as chosen by the user. */
export function storeLanguage(language: Language) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http, which some laboratories use
  document.cookie = `language=${language}; path=/; max-age=${cookieSeconds}; samesite=lax`
}

type Choice = { language: Language; setLanguage: (language: Language) => void }

const Current = createContext<Choice | undefined>(undefined)

/** Returns the language in use. `setLanguage` fetches the texts and writes the cookie. */
export function useLanguage(): Choice {
  const choice = useContext(Current)
  if (choice === undefined) throw new Error('useLanguage outside LanguageProvider')
  return choice
}

/** Provides the texts and the language. Call `loadTexts` before the first render, or keys appear instead of texts. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const { language, messages } = useSyncExternalStore(subscribeToTexts, currentTexts)
  const [first] = useState(language)
  useEffect(() => {
    document.documentElement.lang = tagOf(language)
    if (language !== first || hasChosenLanguage()) storeLanguage(language)
  }, [language, first])
  const setLanguage = useCallback((chosen: Language) => void changeTexts(chosen), [])
  const timeZone = useTimeZone()
  const choice = useMemo(() => ({ language, setLanguage }), [language, setLanguage])
  return (
    <Current value={choice}>
      <IntlProvider locale={tagOf(language)} messages={messages} timeZone={timeZone}>
        {children}
      </IntlProvider>
    </Current>
  )
}

/**
 * Texts by key: `useTexts('orders')('title')`. Keys are typed from en_US.json. A sentence that ends with a date, such as `4 дек. 2026 г.`,
 * has one period.
 */
export const useTexts = ((namespace?: never) => {
  const t = useTranslations(namespace)
  return useMemo(() => withOnePeriod(t), [t])
}) as typeof useTranslations

/** Returns the text of a key that may be unknown, such as a key of a newer server; undefined if the key has no text. */
export const findText = <Key extends string>(
  t: { (key: Key): string; has: (key: Key) => boolean },
  key: string,
): string | undefined => (t.has(key as Key) ? t(key as Key) : undefined)

type Moment = string | Date
type FractionDigits = { minimumFractionDigits?: number; maximumFractionDigits: number }

const dateOf = (moment: Moment) => (moment instanceof Date ? moment : new Date(moment))

// A calendar day has no time zone. Noon UTC, formatted in UTC, is that day for every user.
const dayOf = (day: string) => new Date(`${day.slice(0, 10)}T12:00:00Z`)

/** Formats each day once. The rows of a list have few different days. */
function keepResults(format: (day: string) => string): (day: string) => string {
  const known = new Map<string, string>()
  return (day) => {
    const text = known.get(day) ?? format(day)
    known.set(day, text)
    return text
  }
}

/** Returns functions that format dates, numbers and sizes in the user's language and time zone. Use no other formatter. */
export function useFormats() {
  const format = useFormatter()
  const zone = useTimeZone()
  const { formats } = useSyncExternalStore(subscribeToTexts, currentTexts)
  return useMemo(() => {
    const number = (value: number, maximumFractionDigits = 0, minimumFractionDigits = 0) =>
      format.number(value, { maximumFractionDigits, minimumFractionDigits })
    const dateTime = (name: DateFormatName, moment: Date, timeZone = zone) =>
      formats
        ? formats.date(name, moment, timeZone)
        : format.dateTime(moment, { ...dateFormats[name], timeZone })
    const relative = (moment: Moment, now: Date, style: 'long' | 'short' | 'narrow') =>
      formats ? formats.relative(dateOf(moment), now) : format.relativeTime(dateOf(moment), { now, style })
    // In some languages the narrow style is a number with a minus sign: `-20 ч`.
    const relativeShort = (moment: Moment, now: Date) => {
      const text = relative(moment, now, 'narrow')
      return /^[-−]/.test(text) ? relative(moment, now, 'short') : text
    }
    const inUnit = (value: number, unit: keyof IntlData['units'], digits: FractionDigits) =>
      formats
        ? formats.unit(unit, format.number(value, digits))
        : format.number(value, {
            ...digits,
            style: 'unit',
            unit,
            unitDisplay: unit === 'millimeter' ? 'short' : unitDisplayOf(unit),
          })
    return {
      /** Formats a calendar day `YYYY-MM-DD` as `21 Nov 2026`. */
      day: keepResults((day: string) => dateTime('date', dayOf(day), 'UTC')),
      /** `Sat 21 Nov`: for delivery days, where the weekday matters. */
      weekday: keepResults((day: string) => dateTime('weekday', dayOf(day), 'UTC')),
      /** `Monday`. @param weekday 1 Monday … 7 Sunday */
      weekdayName: (weekday: number) =>
        dateTime('weekdayName', new Date(Date.UTC(2024, 0, weekday, 12)), 'UTC'),
      /** `Mon`. @param weekday 1 Monday … 7 Sunday */
      weekdayShort: (weekday: number) =>
        dateTime('weekdayShort', new Date(Date.UTC(2024, 0, weekday, 12)), 'UTC'),
      /** The month of a calendar day `YYYY-MM-DD`: `Nov 2026`. */
      month: (day: string) => dateTime('month', dayOf(day), 'UTC'),
      /** Date and time of a moment. */
      moment: (moment: Moment) => dateTime('moment', dateOf(moment)),
      /** Date of a moment in the user's zone. */
      date: (moment: Moment) => dateTime('date', dateOf(moment)),
      /** Time of a moment in the user's zone. */
      time: (moment: Moment) => dateTime('time', dateOf(moment)),
      /** `5 minutes ago`. @param now from `useNow`, so that the text is updated */
      relative: (moment: Moment, now: Date) => relative(moment, now, 'long'),
      /** `5m ago`, for narrow places. */
      relativeShort,
      /** A number in the user's language, by default without fraction digits. */
      number,
      /** A fraction as a percentage: 0.42 → `42%`. */
      percent: (share: number) =>
        formats
          ? formats.percent(number(share * 100))
          : format.number(share, { style: 'percent', maximumFractionDigits: 0 }),
      /** Millimetres, by default with two digits. */
      length: (lengthMm: number, digits = 2) =>
        inUnit(lengthMm, 'millimeter', { minimumFractionDigits: digits, maximumFractionDigits: digits }),
      /** Bytes in the largest fitting decimal unit: `12.4 MB`. */
      size: (sizeBytes: number) => {
        const power =
          sizeBytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(sizeBytes) / 3), sizeUnits.length - 1)
        const value = sizeBytes / 1000 ** power
        return inUnit(value, sizeUnits[power] ?? 'byte', {
          maximumFractionDigits: value < 100 && power > 0 ? 1 : 0,
        })
      },
      /** `Upper, lower and bite`. */
      list: (items: readonly string[]) =>
        formats ? formats.list(items) : format.list([...items], { type: 'conjunction' }),
    }
  }, [format, formats, zone])
}
