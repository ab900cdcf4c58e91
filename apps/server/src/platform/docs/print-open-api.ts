import {
  type ActorKind,
  actorKinds,
  type ErrorKey,
  errors,
  idempotencyKeyUseOf,
  keyPermissions,
  limits,
  type Permission,
  type Route,
  reachOf,
  routes,
} from '@pontic/contract'
import { collectSchemas, type Json, type SchemaRegistry, type Schemas } from './collect-schemas.ts'
import { components, info, tagGroups, tags } from './document-parts.ts'
import { sampleOf } from './sample.ts'
import { type Operation, shareParts } from './share-parts.ts'

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

/** What a part of the document is made with. */
type Printer = {
  schemas: Schemas
  /** Sets the examples that are sampled from schemas, once all schemas are there. */
  later: ((named: Record<string, Json>) => void)[]
}

function parametersOf(route: Route, { schemas }: Printer): Json[] {
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
        required: isPath || isRequired,
        ...(description === undefined ? {} : { description }),
        schema: '$ref' in rest ? { $ref: rest.$ref } : rest,
      })
    }
  }
  for (const [name, { description, isRequired = false }] of Object.entries(route.headers ?? {})) {
    found.push({ name, in: 'header', required: isRequired, description, schema: { type: 'string' } })
  }
  if (idempotencyKeyUseOf(route) === 'taken') found.push({ $ref: '#/components/parameters/IdempotencyKey' })
  return found
}

function bodyOf(route: Route, { schemas, later }: Printer): Json {
  if (route.bytes) {
    const schema = { type: 'string', format: 'binary', maxLength: route.bytes.max }
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema } } } }
  }
  if (route.body === undefined) return {}
  const type = route.form ? 'application/x-www-form-urlencoded' : 'application/json'
  const media: Json = { schema: schemas.add(route.body, 'input') }
  later.push((named) => {
    media.example = route.example?.body ?? sampleOf(media.schema as Json, named, false)
  })
  return { requestBody: { required: true, content: { [type]: media } } }
}

function successOf(route: Route, { schemas }: Printer): Json {
  if (route.reply === 'stream') return { description: 'Bytes or events', content: { '*/*': {} } }
  const data = schemas.add(route.reply, 'output')
  const isPlain = route.base === '/oauth'
  const media: Json = { schema: isPlain ? data : envelopeOf(data) }
  const reply = route.example?.reply
  if (reply !== undefined) media.example = isPlain ? reply : { code: 0, message: '', data: reply }
  return { description: 'Success', content: { 'application/json': media } }
}

const envelopeOf = (data: Json): Json => ({
  allOf: [
    { $ref: '#/components/schemas/Success' },
    {
      properties: {
        data: '$ref' in data || 'description' in data ? data : { description: 'The reply.', ...data },
      },
    },
  ],
})

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
  if (idempotencyKeyUseOf(route) === 'taken') {
    keys.add('request.key_reused')
    keys.add('request.key_in_use')
  } else if (idempotencyKeyUseOf(route) === 'refused') keys.add('request.key_not_taken')
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

/** Errors that follow from what kind of call it is: most calls have the same ones. */
function commonErrorKeysOf(route: Route): Set<ErrorKey> {
  return new Set(errorKeysOf({ ...route, errors: [] }))
}

const listKeys = (keys: readonly ErrorKey[]) => keys.map((key) => `\`${key}\``).join(', ')

/** The replies of a call: each error of its own at its status, and what calls like it have in common as `4XX`. */
function responsesOf(route: Route, printer: Printer): Json {
  const keys = errorKeysOf(route)
  const common = commonErrorKeysOf(route)
  const byStatus = Map.groupBy(keys, (key) => errors[key].status)
  const failure = route.base === '/oauth' ? 'OauthFailure' : 'Failure'
  const refuse = (description: string): Json => ({
    description,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${failure}` } } },
  })
  const own = [...byStatus].filter(([, some]) => some.some((key) => !common.has(key)))
  const others = [...byStatus].filter(([, some]) => some.every((key) => common.has(key)))
  return {
    200: successOf(route, printer),
    ...Object.fromEntries(own.map(([status, some]) => [status, refuse(listKeys(some))])),
    ...(others.length === 0
      ? {}
      : { '4XX': refuse(others.map(([status, some]) => `${status} ${listKeys(some)}`).join('; ')) }),
  }
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

const kindNames: readonly (readonly [name: string, ...kinds: ActorKind[]])[] = [
  ['clinics', 'clinic', 'clinicAdmin'],
  ['clinic administrators', 'clinicAdmin'],
  ['laboratories', 'lab', 'labAdmin'],
  ['laboratory administrators', 'labAdmin'],
  ['individuals', 'person'],
  ['platform operators', 'operator'],
  ['platform administrators', 'platform'],
]

/** Who may make a call, as a sentence. */
function whoMay(permission: Permission): string {
  const left = new Set(actorKinds.filter((kind) => reachOf(kind, permission) !== undefined))
  if (left.size === actorKinds.length) return 'Open to everybody who is signed in.'
  const names = kindNames.flatMap(([name, ...kinds]) => {
    if (!kinds.every((kind) => left.has(kind))) return []
    for (const kind of kinds) left.delete(kind)
    return name
  })
  return `Open to ${names.join(', ')}.`
}

/** The description of a call: its docstring, then what follows from its row. */
function describeCall(route: Route, docstring: string | undefined): string {
  const { permission, reauthenticate } = route
  const idempotency = idempotencyKeyUseOf(route)
  return [
    docstring,
    permission === 'public' ? 'Needs no sign-in.' : whoMay(permission),
    isOpenToKeys(route) && `API keys need the permission \`${permission}\`.`,
    reauthenticate &&
      `Needs a sign-in of the last ${limits.reauthenticationMinutes} minutes${reauthenticate === true ? '' : ` when ${reauthenticate.map((field) => `\`${field}\``).join(' or ')} is sent`}.`,
    idempotency === 'refused' && 'Refuses an Idempotency-Key: the reply holds a secret.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** What the docstrings of the contract say: of schemas, and of the rows of the route table. */
export type Docstrings = { registry: SchemaRegistry; descriptions: WeakMap<object, string> }

/**
 * The portal's calls as OpenAPI 3.1, made from the route table.
 * @param docstrings of the contract that this process has loaded
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
      ...(route.reauthenticate ? { 'x-reauthenticate': reauthenticationOf(route.reauthenticate) } : {}),
      security: securityOf(route),
      parameters: parametersOf(route, printer),
      ...bodyOf(route, printer),
      responses: responsesOf(route, printer),
    }
  }
  const named = printer.schemas.list()
  for (const set of printer.later) set({ ...components.schemas, ...named })
  const operations = Object.values(paths).flatMap((item) => Object.values(item) as Operation[])
  const shared = shareParts(operations)
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    tags,
    'x-tagGroups': tagGroups,
    paths,
    components: {
      ...components,
      ...shared,
      parameters: { ...components.parameters, ...shared.parameters },
      schemas: { ...components.schemas, ...named },
    },
  }
}
