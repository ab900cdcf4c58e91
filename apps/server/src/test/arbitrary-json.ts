import fc from 'fast-check'

type Json = { readonly [key: string]: unknown }

/** Texts, numbers and shapes that must not make a call fail with an internal error. */
const hostile: readonly unknown[] = [
  null,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u001b[31m',
  "'; drop table orders; --",
  '%_\\',
  '../../etc/passwd',
  '{{7*7}}',
  'x'.repeat(5_000),
  '1e999',
  '0000-00-00',
  '2026-02-31',
  '275760-09-13T00:00:00.001Z',
  'NaN',
  0,
  -1,
  0.5,
  2 ** 31,
  2 ** 53,
  1e308,
  true,
  [],
  [[]],
  {},
  { __proto__: null, constructor: 1 },
  Array.from({ length: 200 }, () => 'x'),
]
const hostilePercent = 12

/**
 * Creates an arbitrary of fast-check for values of a JSON Schema. Twelve percent of the values are hostile ones instead.
 * @param ids ids of existing objects, which are used for UUIDs and for texts with a pattern
 */
export function arbitraryOf(schema: Json, ids: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 100 - hostilePercent, arbitrary: describedBy(schema, ids) },
    { weight: hostilePercent, arbitrary: fc.constantFrom(...hostile) },
  )
}

function describedBy(schema: Json, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => describedBy({ ...schema, type }, ids)))
  }
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.type === 'null') return fc.constant(null)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  const shapes = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (shapes) return fc.oneof(...shapes.map((shape) => describedBy(shape, ids)))
  if (schema.type === 'object') return objectOf(schema, ids)
  if (schema.type === 'array') return listOf(schema, ids)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema)
  return schema.type === 'string' ? textOf(schema, ids) : fc.jsonValue({ maxDepth: 1 })
}

function objectOf(schema: Json, ids: readonly string[]): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  const model = Object.fromEntries(properties.map(([name, one]) => [name, arbitraryOf(one, ids)]))
  const requiredKeys = ((schema.required ?? []) as string[]).filter((name) => name in model)
  return fc.record(model, { requiredKeys })
}

const listOf = (schema: Json, ids: readonly string[]) =>
  fc.array(arbitraryOf((schema.items ?? {}) as Json, ids), {
    minLength: Math.min(Number(schema.minItems ?? 0), 3),
    maxLength: 3,
  })

function numberOf(schema: Json): fc.Arbitrary<number> {
  const min = Math.max(Number(schema.minimum ?? -1_000), -(2 ** 31))
  const max = Math.min(Number(schema.maximum ?? 2 ** 31), 2 ** 31)
  return schema.type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true })
}

const patternsOf = (schema: Json): string[] =>
  [schema, ...((schema.allOf ?? []) as Json[])].flatMap(({ pattern }) =>
    typeof pattern === 'string' ? [pattern] : [],
  )

function textOf(schema: Json, ids: readonly string[]): fc.Arbitrary<string> {
  if (schema.format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid({ version: 7 }))
  if (schema.format === 'date') return fc.constantFrom('2026-12-01', '1900-01-01', '2199-12-31')
  if (schema.format === 'date-time')
    return fc.constantFrom('2026-12-01T10:00:00Z', '2026-12-01T10:00:00.123Z')
  const [pattern] = patternsOf(schema)
  if (pattern !== undefined) return fc.oneof(matching(pattern), fc.constantFrom(...ids))
  const minLength = Math.min(Number(schema.minLength ?? 0), 200)
  const maxLength = Math.min(Number(schema.maxLength ?? 40), Math.max(minLength, 40))
  return fc.string({ unit: 'grapheme', minLength, maxLength })
}

// A pattern that cannot be converted to a generator gets arbitrary text.
function matching(pattern: string): fc.Arbitrary<string> {
  for (const flags of ['', 'u']) {
    try {
      const made = fc.stringMatching(new RegExp(pattern, flags))
      fc.sample(made, { numRuns: 1, seed: 1 })
      return made
    } catch {
      // Tries the pattern with the next flags.
    }
  }
  return fc.string()
}
