import type { Schema } from '@pontic/contract'
import * as z from 'zod/mini'

export type Json = Record<string, unknown>

/** Where the descriptions and names of schemas are. */
export type SchemaRegistry = z.core.$ZodRegistry<{
  id?: string
  description?: string
  format?: string
  sample?: unknown
}>

/** Whether a schema describes what a call reads or what it answers. */
export type Direction = 'input' | 'output'

const prefix = '#/components/schemas/'

/** Copies a JSON value; `change` replaces objects on the way, innermost first. */
function mapObjects(value: unknown, change: (node: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((one) => mapObjects(one, change))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, one]) => [key, mapObjects(one, change)] as const)
  return change(Object.fromEntries(entries))
}

/** Writes "X or null" as one schema: the keywords of X do not apply to null. */
function foldNull(node: Json): Json {
  const { anyOf, ...rest } = node
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return node
  const [{ type, ...one }, other] = anyOf as [Json, Json]
  if (other.type !== 'null' || typeof type !== 'string' || 'const' in one) return node
  return {
    ...rest,
    type: [type, 'null'],
    ...one,
    ...(Array.isArray(one.enum) ? { enum: [...one.enum, null] } : {}),
    ...(rest.description === undefined ? {} : { description: rest.description }),
  }
}

/** Makes references lead into the document, and leaves out what every value keeps. zod drops `examples` of trimmed texts. */
function tidy(given: Json): Json {
  const { $ref: reference, minimum, maximum, minLength, sample, propertyNames, ...rest } = foldNull(given)
  return {
    ...(typeof reference === 'string' ? { $ref: reference.replace('#/$defs/', prefix) } : {}),
    ...rest,
    ...(sample === undefined ? {} : { examples: [sample] }),
    ...(minLength === undefined || minLength === 0 ? {} : { minLength }),
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
  }
}

/** A reply may get new fields in a later version; a body with unknown fields is refused. */
function open({ additionalProperties, ...rest }: Json): Json {
  return additionalProperties === undefined || additionalProperties === false
    ? rest
    : { additionalProperties, ...rest }
}

/**
 * Collects the schemas of a document.
 * @returns `add` turns a schema into one of the document, in which named schemas are references; `listFields` has the fields
 *   of an object's schema as a call reads them; `describe` has the description of a reference; `list` has the named schemas that were met. One that is also read is written
 *   as it is read: fields with a default may be left out.
 */
export function collectSchemas(registry: SchemaRegistry) {
  const met: Record<Direction, Map<string, Json>> = { input: new Map(), output: new Map() }

  function add(schema: Schema, io: Direction): Json {
    const whole = z.toJSONSchema(schema, { io, metadata: registry, unrepresentable: 'any' }) as Json
    const change = io === 'input' ? tidy : (node: Json) => open(tidy(node))
    const { $schema: _, $defs = {}, ...json } = mapObjects(whole, change) as Json
    for (const [name, one] of Object.entries($defs as Record<string, Json>)) met[io].set(name, one)
    return json
  }

  function listFields(schema: Schema): { name: string; isRequired: boolean; schema: Json }[] {
    const node = add(schema, 'input')
    const name = typeof node.$ref === 'string' ? node.$ref.slice(prefix.length) : undefined
    const { properties = {}, required = [] } = (name === undefined ? node : met.input.get(name)) as {
      properties?: Record<string, Json>
      required?: string[]
    }
    return Object.entries(properties).map(([field, one]) => ({
      name: field,
      isRequired: required.includes(field),
      schema: one,
    }))
  }

  /** The description of a named schema that a schema refers to. */
  const describe = (schema: Json): unknown =>
    typeof schema.$ref === 'string' ? met.input.get(schema.$ref.slice(prefix.length))?.description : undefined

  const list = (): Record<string, Json> =>
    Object.fromEntries([...met.output, ...met.input].toSorted(([one], [other]) => (one < other ? -1 : 1)))

  return { add, listFields, describe, list }
}

/** The schemas of a document that is being printed. */
export type Schemas = ReturnType<typeof collectSchemas>
