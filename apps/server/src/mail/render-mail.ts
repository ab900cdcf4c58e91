import type { Language } from '@pontic/contract'
import { type MailTemplate, type MessageKey, type MessageParams, tagOf, translate } from '@pontic/messages'

/** What a mail says. `link` is a path of the portal, such as `/order/detail/…`; its base is the setting's. */
export type MailContent = {
  language: Language
  template: MailTemplate
  params: MessageParams
  /** Name of the reader, for the greeting. */
  name: string
  link: string
  /** Names the setting that switches such mails off. */
  canBeSwitchedOff?: boolean
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character]!)
// A line break in a name would begin a new header (threat T60).
const foldLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/**
 * A mail in its reader's language: one column with the mark, a sentence and a button, and the same as plain text.
 * @param publicUrl the only base of links, whatever the request's headers said (threat T20)
 */
export function renderMail(content: MailContent, publicUrl: string) {
  const { language, template, canBeSwitchedOff } = content
  const say = (key: string, params: MessageParams = {}) =>
    foldLine(translate(language, `mail.${key}` as MessageKey, params))
  const address = new URL(content.link, `${publicUrl}/`)
  if (address.origin !== new URL(publicUrl).origin) throw new Error('A mail links to the portal only.')
  const parts = {
    language,
    subject: say(`${template}.subject`, content.params),
    greeting: say('layout.greeting', { name: content.name }),
    sentence: say(`${template}.sentence`, content.params),
    button: say(`${template}.button`, content.params),
    linkHint: say('layout.link'),
    footer: [say('layout.footer'), ...(canBeSwitchedOff ? [say('layout.settings')] : [])].join(' '),
    link: address.href,
  }
  return { subject: parts.subject, text: textOf(parts), html: htmlOf(parts), links: [parts.link] }
}

type Parts = {
  language: Language
  subject: string
  greeting: string
  sentence: string
  button: string
  linkHint: string
  footer: string
  link: string
}

function textOf(parts: Parts): string {
  return [parts.greeting, parts.sentence, `${parts.button}:\n${parts.link}`, `--\n${parts.footer}`].join(
    '\n\n',
  )
}

// Tables and inline styles, because mail programs know no others; the colours hold in dark ones too.
function htmlOf(parts: Parts): string {
  const text = (key: keyof Parts) => escapeHtml(parts[key])
  const font = 'font-family:Inter,Segoe UI,Helvetica,Arial,sans-serif'
  return `<!doctype html>
<html lang="${tagOf(parts.language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${text('subject')}</title></head>
<body style="margin:0;padding:24px 12px;${font};font-size:16px;line-height:1.5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" style="max-width:520px" cellpadding="0" cellspacing="0">
<tr><td style="padding-bottom:24px;font-size:20px;font-weight:600;letter-spacing:-.01em"><span style="color:#2446d8">&#9646;&#9644;&#9646;</span>&nbsp; Pontic</td></tr>
<tr><td style="padding-bottom:12px">${text('greeting')}</td></tr>
<tr><td style="padding-bottom:24px">${text('sentence')}</td></tr>
<tr><td style="padding-bottom:28px"><a href="${text('link')}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:#2446d8;color:#ffffff;text-decoration:none;font-weight:600">${text('button')}</a></td></tr>
<tr><td style="padding-bottom:24px;font-size:13px;color:#6b7280">${text('linkHint')}<br><a href="${text('link')}" style="color:#2446d8;word-break:break-all">${text('link')}</a></td></tr>
<tr><td style="border-top:1px solid #d1d5db;padding-top:16px;font-size:13px;color:#6b7280">${text('footer')}</td></tr>
</table></td></tr></table></body></html>`
}
