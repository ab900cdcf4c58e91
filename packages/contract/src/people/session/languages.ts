/** Languages with complete texts, by the names of their catalogues (rules §14). */
export const languages = [
  'en_US',
  'zh_CN',
  'es_ES',
  'ja_JP',
  'fr_FR',
  'it_IT',
  'ru_RU',
  'ko_KR',
  'pl_PL',
  'tr_TR',
  'cs_CZ',
  'de_DE',
  'hu_HU',
] as const
export type Language = (typeof languages)[number]

/** Language of callers whose language is unknown (requirement 9.language). */
export const defaultLanguage: Language = 'en_US'

/** Returns the language of a stored name; the default language if the portal does not offer it. */
export const toLanguage = (name: string | null | undefined): Language =>
  languages.find((language) => language === name) ?? defaultLanguage
