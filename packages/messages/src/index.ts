/**
 * Texts for servers and programs. All languages are in memory, and `translate` is synchronous. Pages do not use `translate`. They
 * fetch the texts of one language in parts, which the build creates (`apps/web/build-texts.ts`).
 */
export { auditSentenceKey } from './audit-sentence.ts'
export type { Catalogue, MailTemplate, MessageKey, MessageParams } from './catalogue.ts'
export { formatBytes, formatDay, formatMoment, formatWait } from './format.ts'
export { languageNames, languageOf, languageOffers, tagOf } from './language.ts'
export { mailButtonOf } from './mail-buttons.ts'
export { withoutDoublePeriods } from './periods.ts'
export { translate } from './translate.ts'
