import type { Json } from './collect-schemas.ts'

const prefix = '#/components/schemas/'
const fieldsMin = 3

type Fields = { properties: Record<string, unknown>; required: readonly string[] }

/** Returns the fields of an object schema that allows additional properties; undefined for other schemas. */
function fieldsOf({ type, properties, required = [], additionalProperties }: Json): Fields | undefined {
  if (type !== 'object' || properties === undefined || additionalProperties !== undefined) return undefined
  return { properties: properties as Fields['properties'], required: required as string[] }
}

/** Whether `whole` has every field of `part`, with the same schema. */
const includes = (whole: Fields, part: Fields) =>
  part.required.every((name) => whole.required.includes(name)) &&
  Object.entries(part.properties).every(
    ([name, schema]) => JSON.stringify(whole.properties[name]) === JSON.stringify(schema),
  )

/**
 * Shortens the object schemas of replies: an object that repeats all fields of a named schema becomes an `allOf` with a
 * reference to that schema and the remaining fields.
 * @param named the named schemas; those of bodies allow no additional properties and stay unchanged
 * @returns the shortened named schemas, and `extend`, which shortens a schema without a name
 */
export function extendSchemas(named: Record<string, Json>): {
  extend: (schema: Json) => Json
  schemas: Record<string, Json>
} {
  const bases = Object.entries(named)
    .flatMap(([name, schema]) => {
      const fields = fieldsOf(schema)
      return fields && Object.keys(fields.properties).length >= fieldsMin ? [{ name, fields }] : []
    })
    .toSorted((a, b) => JSON.stringify(b.fields).length - JSON.stringify(a.fields).length)

  function extend(schema: Json, own?: string): Json {
    const whole = fieldsOf(schema)
    const ownAt = bases.findIndex(({ name }) => name === own)
    const base =
      whole && bases.find(({ name, fields }, at) => name !== own && at > ownAt && includes(whole, fields))
    if (!whole || !base) return schema
    const { type, properties, required, ...rest } = schema
    const isOther = (name: string) => !(name in base.fields.properties)
    const others = Object.entries(whole.properties).filter(([name]) => isOther(name))
    const requiredOthers = whole.required.filter(isOther)
    const part = {
      properties: Object.fromEntries(others),
      ...(requiredOthers.length === 0 ? {} : { required: requiredOthers }),
    }
    return { ...rest, allOf: [{ $ref: prefix + base.name }, ...(others.length === 0 ? [] : [part])] }
  }

  const schemas = Object.fromEntries(Object.entries(named).map(([name, one]) => [name, extend(one, name)]))
  return { extend, schemas }
}
