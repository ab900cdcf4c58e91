import { currentVariant } from '@pontic/contract'
import type { Config } from './config/config.ts'
import { isAnswering } from './platform/db/database.ts'
import { docsPages } from './platform/docs/docs-pages.ts'
import type { SitePage } from './platform/http/site.ts'
import { developmentPages } from './platform/mail/development-pages.ts'
import type { Services } from './platform/services.ts'

/** Returns the pages that are no calls: the probes, the legal links, the documentation and the demo's mails. */
export function pagesOf(services: Services): SitePage[] {
  const text = (body: string, status = 200) => ({ status, type: 'text/plain; charset=utf-8', body })
  const pages: SitePage[] = [
    { name: 'site.health', path: '/healthz', respond: async () => text('ok') },
    {
      name: 'site.ready',
      path: '/readyz',
      respond: async () =>
        !services.stopping.aborted && (await isAnswering(services.database.db))
          ? text('ready')
          : text('not ready', 503),
    },
  ]
  if (services.config.role === 'worker') return pages
  pages.push({
    name: 'site.legalLinks',
    path: '/legal-links.json',
    respond: async () => ({ type: 'application/json', body: listLegalLinks(services.config) }),
  })
  if (services.config.hasDocs) pages.push(...docsPages(services.config))
  if (services.config.mode === 'demo') pages.push(...developmentPages(services))
  return pages
}

/** Prints the legal links of the variant whose addresses are configured, as JSON: `[["terms", "https://…"]]`. */
const listLegalLinks = ({ legalPages }: Config): string =>
  JSON.stringify(
    currentVariant().legalLinks.flatMap((name) => (legalPages[name] ? [[name, legalPages[name]]] : [])),
  )
