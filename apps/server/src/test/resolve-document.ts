import { getOpenApi } from '../platform/docs/open-api.ts'

type Json = { [key: string]: unknown }

const idempotencyKey = '#/components/parameters/IdempotencyKey'

/** Replaces references by their targets, merged with the keys next to the reference. */
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

/** Merges the objects of `allOf`, with which the document describes replies. */
function mergeAll({ allOf, ...node }: Json): Json {
  if (!Array.isArray(allOf)) return node
  const parts = allOf as { properties?: Json; required?: string[] }[]
  const properties = Object.assign({}, ...parts.map((part) => part.properties))
  const required = [...new Set(parts.flatMap((part) => part.required ?? []))]
  return { ...Object.assign({}, ...parts), properties, required, ...node }
}

/** Parses "400 `a`; 403 `b`, `c`" to statuses and their errors. */
const parseErrors = (text: string) =>
  text.split('; ').map((part): readonly [status: string, keys: string] => {
    const [, status = '', keys = ''] = /^(\d{3}) (.*)$/.exec(part) ?? []
    return [status, keys]
  })

/** Returns a response for each error status of a call, from its description and the shared response `4XX`. */
function spreadErrors(description: string, { '4XX': common, ...responses }: Record<string, Json>) {
  const own = /\n\nErrors: (.*)\.$/.exec(description)?.[1]
  const lists = [own, common?.description as string | undefined].filter((text) => text !== undefined)
  const byStatus = Map.groupBy(lists.flatMap(parseErrors), ([status]) => status)
  const spread = [...byStatus].map(([status, some]) => {
    const keys = some.map(([, list]) => list).join(', ')
    return [status, { ...common, description: keys }]
  })
  return { ...responses, ...Object.fromEntries(spread) }
}

type Operation = {
  description: string
  responses: Record<string, Json>
  security?: Json[]
  parameters?: Json[]
}

/** Returns the OpenAPI document with all references and defaults resolved and a response for each error status. */
export function resolvedOpenApi(publicUrl?: string): Json {
  const document = JSON.parse(JSON.stringify(getOpenApi(publicUrl))) as Json
  const resolved = resolve(document, document) as Json
  for (const item of Object.values(resolved.paths as Record<string, Record<string, Operation>>)) {
    for (const operation of Object.values(item)) {
      operation.responses = spreadErrors(operation.description, operation.responses)
      operation.security ??= document.security as Json[]
      operation.parameters ??= []
    }
  }
  return resolved
}
