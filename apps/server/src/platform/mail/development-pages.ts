import { fail } from '../http/fail.ts'
import type { SitePage, SiteRequest, SiteResponse } from '../http/site.ts'
import type { Services } from '../services.ts'

const messagesMax = 200
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character]!)

type Message = { to: string; subject: string; text: string; html: string; links: string[]; sentAt: string }

/** Lists the pages of the development mailboxes `/dev/mail` and `/dev/sms`, which exist in demo mode only. */
export function developmentPages(services: Services): SitePage[] {
  return (['mail', 'sms'] as const).map((kind) => ({
    name: `development.${kind}`,
    path: `/dev/${kind}`,
    respond: async (request) => {
      assertLocalHost(request, services)
      const messages = await listMessages(services, kind)
      return request.wantsHtml ? pageOf(kind, messages) : dataOf(messages)
    },
  }))
}

/**
 * Refuses unknown host names. Another site may use a host name that resolves to this server (DNS rebinding), and must not read
 * the links in mails.
 */
function assertLocalHost({ host }: SiteRequest, { config }: Services): void {
  const name = host.replace(/:\d+$/, '')
  const known = ['127.0.0.1', 'localhost', '[::1]', config.host, new URL(config.publicUrl).hostname]
  if (!known.includes(name)) fail('request.not_found')
}

async function listMessages({ database }: Services, kind: 'mail' | 'sms'): Promise<Message[]> {
  const rows = await database.db
    .selectFrom('development_message')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(messagesMax)
    .execute()
  return rows.map((row) => ({
    to: row.recipient,
    subject: row.subject,
    text: row.body_text,
    html: row.body_html,
    links: row.links,
    sentAt: row.sent_at,
  }))
}

function dataOf(messages: readonly Message[]): SiteResponse {
  return { type: 'application/json; charset=utf-8', body: JSON.stringify(messages) }
}

function pageOf(kind: 'mail' | 'sms', messages: readonly Message[]): SiteResponse {
  const articles = messages.map((message) => {
    const links = message.links
      .map((link) => `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`)
      .join('')
    return `<article><p class="quiet">${escapeHtml(message.to)} · <time>${message.sentAt}</time></p>
<h2>${escapeHtml(message.subject)}</h2><pre>${escapeHtml(message.text)}</pre>${links}</article>`
  })
  const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}
article{border-top:1px solid color-mix(in srgb,currentColor 20%,transparent);padding:1rem 0}h2{margin:.2rem 0;font-size:1.1rem}
pre{white-space:pre-wrap;font:inherit}.quiet{font-size:.85rem;opacity:.75;margin:0}a{color:light-dark(#2446d8,#8fa2ff);overflow-wrap:anywhere}`
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Pontic · ${kind}</title><style>${style}</style></head><body><main><h1>${kind}</h1>${articles.join('') || '<p>0</p>'}</main></body></html>`
  return { type: 'text/html; charset=utf-8', body }
}
