type Json = { [key: string]: unknown }

const examples: Record<string, string> = {
  'date-time': '2026-11-23T09:30:00.000000Z',
  date: '2026-12-04',
  uuid: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f',
}

/**
 * Assembles the example of a resolved schema from the examples and defaults of its parts, as documentation tools do.
 * @param includesOptional whether to include optional fields without an example
 * @returns undefined if a part has no example, no default and no type with an obvious value
 */
export function assembleExample(schema: Json, includesOptional: boolean): unknown {
  const assemble = (one: unknown) => assembleExample(one as Json, includesOptional)
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if ('default' in schema && schema.default !== null) return schema.default
  const [branch] = (schema.anyOf ?? schema.oneOf ?? []) as Json[]
  if (branch) return assemble(branch)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object') {
    const required = (schema.required ?? []) as string[]
    const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>)
    const shown = fields.filter(
      ([name, one]) => includesOptional || required.includes(name) || 'examples' in one,
    )
    return Object.fromEntries(shown.map(([name, one]) => [name, assemble(one)]))
  }
  if (type === 'array') return [assemble(schema.items)]
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  if (type === 'boolean') return true
  return examples[String(schema.format)]
}
