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

/**
 * Pages of the operator to which the foot of every page links. `commerce` is the disclosure that Japan's Act on Specified
 * Commercial Transactions requires.
 */
export const legalLinkNames = ['terms', 'privacy', 'imprint', 'commerce'] as const
export type LegalLinkName = (typeof legalLinkNames)[number]

/**
 * The languages that an installation offers, the language of callers whose language is unknown, and the legal links in the order
 * in which they are shown.
 */
export type Variant = {
  readonly languages: readonly Language[]
  readonly defaultLanguage: Language
  readonly legalLinks: readonly LegalLinkName[]
}

const notInCore: readonly string[] = ['kk_KZ', 'ky_KG', 'uz_UZ']
const legalLinks = ['terms', 'privacy', 'imprint'] as const

/** The build variants by name. */
export const variants: Readonly<Record<VariantName, Variant>> = {
  full: { languages, defaultLanguage, legalLinks },
  japan: {
    languages: ['ja_JP'],
    defaultLanguage: 'ja_JP',
    legalLinks: ['terms', 'privacy', 'commerce'],
  },
  core: {
    languages: languages.filter((language) => !notInCore.includes(language)),
    defaultLanguage,
    legalLinks,
  },
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
