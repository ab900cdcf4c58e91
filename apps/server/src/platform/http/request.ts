import type { IncomingMessage } from 'node:http'
import type { Language } from '@pontic/contract'
import { languageOf } from '@pontic/messages'
import type { FastifyRequest } from 'fastify'
import type { RequestFacts } from './handlers.ts'
import type { DeclaredAudit } from './scope.ts'

/** Counts the occurrences of a header in `rawHeaders`, because `headers` omits duplicates of some headers. */
function countHeader(incoming: IncomingMessage, name: string): number {
  let found = 0
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
    if (incoming.rawHeaders[at]?.toLowerCase() === name) found++
  }
  return found
}

/** Whether the request has exactly one valid Host header (threat T20: Node accepts two), and a path as its target. */
export function hasOneHost(incoming: IncomingMessage): boolean {
  const host = incoming.headers.host ?? ''
  return (
    countHeader(incoming, 'host') === 1 &&
    /^[A-Za-z0-9._-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i.test(host) &&
    (incoming.url ?? '').startsWith('/')
  )
}

/**
 * Whether a page of another origin sent the request. Browsers send Sec-Fetch-Site and Origin, programs send neither.
 * @param publicUrl URL of the portal; an Origin with the host of the Host header is accepted as well, because a node may have
 *   several names
 */
export function isCrossSite(incoming: IncomingMessage, publicUrl: string): boolean {
  const site = incoming.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return true
  const { origin } = incoming.headers
  if (origin === undefined || origin === publicUrl) return false
  return URL.parse(origin)?.host !== incoming.headers.host
}

/**
 * Returns the language of the reader: that of Accept-Language, or that of the cookie `language` if the header is missing or `*`.
 * An unsupported language becomes the default language of the variant.
 */
export function languageOfRequest(incoming: IncomingMessage): Language {
  const cookie = /(?:^|;\s*)language=([A-Za-z_]{1,10})/.exec(
    (incoming.headers.cookie ?? '').slice(0, 8192),
  )?.[1]
  const accepted = incoming.headers['accept-language']
  return languageOf(accepted === undefined || accepted === '*' ? cookie : accepted)
}

/** Returns the audit declaration of the called route. */
export const auditOf = (request: FastifyRequest): DeclaredAudit =>
  request.routeOptions.config.audit ?? { actions: [], isStrict: false }

/** Creates the `RequestFacts` of a request. */
export function factsOf(request: FastifyRequest): RequestFacts {
  return {
    id: request.id,
    address: request.ip,
    // Fastify lists an address before the last one only if the last one is a trusted proxy.
    isForwarded: () => (request.ips?.length ?? 0) > 1,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    language: languageOfRequest(request.raw),
    audit: auditOf(request),
    header: (name) => {
      const value = request.headers[name]
      return typeof value === 'string' && countHeader(request.raw, name) === 1 ? value : undefined
    },
  }
}
