import { existsSync, readFileSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import { defaultLanguage } from '@pontic/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from './fail.ts'
import { languageOfRequest } from './request.ts'
import { unpackingPolicy } from './security-headers.ts'

/** An answer that is no JSON call: a page, a probe. */
export type SiteAnswer = { status?: number; type: string; body: string }

/** A page of the server itself, outside of /restful. */
export type SitePage = {
  name: string
  path: string
  respond: (request: SiteRequest) => Promise<SiteAnswer>
}
export type SiteRequest = {
  /** Whether a browser asks for a page rather than data. */
  wantsHtml: boolean
  language: ReturnType<typeof languageOfRequest>
  host: string
}

const dataPaths = /^\/(restful|oauth|dev|docs|openapi\.json|healthz|readyz|metrics)(\/|$)/
/** Scripts of the workers that read scans, which may be packed. */
const unpackers = /\/assets\/(?:level|scan)\.worker-/

/** Serves the server's own pages. */
export function bindPages(app: FastifyInstance, pages: readonly SitePage[]): void {
  for (const page of pages) {
    app.get(page.path, { config: { name: page.name } }, async (request, reply) => {
      const wantsHtml = (request.headers.accept ?? '').includes('text/html')
      const { host = '' } = request.headers
      const answer = await page.respond({ wantsHtml, language: languageOfRequest(request.raw), host })
      return reply
        .code(answer.status ?? 200)
        .type(answer.type)
        .send(answer.body)
    })
  }
}

/**
 * Serves the built web app: hashed assets for ever, compressed beforehand; every screen's address answers with the one
 * page. Names with a dot at their start and source maps do not exist (threat T65).
 * @param folder undefined for a node that serves no pages
 */
export function bindWeb(app: FastifyInstance, folder: string | undefined): void {
  const listPreloads = readPreloads(folder)
  const isBuilt = folder !== undefined && existsSync(`${folder}/index.html`)
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
    // The plugin refuses the folder itself to clients that take no compressed answers.
    app.get('/', { config: { name: 'site.home' } }, async (_request, reply) => sendPage(reply))
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!['GET', 'HEAD'].includes(request.method)) {
      fail(request.method === 'TRACE' ? 'request.method_not_allowed' : 'request.not_found')
    }
    if (!isBuilt || !isScreen(request)) fail('request.not_found')
    return sendPage(reply, listPreloads(request))
  })
}

function sendPage(reply: FastifyReply, link = ''): FastifyReply {
  void reply.header('cache-control', 'no-cache')
  if (link !== '') void reply.header('link', link)
  return reply.sendFile('index.html')
}

type ScreenFiles = Record<string, { files: string[]; texts: Record<string, string[]> }>

/**
 * What the build wrote down of the files of each screen (apps/web/build-screens.ts).
 * @returns for a request the value of a Link header: the browser fetches them beside the first script, not after it
 */
function readPreloads(folder: string | undefined): (request: FastifyRequest) => string {
  const file = `${folder}/.screens.json`
  if (!existsSync(file)) return () => ''
  const screens = JSON.parse(readFileSync(file, 'utf8')) as ScreenFiles
  const rows = Object.entries(screens).map(([path, row]) => {
    const pattern = path.replace(/\$\w+/g, '[^/]+')
    return { ...row, pattern: new RegExp(`^${pattern}$`) }
  })
  return (request) => {
    const path = pathOf(request)
    const row = rows.find(({ pattern }) => pattern.test(path))
    const language = /(?:^|;\s*)language=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? defaultLanguage
    return [...(row?.files ?? []), ...(row?.texts[language] ?? [])].map(toLink).join(', ')
  }
}

const toLink = (file: string): string =>
  file.endsWith('.css') ? `</${file}>; rel=preload; as=style; crossorigin` : `</${file}>; rel=modulepreload`

const pathOf = (request: FastifyRequest): string => (request.raw.url ?? '').split('?')[0] ?? ''

function isScreen(request: FastifyRequest): boolean {
  const path = pathOf(request)
  // Screens have no dots in their addresses; files and hidden folders have.
  return (request.headers.accept ?? '').includes('text/html') && !dataPaths.test(path) && !path.includes('.')
}
