import Fastify from 'fastify'

/**
 * Reads the script that renders the API reference from the plugin that contains it. The plugin is not registered in the portal,
 * because it would also serve a page with an inline script, which the portal's content security policy forbids.
 */
export async function readRendererScript(): Promise<string> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(apiReference, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  const { body } = await app.inject('/docs/js/scalar.js')
  await app.close()
  return body
}
