/**
 * Texts for servers and programs: all languages are in memory and `translate` is synchronous. Pages fetch the chosen
 * language in parts, which their build makes (`apps/web/build-texts.ts`).
 */
export type { Catalogue, MailTemplate, MessageKey, MessageParams } from './catalogue.ts'
export { formatBytes, formatDay, formatMoment, formatWait } from './format.ts'
export { languageNames, languageOf, tagOf } from './language.ts'
export { mailButtonOf } from './mail-buttons.ts'
export { translate } from './translate.ts'
