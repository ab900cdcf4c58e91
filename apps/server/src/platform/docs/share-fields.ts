import type { Json } from './collect-schemas.ts'

const prefix = '#/components/schemas/'
// Number of characters of a reference without its name, and of an entry of the components.
const referenceLength = prefix.length + '{"$ref":""}'.length
const entryLength = '"":,'.length
// Minimum number of saved characters. For less, the document is easier to read with the field in its object.
const savedMin = 10

type Position = { name: string; schema: Json; set: (reference: Json) => void }

/** Yields every property of an object within a value, outermost first. */
function* fieldsIn(value: unknown): Generator<Position> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, one] of Object.entries(value)) {
    if (key === 'properties') {
      for (const [name, schema] of Object.entries(one as Record<string, Json>)) {
        // `data` stays in its envelope, because `shareParts` shares complete replies.
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
 * Moves the schemas of properties that several objects have in common to the named schemas, where that makes the document
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
