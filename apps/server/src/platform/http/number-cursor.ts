import { fail } from './fail.ts'

/**
 * A position in a list that is sorted by time and has numbers as ids: the time of the page's last row with microseconds, and
 * the number of that row.
 */
export type NumberCursor = { at: string; id: string }

const momentPattern = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/
const numberPattern = /^[1-9]\d{0,17}$/

/** Serializes the cursor of the next page. @param list name of the list; a cursor of another list is refused */
export const serializeNumberCursor = (list: string, { at, id }: NumberCursor): string =>
  Buffer.from(JSON.stringify([list, at, id])).toString('base64url')

/** Parses a cursor. @returns undefined without a cursor @throws request.invalid at the field `cursor` */
export function parseNumberCursor(list: string, text: string | undefined): NumberCursor | undefined {
  if (text === undefined) return undefined
  const [from, at, id] = parse(text)
  const isNumber = typeof id === 'string' && numberPattern.test(id)
  if (from !== list || typeof at !== 'string' || !isMoment(at) || !isNumber) {
    fail('request.invalid', {}, { cursor: 'pattern' })
  }
  return { at, id }
}

// Whether the time exists: 31 February matches the pattern too, but PostgreSQL refuses it.
function isMoment(text: string): boolean {
  const time = Date.parse(text)
  return (
    momentPattern.test(text) &&
    !Number.isNaN(time) &&
    new Date(time).toISOString().slice(0, 19) === text.slice(0, 19)
  )
}

function parse(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
