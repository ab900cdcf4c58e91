import { withoutDoublePeriods } from '@pontic/messages'

/** Returns a translator of use-intl whose sentences have one period, also if they end with a date such as `4 дек. 2026 г.` */
export function withOnePeriod<Translator extends object>(t: Translator): Translator {
  const translate = t as unknown as (...given: unknown[]) => string
  const format = (key: string, values?: Record<string, unknown>, ...rest: unknown[]) => {
    const text = translate(key, values, ...rest)
    return values ? withoutDoublePeriods(text, values) : text
  }
  return Object.assign(format, t) as unknown as Translator
}
