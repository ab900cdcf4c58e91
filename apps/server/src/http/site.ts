import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from './fail.ts'
import { languageOfRequest } from './request.ts'

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
    return sendPage(reply)
  })
}

function sendPage(reply: FastifyReply): FastifyReply {
  void reply.header('cache-control', 'no-cache')
  return reply.sendFile('index.html')
}

function isScreen(request: FastifyRequest): boolean {
  const path = (request.raw.url ?? '').split('?')[0] ?? ''
  // Screens have no dots in their addresses; files and hidden folders have.
  return (request.headers.accept ?? '').includes('text/html') && !dataPaths.test(path) && !path.includes('.')
}
