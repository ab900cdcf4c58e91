import { existsSync, readFileSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import { currentVariant, ownValue } from '@pontic/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from './fail.ts'
import { languageOfRequest } from './request.ts'
import { unpackingPolicy } from './security-headers.ts'

/** A response outside the JSON calls: a page or a probe. `encoding`: how the body is compressed. */
export type SiteResponse = { status?: number; type: string; body: string | Buffer; encoding?: 'br' }

/** A page of the server outside /restful. */
export type SitePage = {
  name: string
  path: string
  respond: (request: SiteRequest) => Promise<SiteResponse>
}
export type SiteRequest = {
  /** Whether the client accepts HTML, and so expects a page instead of data. */
  wantsHtml: boolean
  /** Whether the client accepts a body in Brotli. */
  acceptsBrotli: boolean
  language: ReturnType<typeof languageOfRequest>
  host: string
}

/** Paths for programs. An unknown path among them answers 404 as JSON, not with index.html. */
const dataPaths =
  /^\/(restful|oauth|dev|docs|openapi\.json|healthz|readyz|legal-links\.json|metrics|assets)(\/|$)/
/** Scripts of the workers that read scans. They get a separate policy, because decompression needs WebAssembly. */
const unpackers = /\/assets\/(?:level|scan|draco)\.worker-/

/** Adds the server's own pages to Fastify. */
export function bindPages(app: FastifyInstance, pages: readonly SitePage[]): void {
  for (const page of pages) {
    app.get(page.path, { config: { name: page.name } }, async (request, reply) => {
      const wantsHtml = (request.headers.accept ?? '').includes('text/html')
      const acceptsBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))
      const { host = '' } = request.headers
      const language = languageOfRequest(request.raw)
      const answer = await page.respond({ wantsHtml, acceptsBrotli, language, host })
      if (answer.encoding)
        void reply.headers({ 'content-encoding': answer.encoding, vary: 'accept-encoding' })
      return reply
        .code(answer.status ?? 200)
        .type(answer.type)
        .send(answer.body)
    })
  }
}

/**
 * Serves the built web app. Assets are compressed at build time; hashed ones are cached for a year. The path
 * of every screen answers 200 with index.html, for any `Accept` header. Any other path outside `dataPaths`
 * answers 404 with index.html, whose router redirects to `/`. Dotfiles and source maps are not served (threat
 * T65).
 * @param folder undefined for a node that serves no pages
 * @throws Error if the web app was built for another variant
 */
export function serveWebApp(app: FastifyInstance, folder: string | undefined): void {
  const findScreen = readScreens(folder)
  const isBuilt = folder !== undefined && existsSync(`${folder}/index.html`)
  const page = isBuilt ? readFileSync(`${folder}/index.html`, 'utf8') : undefined
  if (isBuilt) assertVariant(folder)
  if (isBuilt) {
    void app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      dotfiles: 'ignore',
      index: false,
      cacheControl: false,
      allowedPath: (path) => !path.endsWith('.map') && !path.endsWith('.br') && !path.endsWith('.gz'),
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/')
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        if (unpackers.test(path)) reply.header('content-security-policy', unpackingPolicy)
      },
    })
    // The plugin does not serve `/` to clients that accept no compressed responses.
    app.get('/', { config: { name: 'site.home' } }, async (_request, reply) => sendPage(reply))
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!['GET', 'HEAD'].includes(request.method)) {
      fail(request.method === 'TRACE' ? 'request.method_not_allowed' : 'request.not_found')
    }
    if (!isBuilt || dataPaths.test(pathOf(request))) fail('request.not_found')
    const screen = findScreen(request)
    if (screen?.frame) return sendFramedPage(reply, page!, screen)
    if (screen) return sendPage(reply, screen.link)
    // For a conditional request, `sendFile` would send the 404 without a body.
    return reply.code(404).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
}

/** Asserts that the build offers the languages of this server (`build-screens.ts` writes their names). */
function assertVariant(folder: string): void {
  const file = `${folder}/.languages.json`
  if (!existsSync(file)) return
  const built = JSON.parse(readFileSync(file, 'utf8')) as string[]
  const offered = currentVariant().languages
  if (built.join() !== offered.join())
    throw new Error(
      `The web app was built with other languages (${built.join(', ')}) than PONTIC_VARIANT offers (${offered.join(', ')}). Build it again with the same PONTIC_VARIANT.`,
    )
}

function sendPage(reply: FastifyReply, link = ''): FastifyReply {
  void reply.header('cache-control', 'no-cache')
  if (link !== '') void reply.header('link', link)
  return reply.sendFile('index.html')
}

const emptyFrame = /<div id="frame"[^>]*>.*?<\/div>/

/** Sends the page of a screen with its title, which the browser shows while it fetches the scripts (decision 0065). */
function sendFramedPage(reply: FastifyReply, page: string, screen: FoundScreen): FastifyReply {
  if (screen.link !== '') void reply.header('link', screen.link)
  return reply
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page.replace(emptyFrame, () => screen.frame ?? ''))
}

const toFrame = (layout: string, title: string) =>
  `<div id="frame" data-layout="${layout}" aria-hidden="true"><h1>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</h1></div>`

type ScreenFiles = Record<
  string,
  {
    files: string[]
    texts: Record<string, string[]>
    /** Layout and titles of the frame, for screens with a fixed title. */
    layout?: 'app' | 'app low' | 'session'
    titles?: Record<string, string>
  }
>
type FoundScreen = { link: string; frame: string | undefined }

/**
 * Parses the list of screens from the build (apps/web/build-screens.ts).
 * @returns a function that finds the screen of a request. `link` is a Link header with the files of the screen, which the
 *   browser fetches in parallel with the first script. `frame` is HTML with the title in the language of the request
 */
function readScreens(folder: string | undefined): (request: FastifyRequest) => FoundScreen | undefined {
  const file = `${folder}/.screens.json`
  const screens = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ScreenFiles) : {}
  const rows = Object.entries({ '/': { files: [], texts: {} }, ...screens }).map(([path, row]) => {
    // Ignores case and a trailing slash, as the web app's router does.
    const pattern = new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}/?$`, 'i')
    return { ...(row as ScreenFiles[string]), pattern }
  })
  return (request) => {
    const path = pathOf(request)
    const row = rows.find(({ pattern }) => pattern.test(path))
    if (!row) return undefined
    const cookie = /(?:^|;\s*)language=(\w+)/.exec(request.headers.cookie ?? '')?.[1]
    const language = cookie ?? currentVariant().defaultLanguage
    const title =
      row.titles && (ownValue(row.titles, language) ?? row.titles[currentVariant().defaultLanguage])
    return {
      link: [...row.files, ...(ownValue(row.texts, language) ?? [])].map(toLink).join(', '),
      frame: row.layout && title && toFrame(row.layout, title),
    }
  }
}

function toLink(file: string): string {
  if (file.endsWith('.css')) return `</${file}>; rel=preload; as=style; crossorigin`
  // The only script that is not a module, because it runs before the page is parsed.
  return file === 'first-paint.js' ? `</${file}>; rel=preload; as=script` : `</${file}>; rel=modulepreload`
}

const pathOf = (request: FastifyRequest): string => (request.raw.url ?? '').split('?')[0] ?? ''
