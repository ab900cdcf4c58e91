import { errors, limits, type Permission, permissions, type Route, routes } from '@pontic/contract'
import { schemaNames } from './document-schemas.ts'
import { errorKeysOf, isOpenToKeys, openApi } from './open-api.ts'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character]!)
const json = (value: unknown) => `<pre><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre>`

const style = `
:root{color-scheme:light dark;--line:light-dark(#e4e4e0,#2a2d33);--quiet:light-dark(#5c616b,#a0a6b0);--accent:light-dark(#2446d8,#8fa2ff);--ground:light-dark(#f7f7f5,#121316);--code:light-dark(#fff,#1a1c20)}
*{box-sizing:border-box}body{margin:0;font:16px/1.55 Inter,system-ui,sans-serif;background:var(--ground)}
.page{display:grid;grid-template-columns:15rem minmax(0,48rem);gap:3rem;max-width:72rem;margin:0 auto;padding:2rem 1.25rem}
nav{position:sticky;top:2rem;align-self:start;max-height:calc(100vh - 4rem);overflow:auto;font-size:.875rem}
nav ul{list-style:none;margin:0 0 1rem;padding:0}nav a{display:block;padding:.15rem 0;color:inherit;text-decoration:none;overflow-wrap:anywhere}
a{color:var(--accent)}a:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
h1{font-size:1.6rem;margin:0 0 .5rem}h2{font-size:1.2rem;margin:3rem 0 0;text-transform:capitalize}
section{border-top:1px solid var(--line);padding:1.25rem 0;scroll-margin-top:1rem}h3{font-size:1rem;margin:0}
.where{font-family:ui-monospace,monospace;font-size:.875rem;overflow-wrap:anywhere}.method{font-weight:700;color:var(--accent)}
.quiet{color:var(--quiet);font-size:.875rem}p{margin:.4rem 0}pre{background:var(--code);padding:.75rem 1rem;border-radius:8px;overflow:auto;font-size:.8125rem;margin:.5rem 0}
code{font-family:ui-monospace,monospace}summary{cursor:pointer;font-size:.875rem}
@media(max-width:52rem){.page{grid-template-columns:minmax(0,1fr);gap:1rem}nav{position:static;max-height:none}}`

const schemaLinks = schemaNames.map((name) => `<a href="/docs/${name}">${name}</a>`).join(', ')

type Operation = {
  parameters: unknown[]
  requestBody?: { content: Record<string, { schema: unknown; example?: unknown }> }
  responses: Record<string, { content: Record<string, { schema?: unknown }> }>
}

function whoMay(permission: Permission | 'public'): string {
  return permission === 'public'
    ? 'everybody'
    : `${permission}: ${Object.keys(permissions[permission]).join(', ')}`
}

function operationOf(name: string): Operation {
  const { paths } = openApiOnce()
  for (const item of Object.values(paths)) {
    for (const operation of Object.values(item)) if (operation.operationId === name) return operation
  }
  throw new Error(`${name} is not in the OpenAPI document.`)
}

type Document = { paths: Record<string, Record<string, Operation & { operationId: string }>> }
let document: Document | undefined
const openApiOnce = (): Document => {
  document ??= openApi() as unknown as Document
  return document
}

function sectionOf(name: string, route: Route): string {
  const operation = operationOf(name)
  const body = Object.values(operation.requestBody?.content ?? {})[0]
  const reply = Object.values(operation.responses['200']?.content ?? {})[0]?.schema
  const parts = [
    `<section id="${name}"><h3>${escapeHtml(route.summary)}</h3>`,
    `<p class="where"><span class="method">${route.method}</span> ${escapeHtml((route.base ?? '/restful') + route.path)}</p>`,
    `<p class="quiet"><code>${name}</code> · ${escapeHtml(whoMay(route.permission))}${isOpenToKeys(route) ? ', API keys' : ''}</p>`,
    body?.example === undefined ? '' : json(body.example),
    body ? `<details><summary>Body</summary>${json(body.schema)}</details>` : '',
    operation.parameters.length > 0
      ? `<details><summary>Parameters</summary>${json(operation.parameters)}</details>`
      : '',
    reply ? `<details><summary>Reply</summary>${json(reply)}</details>` : '',
    `<p class="quiet">${errorKeysOf(route)
      .map((key) => `<code>${errors[key].status} ${key}</code>`)
      .join(' · ')}</p></section>`,
  ]
  return parts.join('\n')
}

// What the programmer of a practice or a laboratory has to know beside the single calls.
const programs = `<section id="programs"><h3>For your own software</h3>
<p>An administrator makes a key under <em>My organization → API keys</em>: a name, permissions, a last day. Send it as <code>Authorization: Bearer pontic_…</code>.
It works for the organization by the same routes and rules as people do, at most ${limits.apiKeyCallsPerMinute} calls a minute; beyond that the answer is 429 with Retry-After. Revoked or expired it gets 401 at once.
Every write takes an <code>Idempotency-Key</code> and can then be repeated for 24 hours after a lost answer; calls whose reply holds a secret refuse it with 400 <code>request.key_not_taken</code>.</p>
<p><strong>A laboratory takes its cases in four steps.</strong></p>
<ol><li><a href="#inbox.list"><code>POST /restful/orders/inbox/list</code></a> with <code>{ "cursor": …, "isWaiting": true }</code> lists cases that came or changed. Keep the cursor of the last page and go on from it; without one you begin at the oldest.
Nothing is left out behind a cursor, and a case that changes again comes again with a new <code>change</code>.</li>
<li><a href="#orders.get"><code>GET /restful/orders/{id}</code></a> reads a case with its prescription and files; <a href="#files.createTicket"><code>POST /restful/orders/files/ticket</code></a> answers the path of its ZIP, <a href="#files.download"><code>GET /restful/orders/{id}/files/{fileId}</code></a> is one file, with Range.</li>
<li><a href="#inbox.acknowledge"><code>PUT /restful/orders/inbox</code></a> says which changes you have taken.</li>
<li><a href="#orders.accept"><code>PUT /restful/orders/made</code></a> accepts a case, <a href="#orders.reject"><code>PUT /restful/orders/reject</code></a> returns it with a coded reason and a text.</li></ol>
<p>Permissions for this: <code>order.receive</code>, <code>order.read</code>, <code>file.read</code>, <code>order.accept</code>, <code>order.reject</code>. <a href="#events.stream"><code>GET /restful/events</code></a> (<code>event.read</code>) tells when it is worth asking.</p></section>`

/** The calls as a page to read: no script, nothing from elsewhere, light and dark. */
export function docsPage(): string {
  const features = Map.groupBy(Object.entries<Route>(routes), ([name]) => name.split('.')[0] ?? '')
  const menu: string[] = []
  const body: string[] = []
  for (const [feature, own] of features) {
    menu.push(
      `<strong>${feature}</strong><ul>${own.map(([name]) => `<li><a href="#${name}">${name}</a></li>`).join('')}</ul>`,
    )
    body.push(`<h2>${feature}</h2>`, ...own.map(([name, route]) => sectionOf(name, route)))
  }
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pontic API</title><style>${style}</style></head><body><div class="page"><nav aria-label="Calls">${menu.join('\n')}</nav>
<main><h1>Pontic API</h1><p>Sign in with <code>POST /oauth/token</code> and send the token as <code>Authorization: Bearer …</code>.
Success is <code>{ "code": 0, "message": "", "data": … }</code>, a refusal <code>{ "code", "error", "message", "fields"?, "requestId" }</code> in the language of Accept-Language.
The same as a document for programs: <a href="/openapi.json">/openapi.json</a>. Cases and webhooks as JSON Schema: ${schemaLinks}.</p>${programs}${body.join('\n')}</main></div></body></html>`
}
