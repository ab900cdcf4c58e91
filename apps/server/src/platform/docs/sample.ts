import type { Json } from './collect-schemas.ts'

const samples: Record<string, string> = {
  'date-time': '2026-11-23T09:30:00.000000Z',
  date: '2026-12-04',
  uuid: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f',
}

/**
 * An example of a schema: `examples` and `default` of its parts where they have some.
 * @param schemas the named schemas that it refers to
 * @param isWhole with the fields that may be left out
 */
export function sampleOf(schema: Json, schemas: Record<string, Json>, isWhole: boolean): unknown {
  const sample = (one: unknown) => sampleOf(one as Json, schemas, isWhole)
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if ('const' in schema) return schema.const
  if (typeof schema.$ref === 'string')
    return sample(schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)])
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const [branch] = (schema.anyOf ?? schema.oneOf ?? []) as Json[]
  if (branch) return sample(branch)
  if ('default' in schema && schema.default !== null) return schema.default
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object') return sampleObject(schema, sample, isWhole)
  if (type === 'array') return [sample(schema.items)]
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  if (type === 'boolean') return false
  return type === 'string' ? (samples[String(schema.format)] ?? '') : null
}

function sampleObject(schema: Json, sample: (one: unknown) => unknown, isWhole: boolean): Json {
  const required = (schema.required ?? []) as string[]
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>)
    .filter(([name, one]) => isWhole || required.includes(name) || 'examples' in one)
    .map(([name, one]) => [name, sample(one)])
  return Object.fromEntries(fields)
}
