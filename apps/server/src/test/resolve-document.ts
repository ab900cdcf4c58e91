import { openApi } from '../platform/docs/open-api.ts'

type Json = { [key: string]: unknown }

const idempotencyKey = '#/components/parameters/IdempotencyKey'

/** Puts what a reference leads to in its place, with what stands next to the reference. */
function resolve(document: Json, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => resolve(document, one))
  if (typeof value !== 'object' || value === null) return value
  const { $ref: reference, ...rest } = value as Json
  const own = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, resolve(document, one)]))
  if (typeof reference !== 'string') return mergeAll(own)
  const target = reference
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (at as Json)[key], document)
  const whole = { ...(resolve(document, target) as Json), ...own }
  return reference === idempotencyKey ? { $ref: reference, ...whole } : whole
}

/** An envelope is written as `allOf` the common fields and its data. */
function mergeAll({ allOf, ...node }: Json): Json {
  if (!Array.isArray(allOf)) return allOf === undefined ? node : { allOf, ...node }
  const properties = Object.assign({}, ...allOf.map((part: Json) => part.properties))
  return { ...Object.assign({}, ...allOf), properties, ...node }
}

/** Lists what `4XX` says of several statuses under each of them: "400 `a`; 403 `b`, `c`". */
function spreadStatuses({ '4XX': common, ...responses }: Record<string, Json>): Record<string, Json> {
  const parts = common === undefined ? [] : String(common.description).split('; ')
  const spread = parts.map((part) => {
    const [, status = '', description] = /^(\d{3}) (.*)$/.exec(part) ?? []
    return [status, { ...common, description }]
  })
  return { ...responses, ...Object.fromEntries(spread) }
}

/** The OpenAPI document as programs get it, with all references resolved and each error at its status. */
export function resolvedOpenApi(publicUrl?: string): Json {
  const document = JSON.parse(JSON.stringify(openApi(publicUrl))) as Json
  const resolved = resolve(document, document) as Json
  for (const item of Object.values(resolved.paths as Record<string, Record<string, Json>>)) {
    for (const operation of Object.values(item))
      operation.responses = spreadStatuses(operation.responses as Record<string, Json>)
  }
  return resolved
}
