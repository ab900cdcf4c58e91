/**
 * Texts for servers and programs: every language is in memory and `translate` answers at once.
 * Pages fetch a language in parts when it is chosen (`@pontic/messages/parts`).
 */
export type { Catalogue, MailTemplate, MessageKey, MessageParams } from './catalogue.ts'
export { formatBytes, formatDay, formatMoment, formatWait } from './format.ts'
export { languageNames, languageOf, tagOf } from './language.ts'
export { translate } from './translate.ts'
