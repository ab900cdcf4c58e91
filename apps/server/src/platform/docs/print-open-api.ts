import {
  type ActorKind,
  actorKinds,
  type ErrorKey,
  errors,
  idempotencyKeyUseOf,
  keyPermissions,
  PageInfo,
  type Permission,
  type Route,
  reachOf,
  routes,
} from '@pontic/contract'
import { collectSchemas, type Json, type SchemaRegistry, type Schemas } from './collect-schemas.ts'
import { components, info, tagGroups, tags } from './document-parts.ts'
import { extendSchemas } from './extend-schemas.ts'
import { shareFields } from './share-fields.ts'
import { type Operation, shareParts } from './share-parts.ts'

const addressOf = ({ base = '/restful', path }: Route) => base + path
const shapeOf = (route: Route) => addressOf(route).replace(/:\w+/g, ':')
const namesIn = (route: Route) => [...addressOf(route).matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')

// OpenAPI treats two templates that differ only in the names of their parameters as the same path.
const namesByShape = new Map<string, string[]>()
for (const route of Object.values<Route>(routes)) {
  const known = namesByShape.get(shapeOf(route)) ?? []
  const names = namesIn(route).map((name, at) => joinNames(known[at] ?? name, name))
  namesByShape.set(shapeOf(route), names)
}

function joinNames(one: string, other: string): string {
  return one === other ? one : `${one}Or${other.charAt(0).toUpperCase()}${other.slice(1)}`
}

/**
 * Returns the path template of a route. Routes that differ only in the names of their parameters share it
 * (`/restful/images/{purposeOrId}`).
 */
export function templateOf(route: Route): string {
  const names = [...(namesByShape.get(shapeOf(route)) ?? [])]
  return addressOf(route).replace(/:\w+/g, () => `{${names.shift()}}`)
}

/** Returns the name of a path parameter in the template. */
const parameterName = (route: Route, name: string): string =>
  namesByShape.get(shapeOf(route))?.[namesIn(route).indexOf(name)] ?? name

/** The state that the functions below share while they print the document. */
type Printer = {
  schemas: Schemas
  /** Functions that complete parts of the document after all named schemas are known. */
  later: ((named: Record<string, Json>, extend: (schema: Json) => Json) => void)[]
}

function parametersOf(route: Route, { schemas }: Printer): { parameters?: Json[] } {
  const found: Json[] = []
  for (const [where, schema] of [
    ['path', route.params],
    ['query', route.query],
  ] as const) {
    for (const { name, isRequired, schema: one } of schema ? schemas.listFields(schema) : []) {
      const { description = schemas.describe(one), ...rest } = one
      const isPath = where === 'path'
      found.push({
        name: isPath ? parameterName(route, name) : name,
        in: where,
        ...(isPath || isRequired ? { required: true } : {}),
        ...(description === undefined ? {} : { description }),
        schema: '$ref' in rest ? { $ref: rest.$ref } : rest,
      })
    }
  }
  for (const [name, { description, isRequired = false }] of Object.entries(route.headers ?? {})) {
    const required = isRequired ? { required: true } : {}
    found.push({ name, in: 'header', ...required, description, schema: { type: 'string' } })
  }
  if (idempotencyKeyUseOf(route) === 'taken') found.push({ $ref: '#/components/parameters/IdempotencyKey' })
  return found.length === 0 ? {} : { parameters: found }
}

function bodyOf(route: Route, { schemas }: Printer): Json {
  if (route.bytes) {
    const schema = { type: 'string', format: 'binary', maxLength: route.bytes.max }
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema } } } }
  }
  if (route.body === undefined) return {}
  const type = route.form ? 'application/x-www-form-urlencoded' : 'application/json'
  return {
    requestBody: { required: true, content: { [type]: { schema: schemas.add(route.body, 'input') } } },
  }
}

function successOf(route: Route, { schemas, later }: Printer): Json {
  if (route.reply === 'stream') return { description: 'Bytes or events', content: { '*/*': {} } }
  const data = schemas.add(route.reply, 'output')
  const media: Json = {}
  later.push((_, extend) => {
    media.schema = route.base === '/oauth' ? data : envelopeOf(extend(data))
  })
  return { description: 'OK', content: { 'application/json': media } }
}

const envelopeOf = (data: Json): Json => ({
  allOf: [{ $ref: '#/components/schemas/Success' }, { properties: { data } }],
})

/** Whether an API key can have the permission of this call. */
export const allowsApiKeys = ({ permission }: Route): boolean =>
  keyPermissions.some((one) => one === permission)

/**
 * Lists every error that a call may return: the errors of its route, and those that follow from its body, its
 * permission and its use of the Idempotency-Key.
 */
export function errorKeysOf(route: Route): ErrorKey[] {
  const keys = new Set<ErrorKey>(route.errors)
  // Every call validates its query parameters.
  keys.add('request.invalid')
  if (route.body || route.bytes) {
    keys.add('request.unsupported_type')
    keys.add(route.bytes?.tooLarge ?? 'request.too_large')
  }
  if (idempotencyKeyUseOf(route) === 'taken') {
    keys.add('request.key_reused')
    keys.add('request.key_in_use')
  } else if (idempotencyKeyUseOf(route) === 'refused') keys.add('request.key_not_taken')
  if (route.permission !== 'public') {
    keys.add('request.unauthenticated')
    keys.add('request.forbidden')
    if (allowsApiKeys(route)) {
      keys.add('key.not_allowed')
      keys.add('request.too_many')
    }
    if (!route.waiting) keys.add('member.waiting')
    if (!route.allowsMissingTwoFactor) keys.add('two_factor.needed')
    if (route.reauthenticate) keys.add('session.reauthenticate')
  }
  return [...keys].sort((one, other) => errors[one].code - errors[other].code)
}

/** Formats errors by status: "404 `order.not_found`; 409 `order.changed`, `order.paused`". */
const listErrors = (keys: readonly ErrorKey[]): string =>
  [...Map.groupBy(keys, (key) => errors[key].status)]
    .map(([status, some]) => `${status} ${some.map((key) => `\`${key}\``).join(', ')}`)
    .join('; ')

/** Lists the errors of a call that its row of the route table does not declare. Similar calls have the same ones. */
const commonErrorKeysOf = (route: Route): ErrorKey[] => errorKeysOf({ ...route, errors: [] })

/**
 * Returns the responses of a call. Declared errors are in the call's description, so that similar calls share
 * a `4XX` response.
 */
function responsesOf(route: Route, printer: Printer): Json {
  const failure = route.base === '/oauth' ? 'OauthFailure' : 'Failure'
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${failure}` } } }
  return {
    200: successOf(route, printer),
    '4XX': { description: listErrors(commonErrorKeysOf(route)), content },
  }
}

/** The default security of the document. A call that requires something else overrides it. */
const security: Json[] = [{ bearer: [] }]

function securityOf(route: Route): { security?: Json[] } {
  if (route.permission === 'public') return { security: [] }
  return allowsApiKeys(route) ? { security: [...security, { apiKey: [] }] } : {}
}

const kindNames: readonly (readonly [name: string, ...kinds: ActorKind[]])[] = [
  ['clinics', 'clinic', 'clinicAdmin'],
  ['administrators of clinics and laboratories', 'clinicAdmin', 'labAdmin'],
  ['clinic administrators', 'clinicAdmin'],
  ['laboratories', 'lab', 'labAdmin'],
  ['laboratory administrators', 'labAdmin'],
  ['individuals', 'person'],
  ['platform operators', 'operator'],
  ['platform administrators', 'platform'],
]

/** Returns a sentence that names who may make a call. */
function whoMay(permission: Permission): string {
  const left = new Set(actorKinds.filter((kind) => reachOf(kind, permission) !== undefined))
  if (left.size === actorKinds.length) return 'For everyone who is signed in.'
  const names = kindNames.flatMap(([name, ...kinds]) => {
    if (!kinds.every((kind) => left.has(kind))) return []
    for (const kind of kinds) left.delete(kind)
    return name
  })
  return `For ${names.join(', ')}.`
}

/** Describes a call: its docstring, then what its row of the route table implies, then the errors that this row declares. */
function describeCall(route: Route, docstring: string | undefined): string {
  const { permission, reauthenticate } = route
  const idempotency = idempotencyKeyUseOf(route)
  const common = commonErrorKeysOf(route)
  const own = errorKeysOf(route).filter((key) => !common.includes(key))
  const text = [
    docstring,
    permission === 'public' ? 'Needs no sign-in.' : whoMay(permission),
    allowsApiKeys(route) && `API keys need \`${permission}\`.`,
    reauthenticate &&
      `Needs a recent sign-in${reauthenticate === true ? '' : ` when ${reauthenticate.map((field) => `\`${field}\``).join(' or ')} is sent`}.`,
    idempotency === 'refused' && 'Takes no Idempotency-Key.',
  ]
    .filter(Boolean)
    .join(' ')
  return own.length === 0 ? text : `${text}\n\nErrors: ${listErrors(own)}.`
}

/** The docstrings of the contract, by schema and by route. */
export type Docstrings = { registry: SchemaRegistry; descriptions: WeakMap<object, string> }

/**
 * Creates the OpenAPI 3.1 document from the route table.
 * @param docstrings the docstrings of the contract modules that this process has imported
 */
export function printOpenApi({ registry, descriptions }: Docstrings): Json {
  const printer: Printer = { schemas: collectSchemas(registry), later: [] }
  const paths: Record<string, Json> = {}
  for (const [name, route] of Object.entries<Route>(routes)) {
    const path = templateOf(route)
    const item = paths[path] ?? {}
    paths[path] = item
    item[route.method.toLowerCase()] = {
      operationId: name,
      tags: [name.split('.')[0]],
      summary: route.summary,
      description: describeCall(route, descriptions.get(route)),
      'x-permission': route.permission,
      ...securityOf(route),
      ...parametersOf(route, printer),
      ...bodyOf(route, printer),
      responses: responsesOf(route, printer),
    }
  }
  printer.schemas.add(PageInfo, 'output')
  const named = printer.schemas.list()
  const { extend, schemas } = extendSchemas(named)
  for (const complete of printer.later) complete({ ...components.schemas, ...named }, extend)
  const allSchemas = { ...components.schemas, ...schemas }
  const fields = shareFields({ paths, allSchemas }, Object.keys(allSchemas))
  const operations = Object.values(paths).flatMap((item) => Object.values(item) as Operation[])
  const shared = shareParts(operations)
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    security,
    tags,
    'x-tagGroups': tagGroups,
    paths,
    components: {
      ...components,
      ...shared,
      parameters: { ...components.parameters, ...shared.parameters },
      schemas: { ...allSchemas, ...fields },
    },
  }
}
