import { defaultLanguage, type Language, languages } from '@pontic/contract'

/** The name of each language in that language, for menus. */
export const languageNames = {
  en_US: 'English',
  zh_CN: '简体中文',
  es_ES: 'Español',
  ja_JP: '日本語',
  fr_FR: 'Français',
  it_IT: 'Italiano',
  ru_RU: 'Русский',
  ko_KR: '한국어',
  pl_PL: 'Polski',
  tr_TR: 'Türkçe',
  cs_CZ: 'Čeština',
  de_DE: 'Deutsch',
  hu_HU: 'Magyar',
} as const satisfies Record<Language, string>

/** Returns the BCP 47 tag of a language: `zh_CN` → `zh-CN`. */
export const tagOf = (language: Language): string => language.replace('_', '-')

const longestHeader = 500

/**
 * Selects the language from an Accept-Language header (RFC 9110 §12.5.4) or a `language` cookie. An unsupported region falls back
 * to its language (`en-GB` → en_US). An invalid, overlong or unknown value falls back to en_US.
 * @param wanted value of the header or cookie, such as `de;q=0.5, zh-CN` or `zh_CN`
 */
export function languageOf(wanted: string | null | undefined): Language {
  if (!wanted || wanted.length > longestHeader) return defaultLanguage
  const ranges = wanted.split(',').map(readRange)
  const ordered = ranges.filter((range) => range.weight > 0).sort((a, b) => b.weight - a.weight)
  for (const { tag } of ordered) {
    const found = findLanguage(tag)
    if (found) return found
  }
  return defaultLanguage
}

function readRange(range: string): { tag: string; weight: number } {
  const [tag = '', ...params] = range.split(';').map((part) => part.trim())
  const quality = params.find((param) => /^q=/i.test(param))
  if (quality === undefined) return { tag, weight: 1 }
  return { tag, weight: /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/i.test(quality) ? Number(quality.slice(2)) : 0 }
}

// A request for traditional Chinese selects English, not simplified Chinese.
const traditional = /^zh[-_](hant|tw|hk|mo)/i

function findLanguage(tag: string): Language | undefined {
  if (!/^[a-z]{2,3}([-_][a-z0-9]{2,8}){0,3}$/i.test(tag)) return undefined
  const name = tag.replaceAll('-', '_').toLowerCase()
  const exact = languages.find((language) => language.toLowerCase() === name)
  if (exact || traditional.test(tag)) return exact
  const [primary] = name.split('_')
  return languages.find((language) => language.toLowerCase().startsWith(`${primary}_`))
}
