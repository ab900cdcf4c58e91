import { OrderDocument } from '@pontic/contract'

/** Line between the text of a note and its note fields. Each note field is a line `path = JSON`. */
export const noteMarker = '[Pontic 1]'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
type Fields = { [key: string]: Json }

// Fields that describe the document and its files, not the order. They are not written as note fields.
const excludedFields: readonly string[] = ['format', 'version', 'source', 'status', 'files']

const isObject = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Removes empty values. The schema restores them as defaults. */
function compact(value: Json): Json | undefined {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((one) => compact(one) ?? {})
  if (!isObject(value)) return value === null || value === '' || value === false ? undefined : value
  const noteFields = Object.entries(value).flatMap(([key, one]): [string, Json][] => {
    const short = compact(one)
    return short === undefined ? [] : [[key, short]]
  })
  return noteFields.length === 0 ? undefined : Object.fromEntries(noteFields)
}

const fieldsOf = (document: OrderDocument): Fields =>
  (compact(
    Object.fromEntries(Object.entries(document).filter(([key]) => !excludedFields.includes(key))) as Json,
  ) as Fields) ?? {}

// Serializes a value as ASCII in one line, so that it contains no character that XML forbids.
const ascii = (value: Json) =>
  JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Lists the lines that change `found` into `wanted`: `path = JSON`, or `path =` for a removed field. */
function* listDifferences(
  wanted: Json | undefined,
  found: Json | undefined,
  path: string,
): Generator<string> {
  if (JSON.stringify(wanted) === JSON.stringify(found)) return
  const isList = Array.isArray(wanted) && Array.isArray(found) && wanted.length === found.length
  const isRecursive = isList
    ? wanted.every((one) => isObject(one))
    : isObject(wanted) && isObject(found ?? {})
  if (!isRecursive) {
    yield `${path} = ${wanted === undefined ? '' : ascii(wanted)}`.trimEnd()
    return
  }
  const [to, from] = [wanted as Fields, (found ?? {}) as Fields]
  for (const key of new Set([...Object.keys(to), ...Object.keys(from)]))
    yield* listDifferences(to[key], from[key], path === '' ? key : `${path}.${key}`)
}

/**
 * Lists the values of an order for which another format has no element, as note fields. They are the differences between
 * the order and the order that is parsed from the elements. `applyNoteFields` applies them to the parsed order.
 * @param wanted the order
 * @param found the order parsed from the elements
 */
export const listNoteFields = (wanted: OrderDocument, found: OrderDocument): string[] => [
  ...listDifferences(fieldsOf(wanted), fieldsOf(found), ''),
]

/** Splits a note into its text and its note fields, the lines after the last marker. */
export function splitNote(note: string): { words: string; noteFields: string[] } {
  const rows = note.split('\n')
  const at = rows.lastIndexOf(noteMarker)
  if (at < 0) return { words: note, noteFields: [] }
  return {
    words: rows.slice(0, at).join('\n').trim(),
    noteFields: rows.slice(at + 1).filter((row) => row !== ''),
  }
}

/**
 * Applies note fields to an order that was parsed from elements.
 * @returns undefined if the notes were edited, so that a line is malformed or the result is not a valid order
 */
export function applyNoteFields(
  found: OrderDocument,
  noteFields: readonly string[],
): OrderDocument | undefined {
  const fields = fieldsOf(found)
  for (const row of noteFields) {
    const match = /^([a-zA-Z0-9.]{1,200}) =(?: (.+))?$/.exec(row)
    const path = match?.[1]?.split('.') ?? []
    if (path.length === 0 || excludedFields.includes(path[0] ?? '')) return undefined
    try {
      const value = match?.[2] === undefined ? undefined : (JSON.parse(match[2]) as Json)
      if (!setField(fields, path, value)) return undefined
    } catch {
      return undefined
    }
  }
  const { format, version, source, status, files } = found
  const result = OrderDocument.safeParse({ patient: {}, ...fields, format, version, source, status, files })
  return result.success ? result.data : undefined
}

function setField(fields: Fields, path: readonly string[], value: Json | undefined): boolean {
  let at: Fields | Json[] = fields
  for (const key of path.slice(0, -1)) {
    if (!Object.hasOwn(at, key)) {
      if (Array.isArray(at)) return false
      at[key] = {}
    }
    const next: Json | undefined = (at as Fields)[key]
    if (typeof next !== 'object' || next === null) return false
    at = next as Fields | Json[]
  }
  const last = path.at(-1) ?? ''
  if (Array.isArray(at)) return false
  if (value === undefined) delete at[last]
  else Object.defineProperty(at, last, { value, enumerable: true, configurable: true, writable: true })
  return true
}
