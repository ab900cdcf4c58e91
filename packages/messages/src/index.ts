/**
 * Texts for servers and programs: every language is in memory and `translate` answers at once.
 * Pages import `@pontic/messages/load`, which fetches a language when it is chosen.
 */
export type { Catalogue, MailTemplate, MessageKey, MessageParams } from './catalogue.ts'
export { formatBytes, formatDay, formatMoment } from './format.ts'
export { languageNames, languageOf, tagOf } from './language.ts'
export { loadCatalogue } from './load.ts'
export { translate } from './translate.ts'
