import Fastify from 'fastify'

/**
 * Returns the script that renders the API reference. The script is part of a plugin. The portal does not
 * register the plugin, because the plugin would also serve a page with an inline script, which the portal's
 * content security policy forbids.
 */
export async function readRendererScript(): Promise<string> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(apiReference, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  const { body } = await app.inject('/docs/js/scalar.js')
  await app.close()
  return body
}
