import { currentVariant, type Language } from '@pontic/contract'

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
  el_GR: 'Ελληνικά',
  pl_PL: 'Polski',
  pt_PT: 'Português',
  ro_RO: 'Română',
  tr_TR: 'Türkçe',
  cs_CZ: 'Čeština',
  de_DE: 'Deutsch',
  hu_HU: 'Magyar',
  uk_UA: 'Українська',
  zh_TW: '繁體中文',
  kk_KZ: 'Қазақша',
  ky_KG: 'Кыргызча',
  uz_UZ: 'Oʻzbekcha',
} as const satisfies Record<Language, string>

/** The offer to switch to each language, in that language. */
export const languageOffers = {
  en_US: 'Use Pontic in English',
  zh_CN: '使用简体中文版 Pontic',
  es_ES: 'Usar Pontic en español',
  ja_JP: 'Ponticを日本語で使用する',
  fr_FR: 'Utiliser Pontic en français',
  it_IT: 'Usa Pontic in italiano',
  ru_RU: 'Перейти на русский язык',
  ko_KR: '한국어로 사용',
  el_GR: 'Χρήση του Pontic στα ελληνικά',
  pl_PL: 'Przełącz na język polski',
  pt_PT: 'Utilizar o Pontic em português',
  ro_RO: 'Folosiți Pontic în română',
  tr_TR: 'Pontic’i Türkçe kullan',
  cs_CZ: 'Přepnout do češtiny',
  de_DE: 'Pontic auf Deutsch verwenden',
  hu_HU: 'Váltás magyar nyelvre',
  uk_UA: 'Перейти на українську мову',
  zh_TW: '使用繁體中文版 Pontic',
  kk_KZ: 'Қазақ тіліне ауысу',
  ky_KG: 'Кыргыз тилине өтүү',
  uz_UZ: 'Oʻzbek tiliga oʻtish',
} as const satisfies Record<Language, string>

/** Returns the BCP 47 tag of a language: `zh_CN` → `zh-CN`. */
export const tagOf = (language: Language): string => language.replace('_', '-')

const longestHeader = 500

/**
 * Selects the language from an Accept-Language header (RFC 9110 §12.5.4) or a `language` cookie. An unsupported region falls back
 * to its language (`en-GB` → en_US). An invalid, overlong or unknown value falls back to the default language of the variant.
 * @param wanted value of the header or cookie, such as `de;q=0.5, zh-CN` or `zh_CN`
 */
export function languageOf(wanted: string | null | undefined): Language {
  if (!wanted || wanted.length > longestHeader) return currentVariant().defaultLanguage
  const ranges = wanted.split(',').map(readRange)
  const ordered = ranges.filter((range) => range.weight > 0).sort((a, b) => b.weight - a.weight)
  for (const { tag } of ordered) {
    const found = findLanguage(tag)
    if (found) return found
  }
  return currentVariant().defaultLanguage
}

function readRange(range: string): { tag: string; weight: number } {
  const [tag = '', ...params] = range.split(';').map((part) => part.trim())
  const quality = params.find((param) => /^q=/i.test(param))
  if (quality === undefined) return { tag, weight: 1 }
  return { tag, weight: /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/i.test(quality) ? Number(quality.slice(2)) : 0 }
}

// A request for traditional Chinese never selects simplified Chinese.
const traditional = /^zh[-_](hant|tw|hk|mo)/i

function findLanguage(tag: string): Language | undefined {
  if (!/^[a-z]{2,3}([-_][a-z0-9]{2,8}){0,3}$/i.test(tag)) return undefined
  const { languages } = currentVariant()
  const name = tag.replaceAll('-', '_').toLowerCase()
  const exact = languages.find((language) => language.toLowerCase() === name)
  if (exact) return exact
  if (traditional.test(tag)) return languages.find((language) => language === 'zh_TW')
  const [primary] = name.split('_')
  return languages.find((language) => language.toLowerCase().startsWith(`${primary}_`))
}
