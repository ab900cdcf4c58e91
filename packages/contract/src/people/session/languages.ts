/** Languages with complete texts, by the names of their catalogues (rules §14). */
export const languages = ['en_US', 'zh_CN'] as const
export type Language = (typeof languages)[number]

/** Language of callers whose language is unknown (requirement 9.language). */
export const defaultLanguage: Language = 'en_US'
