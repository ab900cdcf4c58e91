import { readFileSync } from 'node:fs'

// Printed by `npm run docs`: descriptions come from the sources of the contract, which a running server does not parse.
const file = new URL('../../../../../docs/generated/openapi.json', import.meta.url)

/**
 * The portal's calls as OpenAPI 3.1.
 * @param publicUrl where this portal is reached
 */
export function getOpenApi(publicUrl = '/'): Record<string, unknown> {
  const document = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  return { ...document, servers: [{ url: publicUrl }] }
}
