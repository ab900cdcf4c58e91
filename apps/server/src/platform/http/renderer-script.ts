import Fastify from 'fastify'

/**
 * The script that renders the API reference. The plugin that brings it would also serve a page, whose inline script the
 * portal's policy forbids: the plugin is asked for the script only.
 */
export async function readRendererScript(): Promise<string> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(apiReference, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  const { body } = await app.inject('/docs/js/scalar.js')
  await app.close()
  return body
}
