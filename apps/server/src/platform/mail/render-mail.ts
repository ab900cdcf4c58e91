import type { Language } from '@pontic/contract'
import {
  type MailTemplate,
  type MessageKey,
  type MessageParams,
  mailButtonOf,
  tagOf,
  translate,
} from '@pontic/messages'

/** The content of a mail. `link` is a path of the portal, such as `/order/detail/…`. PONTIC_PUBLIC_URL is its origin. */
export type MailContent = {
  language: Language
  template: MailTemplate
  params: MessageParams
  /** Name of the reader, for the greeting. */
  name: string
  link: string
  /** Adds a sentence that names the setting with which the reader can switch off such mails. */
  canBeSwitchedOff?: boolean
  /** Lists of sentences below the sentence of the template, each with a linked title. */
  sections?: readonly { title: string; link: string; sentences: readonly string[] }[]
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

// Chinese and Japanese have no space after a full stop.
const joinSentences = (sentences: readonly string[]) => sentences.join(' ').replaceAll('。 ', '。')

/**
 * Renders a mail in its reader's language: HTML of one column with the logo, a sentence and a button, and the
 * same content as plain text.
 * @param publicUrl the only origin of links, regardless of request headers (threat T20)
 */
export function renderMail(content: MailContent, publicUrl: string) {
  const { language, template, canBeSwitchedOff } = content
  const textFor = (key: string, params: MessageParams = {}) =>
    foldLine(translate(language, `mail.${key}` as MessageKey, params))
  const addressOf = (link: string) => {
    const address = new URL(link, `${publicUrl}/`)
    if (address.origin !== new URL(publicUrl).origin) throw new Error('A mail links to the portal only.')
    return address.href
  }
  const parts = {
    language,
    subject: textFor(`${template}.subject`, content.params),
    greeting: textFor('layout.greeting', { name: content.name }),
    sentence: textFor(`${template}.sentence`, content.params),
    button: foldLine(translate(language, mailButtonOf(template), content.params)),
    linkHint: textFor('layout.link'),
    footer: joinSentences([
      textFor('layout.footer'),
      ...(canBeSwitchedOff ? [textFor('layout.settings')] : []),
    ]),
    link: addressOf(content.link),
    sections: (content.sections ?? []).map(({ title, link, sentences }) => ({
      title: foldLine(title),
      link: addressOf(link),
      sentences: sentences.map(foldLine),
    })),
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
  sections: readonly { title: string; link: string; sentences: readonly string[] }[]
}

function textOf(parts: Parts): string {
  const sections = parts.sections.map(({ title, link, sentences }) =>
    [title, ...sentences.map((sentence) => `- ${sentence}`), link].join('\n'),
  )
  const button = `${parts.button}:\n${parts.link}`
  return [parts.greeting, parts.sentence, ...sections, button, `--\n${parts.footer}`].join('\n\n')
}

const unit = (width: number, height: number, radius: string) =>
  `<td valign="top"><div class="mark" style="width:${width}px;height:${height}px;border-radius:${radius};background:#2446d8;font-size:0;line-height:0">&nbsp;</div></td>`
const gap = '<td width="1" style="width:1px;font-size:0">&nbsp;</td>'

// The logo as a table, because mail programs block images by default.
const mark = `<table role="presentation" cellpadding="0" cellspacing="0"><tr>${[
  unit(6, 14, '3px 3px 1px 1px'),
  unit(6, 12, '3px'),
  unit(6, 14, '3px 3px 1px 1px'),
].join(
  gap,
)}</tr><tr><td colspan="5" style="padding-top:1px"><div class="mark" style="height:2px;border-radius:1px;background:#2446d8;font-size:0;line-height:0">&nbsp;</div></td></tr></table>`

const darkStyle = `@media (prefers-color-scheme:dark){body{background:#121316;color:#ecedef}.quiet{color:#a0a6b0!important}
.link{color:#8fa2ff!important}.mark{background:#8fa2ff!important}.line{border-color:#2a2d33!important}}`

const sectionOf = ({ title, link, sentences }: Parts['sections'][number]) => `
<tr><td style="padding-bottom:20px"><a class="link" href="${escapeHtml(link)}" style="color:#2446d8;font-weight:600">${escapeHtml(title)}</a><ul style="margin:6px 0 0;padding-left:20px">${sentences.map((sentence) => `<li style="padding-bottom:4px">${escapeHtml(sentence)}</li>`).join('')}</ul></td></tr>`

// Tables and inline styles, because many mail programs support nothing else; the others apply `darkStyle` in dark mode.
function htmlOf(parts: Parts): string {
  const text = (key: Exclude<keyof Parts, 'sections'>) => escapeHtml(parts[key])
  const font = 'font-family:Inter,Segoe UI,Helvetica,Arial,PingFang SC,Microsoft YaHei,sans-serif'
  return `<!doctype html>
<html lang="${tagOf(parts.language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${text('subject')}</title><style>${darkStyle}</style></head>
<body style="margin:0;padding:24px 12px;${font};font-size:16px;line-height:1.5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" style="max-width:520px" cellpadding="0" cellspacing="0">
<tr><td style="padding-bottom:24px"><table role="presentation" cellpadding="0" cellspacing="0"><tr><td>${mark}</td><td style="padding-left:9px;font-size:20px;line-height:24px;font-weight:600;letter-spacing:-.01em">Pontic</td></tr></table></td></tr>
<tr><td style="padding-bottom:12px">${text('greeting')}</td></tr>
<tr><td style="padding-bottom:24px">${text('sentence')}</td></tr>${parts.sections.map(sectionOf).join('')}
<tr><td style="padding-bottom:28px"><a href="${text('link')}" style="display:inline-block;padding:12px 22px;border-radius:6px;background:#2446d8;color:#ffffff;text-decoration:none;font-weight:600">${text('button')}</a></td></tr>
<tr><td class="quiet" style="padding-bottom:24px;font-size:13px;color:#5c616b">${text('linkHint')}<br><a class="link" href="${text('link')}" style="color:#2446d8;word-break:break-all">${text('link')}</a></td></tr>
<tr><td class="quiet line" style="border-top:1px solid #e4e4e0;padding-top:16px;font-size:13px;color:#5c616b">${text('footer')}</td></tr>
</table></td></tr></table></body></html>`
}
