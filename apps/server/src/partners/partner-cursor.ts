import { fail } from '../http/fail.ts'

/** Where a page ended: the last row's value in the sorting column and its id. */
export type PartnerCursor = { key: string; id: string }

type Sort = 'requestedAt' | 'name'

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const keyPatterns = {
  requestedAt: /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/,
  name: /^[^\p{Cc}\p{Cs}]{1,200}$/u,
} as const satisfies Record<Sort, RegExp>

/** The cursor as the next call gives it back: opaque, bound to its list. */
export function writeCursor(sort: Sort, cursor: PartnerCursor): string {
  return Buffer.from(JSON.stringify([sort, cursor.key, cursor.id])).toString('base64url')
}

/**
 * Reads a cursor that a page of the same list gave.
 * @throws request.invalid when it is none of this list
 */
export function readCursor(sort: Sort, text: string | undefined): PartnerCursor | undefined {
  if (text === undefined) return undefined
  const [cursorSort, key, id] = parse(text)
  const isKey = typeof key === 'string' && keyPatterns[sort].test(key) && (sort === 'name' || isMoment(key))
  if (cursorSort !== sort || !isKey || typeof id !== 'string' || !idPattern.test(id)) {
    fail('request.invalid', {}, { cursor: 'pattern' })
  }
  return { key, id }
}

// 31 February has the pattern too, and PostgreSQL refuses it.
function isMoment(text: string): boolean {
  const milliseconds = `${text.slice(0, 23)}Z`
  const time = new Date(milliseconds)
  return !Number.isNaN(time.getTime()) && time.toISOString() === milliseconds
}

function parse(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
