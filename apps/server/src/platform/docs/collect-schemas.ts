import type { Schema } from '@pontic/contract'
import * as z from 'zod/mini'

export type Json = Record<string, unknown>

/** The registry of the names and descriptions of schemas. */
export type SchemaRegistry = z.core.$ZodRegistry<{
  id?: string
  description?: string
  format?: string
  sample?: unknown
}>

/** Whether a schema describes a request or a reply. */
export type Direction = 'input' | 'output'

const prefix = '#/components/schemas/'

/** Copies a JSON value and replaces each object by the result of `change`, innermost first. */
function mapObjects(value: unknown, change: (node: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((one) => mapObjects(one, change))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, one]) => [key, mapObjects(one, change)] as const)
  return change(Object.fromEntries(entries))
}

/**
 * Merges `anyOf: [X, null]` into one schema with two types. It means the same: null is added to `enum`, a
 * `const` is not merged, and the other keywords of X do not apply to null.
 */
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

/**
 * Makes references refer to the components of the document, and omits limits that every value meets. The example comes from
 * `sample`, because zod drops `examples` of trimmed texts.
 */
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

/** Removes `additionalProperties: false` from a schema of a reply, because a later version may add fields. */
function allowNewFields({ additionalProperties, ...rest }: Json): Json {
  return additionalProperties === undefined || additionalProperties === false
    ? rest
    : { additionalProperties, ...rest }
}

/**
 * Collects the schemas of a document.
 * @returns functions on the collected schemas:
 * - `add` converts a zod schema to JSON Schema, in which named schemas are references.
 * - `listFields` lists the fields of an object's request schema.
 * - `describe` returns the description of the named schema that a request schema refers to.
 * - `list` returns the named schemas. One that occurs in requests and replies is listed in its request form, in which fields
 *   with a default are optional.
 */
export function collectSchemas(registry: SchemaRegistry) {
  const met: Record<Direction, Map<string, Json>> = { input: new Map(), output: new Map() }

  function add(schema: Schema, io: Direction): Json {
    const converted = z.toJSONSchema(schema, { io, metadata: registry, unrepresentable: 'any' }) as Json
    const change = io === 'input' ? tidy : (node: Json) => allowNewFields(tidy(node))
    const { $schema: _, $defs = {}, ...json } = mapObjects(converted, change) as Json
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

  /** Returns the description of the named schema that a request schema refers to. */
  const describe = (schema: Json): unknown =>
    typeof schema.$ref === 'string' ? met.input.get(schema.$ref.slice(prefix.length))?.description : undefined

  const list = (): Record<string, Json> =>
    Object.fromEntries([...met.output, ...met.input].toSorted(([one], [other]) => (one < other ? -1 : 1)))

  return { add, listFields, describe, list }
}

/** The collected schemas of a document. */
export type Schemas = ReturnType<typeof collectSchemas>
