import {
  apiKeyPrefix,
  type ErrorKey,
  errors,
  keyPermissions,
  keyUseOf,
  type Route,
  routes,
  type Schema,
} from '@pontic/contract'
import * as z from 'zod/mini'

type Json = Record<string, unknown>

const pathOf = (route: Route) => `${route.base ?? '/restful'}${route.path}`.replace(/:(\w+)/g, '{$1}')

function schemaOf(schema: Schema, io: 'input' | 'output'): Json {
  // OpenAPI 3.1 takes JSON Schema 2020-12 as it is. Trims and normal forms have no counterpart there.
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return json
}

function parametersOf(route: Route): Json[] {
  const found: Json[] = []
  for (const [where, schema] of [
    ['path', route.params],
    ['query', route.query],
  ] as const) {
    if (schema === undefined) continue
    const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
      properties?: Json
      required?: string[]
    }
    for (const [name, one] of Object.entries(properties)) {
      found.push({ name, in: where, required: where === 'path' || required.includes(name), schema: one })
    }
  }
  for (const [name, description] of Object.entries(route.headers ?? {})) {
    found.push({ name, in: 'header', required: true, description, schema: { type: 'string' } })
  }
  if (keyUseOf(route) === 'taken') found.push({ $ref: '#/components/parameters/IdempotencyKey' })
  return found
}

function bodyOf(route: Route): Json {
  if (route.bytes) {
    const schema = { type: 'string', format: 'binary', maxLength: route.bytes.max }
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema } } } }
  }
  if (route.body === undefined) return {}
  const type = route.form ? 'application/x-www-form-urlencoded' : 'application/json'
  const example = route.example?.body === undefined ? {} : { example: route.example.body }
  return {
    requestBody: {
      required: true,
      content: { [type]: { schema: schemaOf(route.body, 'input'), ...example } },
    },
  }
}

function successOf(route: Route): Json {
  if (route.reply === 'stream') return { description: 'Bytes or events', content: { '*/*': {} } }
  const data = schemaOf(route.reply, 'output')
  const isPlain = route.base === '/oauth'
  const schema = isPlain
    ? data
    : {
        type: 'object',
        properties: { code: { const: 0 }, message: { type: 'string' }, data },
        required: ['code', 'message', 'data'],
      }
  const reply = route.example?.reply
  const example =
    reply === undefined ? {} : { example: isPlain ? reply : { code: 0, message: '', data: reply } }
  return { description: 'Success', content: { 'application/json': { schema, ...example } } }
}

/** Whether a key can be allowed this call. */
export const isOpenToKeys = ({ permission }: Route): boolean =>
  keyPermissions.some((one) => one === permission)

/** Every refusal that a call may answer: its own, and those of all calls like it. */
export function errorKeysOf(route: Route): ErrorKey[] {
  const keys = new Set<ErrorKey>(route.errors)
  if (route.params || route.query || route.body) keys.add('request.invalid')
  if (keyUseOf(route) === 'taken') {
    keys.add('request.key_reused')
    keys.add('request.key_in_use')
  } else if (keyUseOf(route) === 'refused') keys.add('request.key_not_taken')
  if (route.permission !== 'public') {
    keys.add('request.unauthenticated')
    keys.add('request.forbidden')
    if (isOpenToKeys(route)) keys.add('key.not_allowed')
    if (!route.waiting) keys.add('member.waiting')
    if (!route.unsecured) keys.add('two_factor.needed')
  }
  return [...keys].sort((one, other) => errors[one].code - errors[other].code)
}

function responsesOf(route: Route): Json {
  const found: Json = { 200: successOf(route) }
  const byStatus = Map.groupBy(errorKeysOf(route), (key) => errors[key].status)
  const failure = route.base === '/oauth' ? 'OauthFailure' : 'Failure'
  for (const [status, keys] of byStatus) {
    found[status] = {
      description: keys.map((key) => `\`${key}\``).join(', '),
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${failure}` } } },
    }
  }
  return found
}

const components = {
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', description: 'The access_token of POST /oauth/token' },
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: `${apiKeyPrefix}…`,
      description:
        'A key of an organization’s own software, made by its administrator with a choice of permissions; a call needs the one in its x-permission',
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'A repeat within 24 hours gets the first answer, while the caller may still do and see what it tells of',
      schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
    },
  },
  schemas: {
    Failure: {
      type: 'object',
      required: ['code', 'error', 'message', 'requestId'],
      properties: {
        code: { type: 'integer' },
        error: { enum: Object.keys(errors) },
        message: { type: 'string' },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
        requestId: { type: 'string' },
      },
    },
    OauthFailure: {
      type: 'object',
      required: ['error', 'error_description', 'code', 'key', 'requestId'],
      properties: {
        error: { type: 'string' },
        error_description: { type: 'string' },
        code: { type: 'integer' },
        key: { enum: Object.keys(errors) },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
        requestId: { type: 'string' },
      },
    },
  },
}

function securityOf(route: Route): Json[] {
  if (route.permission === 'public') return []
  return [{ bearer: [] }, ...(isOpenToKeys(route) ? [{ apiKey: [] }] : [])]
}

/** The portal's calls as OpenAPI 3.1, made from the route table. */
export function openApi(): Json {
  const paths: Record<string, Json> = {}
  for (const [name, route] of Object.entries<Route>(routes)) {
    const path = pathOf(route)
    const item = paths[path] ?? {}
    paths[path] = item
    item[route.method.toLowerCase()] = {
      operationId: name,
      tags: [name.split('.')[0]],
      summary: route.summary,
      'x-permission': route.permission,
      security: securityOf(route),
      parameters: parametersOf(route),
      ...bodyOf(route),
      responses: responsesOf(route),
    }
  }
  const info = {
    title: 'Pontic',
    version: '1',
    description: 'Dental clinics and laboratories exchange cases.',
  }
  return { openapi: '3.1.0', info, paths, components }
}
