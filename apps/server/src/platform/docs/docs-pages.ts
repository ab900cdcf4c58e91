import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Config } from '../../config/config.ts'
import { readRendererScript } from '../http/renderer-script.ts'
import type { SitePage, SiteRequest, SiteResponse } from '../http/site.ts'
import { printSchema, schemaNames } from './document-schemas.ts'
import { getOpenApi } from './open-api.ts'

const compress = promisify(brotliCompress)
const quality = 9

/** Returns a responder that creates and compresses a text at the first request, and then caches it. */
function cacheCompressed(type: string, make: () => string | Promise<string>): SitePage['respond'] {
  let cached: Promise<{ plain: string; brotli: Buffer }> | undefined
  const prepare = async () => {
    const plain = await make()
    return { plain, brotli: await compress(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }) }
  }
  return async ({ acceptsBrotli }: SiteRequest): Promise<SiteResponse> => {
    cached ??= prepare()
    const { plain, brotli } = await cached
    return acceptsBrotli ? { type, body: brotli, encoding: 'br' } : { type, body: plain }
  }
}

/** Reads the guides as one Markdown text, in the order of their file names. */
export function readGuides(): string {
  const folder = fileURLToPath(new URL('../../../../../docs/guides/', import.meta.url))
  const names = globSync('*.md', { cwd: folder }).sort()
  return names.map((name) => readFileSync(folder + name, 'utf8').trim()).join('\n\n')
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pontic API</title>
</head>
<body>
<div id="reference"></div>
<script src="/docs/renderer.js"></script>
<script type="module" src="/docs/start.js"></script>
</body>
</html>
`

// Only the page shows the guides. The served OpenAPI document omits them, because programs read that document.
const startScript = `const [document, guides] = await Promise.all([
  fetch('/openapi.json').then((response) => response.json()),
  fetch('/docs/guides').then((response) => response.text()),
])
document.info.description = guides.replaceAll('](#', '](#description/')
Scalar.createApiReference('#reference', {
  content: document,
  theme: 'default',
  layout: 'modern',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  persistAuth: false,
  documentDownloadType: 'json',
})
`

/** Lists the pages of the API reference: the HTML page, its scripts, the guides, the OpenAPI document and the JSON Schemas. */
export function docsPages(config: Config): SitePage[] {
  const script = 'text/javascript; charset=utf-8'
  const parts: readonly (readonly [
    name: string,
    path: string,
    type: string,
    make: () => string | Promise<string>,
  ])[] = [
    ['site.docs', '/docs', 'text/html; charset=utf-8', () => page],
    ['site.docsRenderer', '/docs/renderer.js', script, readRendererScript],
    ['site.docsStart', '/docs/start.js', script, () => startScript],
    ['site.docsGuides', '/docs/guides', 'text/markdown; charset=utf-8', readGuides],
    [
      'site.getOpenApi',
      '/openapi.json',
      'application/json; charset=utf-8',
      () => JSON.stringify(getOpenApi(config.publicUrl)),
    ],
    ...schemaNames.map(
      (name) =>
        [
          `site.${name}`,
          `/docs/${name}`,
          'application/schema+json; charset=utf-8',
          () => printSchema(name),
        ] as const,
    ),
  ]
  return parts.map(([name, path, type, make]) => ({ name, path, respond: cacheCompressed(type, make) }))
}
