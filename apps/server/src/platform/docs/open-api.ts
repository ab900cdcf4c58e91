import {
  apiKeyPrefix,
  type ErrorKey,
  errors,
  keyPermissions,
  keyUseOf,
  limits,
  type Route,
  routes,
  type Schema,
} from '@pontic/contract'
import * as z from 'zod/mini'

type Json = Record<string, unknown>

const addressOf = ({ base = '/restful', path }: Route) => base + path
const shapeOf = (route: Route) => addressOf(route).replace(/:\w+/g, ':')
const namesIn = (route: Route) => [...addressOf(route).matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')

// OpenAPI takes two templates that differ in the names of their parameters alone for the same path.
const namesByShape = new Map<string, string[]>()
for (const route of Object.values<Route>(routes)) {
  const known = namesByShape.get(shapeOf(route)) ?? []
  const names = namesIn(route).map((name, at) => joinNames(known[at] ?? name, name))
  namesByShape.set(shapeOf(route), names)
}

function joinNames(one: string, other: string): string {
  return one === other ? one : `${one}Or${other.charAt(0).toUpperCase()}${other.slice(1)}`
}

/** A route's address as a path template: calls of one shape share it (`/restful/images/{purposeOrId}`). */
export function templateOf(route: Route): string {
  const names = [...(namesByShape.get(shapeOf(route)) ?? [])]
  return addressOf(route).replace(/:\w+/g, () => `{${names.shift()}}`)
}

/** The name of a path parameter in the template. */
const parameterName = (route: Route, name: string): string =>
  namesByShape.get(shapeOf(route))?.[namesIn(route).indexOf(name)] ?? name

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
      const isPath = where === 'path'
      found.push({
        name: isPath ? parameterName(route, name) : name,
        in: where,
        required: isPath || required.includes(name),
        schema: one,
      })
    }
  }
  for (const [name, { description, isRequired = false }] of Object.entries(route.headers ?? {})) {
    found.push({ name, in: 'header', required: isRequired, description, schema: { type: 'string' } })
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
  // Query parameters are judged everywhere.
  keys.add('request.invalid')
  if (route.body || route.bytes) {
    keys.add('request.unsupported_type')
    keys.add(route.bytes?.tooLarge ?? 'request.too_large')
  }
  if (keyUseOf(route) === 'taken') {
    keys.add('request.key_reused')
    keys.add('request.key_in_use')
  } else if (keyUseOf(route) === 'refused') keys.add('request.key_not_taken')
  if (route.permission !== 'public') {
    keys.add('request.unauthenticated')
    keys.add('request.forbidden')
    if (isOpenToKeys(route)) {
      keys.add('key.not_allowed')
      keys.add('request.too_many')
    }
    if (!route.waiting) keys.add('member.waiting')
    if (!route.unsecured) keys.add('two_factor.needed')
    if (route.reauthenticate) keys.add('session.reauthenticate')
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

/** When a call needs a sign-in or a re-authentication of the last minutes, and of how many. */
const reauthenticationOf = (rule: NonNullable<Route['reauthenticate']>): Json => ({
  maxAgeMinutes: limits.reauthenticationMinutes,
  ...(rule === true ? {} : { onlyWithFields: rule }),
})

/**
 * The portal's calls as OpenAPI 3.1, made from the route table.
 * @param publicUrl where this portal is reached
 */
export function openApi(publicUrl = '/'): Json {
  const paths: Record<string, Json> = {}
  for (const [name, route] of Object.entries<Route>(routes)) {
    const path = templateOf(route)
    const item = paths[path] ?? {}
    paths[path] = item
    item[route.method.toLowerCase()] = {
      operationId: name,
      tags: [name.split('.')[0]],
      summary: route.summary,
      'x-permission': route.permission,
      ...(route.reauthenticate ? { 'x-reauthenticate': reauthenticationOf(route.reauthenticate) } : {}),
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
  return { openapi: '3.1.0', info, servers: [{ url: publicUrl }], paths, components }
}
