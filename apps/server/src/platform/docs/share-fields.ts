import type { Json } from './collect-schemas.ts'

const prefix = '#/components/schemas/'
// Length of `{"$ref":"…"}` without the schema name.
const referenceLength = prefix.length + '{"$ref":""}'.length
// Length of the punctuation of an entry in `components.schemas`, without its name and schema.
const entryLength = '"":,'.length
// A schema is moved only if that saves at least this many characters. Below that, an inline schema is easier to read.
const savedMin = 10

type Position = { name: string; schema: Json; set: (reference: Json) => void }

/**
 * Yields every entry of every JSON Schema `properties` in a value, at any depth. An outer entry comes before
 * the entries in it.
 */
function* fieldsIn(value: unknown): Generator<Position> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, one] of Object.entries(value)) {
    if (key === 'properties') {
      for (const [name, schema] of Object.entries(one as Record<string, Json>)) {
        // Skips `data`, the payload of a reply: `shareParts` runs later and moves the complete reply to the components.
        if (name === 'data') continue
        const set = (reference: Json) => {
          one[name] = reference
        }
        yield { name, schema, set }
      }
    }
    yield* fieldsIn(one)
  }
}

const toTypeName = (text: string) => text.replace(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase())

/**
 * Moves a property schema that occurs in several objects to `components.schemas` if that makes the document
 * shorter. A moved schema gets the name of its property, with a number if that name is taken.
 * @param parts all parts of the document that contain schemas; modified in place
 * @param taken names that components already have
 * @returns the new schemas by name
 */
export function shareFields(parts: unknown, taken: Iterable<string>): Record<string, Json> {
  const names = new Set(taken)
  const shared: Record<string, Json> = {}
  const uses = Map.groupBy(fieldsIn(parts), ({ schema }) => JSON.stringify(schema))
  for (const [text, same] of [...uses].toSorted(([, a], [, b]) => b.length - a.length)) {
    const [first] = same
    if (!first) continue
    const base = toTypeName(first.name)
    let name = base
    for (let count = 2; names.has(name); count++) name = base + count
    const saved =
      same.length * (text.length - referenceLength - name.length) - text.length - name.length - entryLength
    if (saved < savedMin) continue
    names.add(name)
    shared[name] = first.schema
    for (const { set } of same) set({ $ref: prefix + name })
  }
  return shared
}
