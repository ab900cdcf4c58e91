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
  'el_GR',
  'pl_PL',
  'pt_PT',
  'ro_RO',
  'tr_TR',
  'cs_CZ',
  'de_DE',
  'hu_HU',
  'uk_UA',
  'zh_TW',
  'kk_KZ',
  'ky_KG',
  'uz_UZ',
] as const
export type Language = (typeof languages)[number]

/** Language of callers whose language is unknown (requirement 9.language). */
export const defaultLanguage: Language = 'en_US'

/** Names of the build variants (rules §14). */
export const variantNames = ['full', 'japan', 'core'] as const
export type VariantName = (typeof variantNames)[number]

/** The languages that an installation offers, and the language of callers whose language is unknown. */
export type Variant = { readonly languages: readonly Language[]; readonly defaultLanguage: Language }

const notInCore: readonly string[] = ['kk_KZ', 'ky_KG', 'uz_UZ']

/** The build variants by name. */
export const variants: Readonly<Record<VariantName, Variant>> = {
  full: { languages, defaultLanguage },
  japan: { languages: ['ja_JP'], defaultLanguage: 'ja_JP' },
  core: { languages: languages.filter((language) => !notInCore.includes(language)), defaultLanguage },
}

let selected = variants.full

/** Selects the variant of this process or page. Call it once at the start; without a call the variant is `full`. */
export function selectVariant(name: VariantName): void {
  selected = variants[name]
}

/** Returns the selected variant. */
export const currentVariant = (): Variant => selected

/**
 * Returns the language with this name, or the default language of the variant if the variant does not offer
 * it.
 */
export const toLanguage = (name: string | null | undefined): Language =>
  selected.languages.find((language) => language === name) ?? selected.defaultLanguage
