import { OrderDocument } from '@pontic/contract'

/** The marker line of a note; the lines after it hold fields in our own notation. */
export const noteMarker = '[Pontic 1]'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
type Fields = { [key: string]: Json }

// Fields of the writing system, and of the folder of the document.
const foreign: readonly string[] = ['format', 'version', 'source', 'status', 'files']

const isObject = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Removes empty values, which the schema restores as defaults. */
function compact(value: Json): Json | undefined {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((one) => compact(one) ?? {})
  if (!isObject(value)) return value === null || value === '' || value === false ? undefined : value
  const kept = Object.entries(value).flatMap(([key, one]): [string, Json][] => {
    const short = compact(one)
    return short === undefined ? [] : [[key, short]]
  })
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

const fieldsOf = (document: OrderDocument): Fields =>
  (compact(
    Object.fromEntries(Object.entries(document).filter(([key]) => !foreign.includes(key))) as Json,
  ) as Fields) ?? {}

// One ASCII line per field, so that it contains nothing that XML forbids.
const ascii = (value: Json) =>
  JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Lines that turn `found` into `wanted`: `path = JSON`, with nothing after the sign for a removed field. */
function* differences(wanted: Json | undefined, found: Json | undefined, path: string): Generator<string> {
  if (JSON.stringify(wanted) === JSON.stringify(found)) return
  const isList = Array.isArray(wanted) && Array.isArray(found) && wanted.length === found.length
  const isOpen = isList ? wanted.every((one) => isObject(one)) : isObject(wanted) && isObject(found ?? {})
  if (!isOpen) {
    yield `${path} = ${wanted === undefined ? '' : ascii(wanted)}`.trimEnd()
    return
  }
  const [to, from] = [wanted as Fields, (found ?? {}) as Fields]
  for (const key of new Set([...Object.keys(to), ...Object.keys(from)]))
    yield* differences(to[key], from[key], path === '' ? key : `${path}.${key}`)
}

/**
 * Lines for the fields that another format cannot express: the differences between the order and its parsed elements.
 * People can read them, and `applyNoteFields` restores the order from both.
 */
export const listNoteFields = (wanted: OrderDocument, found: OrderDocument): string[] => [
  ...differences(fieldsOf(wanted), fieldsOf(found), ''),
]

/** Splits a note into text by people and the lines after the last marker. */
export function splitNote(note: string): { words: string; kept: string[] } {
  const rows = note.split('\n')
  const at = rows.lastIndexOf(noteMarker)
  if (at < 0) return { words: note, kept: [] }
  return { words: rows.slice(0, at).join('\n').trim(), kept: rows.slice(at + 1).filter((row) => row !== '') }
}

/**
 * Applies the fields stored in a note to an order.
 * @returns undefined if a line is malformed or the result is no valid order, because somebody has edited it
 */
export function applyNoteFields(found: OrderDocument, kept: readonly string[]): OrderDocument | undefined {
  const fields = fieldsOf(found)
  for (const row of kept) {
    const match = /^([a-zA-Z0-9.]{1,200}) =(?: (.+))?$/.exec(row)
    const path = match?.[1]?.split('.') ?? []
    if (path.length === 0 || foreign.includes(path[0] ?? '')) return undefined
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
