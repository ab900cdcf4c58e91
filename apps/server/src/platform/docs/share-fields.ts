import type { Json } from './collect-schemas.ts'

const prefix = '#/components/schemas/'
// What `{"$ref":"…"}` costs, and an entry of the components.
const referenceLength = prefix.length + '{"$ref":""}'.length
const entryLength = '"":,'.length
// Characters; for less the document is easier to read with the field in its place.
const savedMin = 10

type Place = { name: string; schema: Json; set: (reference: Json) => void }

/** Every field of an object within a value, outermost first. */
function* fieldsIn(value: unknown): Generator<Place> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, one] of Object.entries(value)) {
    if (key === 'properties') {
      for (const [name, schema] of Object.entries(one as Record<string, Json>)) {
        // The data of a reply: replies are shared as a whole.
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
 * Moves fields that several objects have in common to the named schemas, where that is shorter. A name is that of the field, with a
 * number if it is taken.
 * @param parts all of the document that has schemas; changed in place
 * @param taken names of the components
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
