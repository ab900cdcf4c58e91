import { limits } from '@pontic/contract'
import { fail } from './fail.ts'

/** A position in a list: the value of the page's last row in the sort column, and the id of that row. */
export type ListCursor = { key: string; id: string }

/** The type of the sort column: a time in ISO 8601 with microseconds, or a text without control characters. */
export type CursorKind = 'moment' | 'text'

/** Paging fields in the body of a list call. */
export type Paging = { cursor?: string | undefined; page: number; pageSize: number }

/** The rows that a query reads for a page. `limit` is the page size plus one; the extra row shows that there is a next page. */
export type PageWindow = { cursor: ListCursor | undefined; offset: number; limit: number }

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const keyPatterns = {
  moment: /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/,
  text: /^[^\p{Cc}\p{Cs}]{1,300}$/u,
} as const satisfies Record<CursorKind, RegExp>

/**
 * Parses the cursor and the page number of a list call.
 * @param list name of the list; a cursor of another list is refused
 * @throws request.invalid at the field `cursor`, or at `page` as in `offsetOf`
 */
export function parseWindow(list: string, kind: CursorKind, paging: Paging): PageWindow {
  const cursor = paging.cursor === undefined ? undefined : parseCursor(list, kind, paging.cursor)
  return { cursor, offset: offsetOf(paging), limit: paging.pageSize + 1 }
}

/**
 * Returns the number of rows to skip. It is 0 with a cursor, because the cursor replaces the page number.
 * @throws request.invalid at the field `page` if it skips more than `limits.filteredTotalMax` rows; later pages need a cursor
 */
export function offsetOf({ cursor, page, pageSize }: Paging): number {
  const offset = cursor === undefined ? (page - 1) * pageSize : 0
  if (offset > limits.filteredTotalMax) fail('request.invalid', {}, { page: 'too_large' })
  return offset
}

/**
 * Creates the reply of a list call.
 * @param found rows that were read with the limit of `parseWindow`, and the total; `totalIsExact` is omitted if all rows are
 *   counted
 * @param options `show` maps a row to its reply; `cursorOf` returns the position of a row
 */
export function toPage<Row, Shown>(
  list: string,
  paging: Paging,
  found: { rows: readonly Row[]; total: number; totalIsExact?: boolean },
  options: { show: (row: Row) => Shown; cursorOf: (row: Row) => ListCursor },
) {
  const { page, pageSize } = paging
  const shown = found.rows.slice(0, pageSize)
  const last = shown.at(-1)
  const cursor = found.rows.length > pageSize && last ? serializeCursor(list, options.cursorOf(last)) : null
  const { total, totalIsExact = true } = found
  return { list: shown.map(options.show), total, totalIsExact, page, pageSize, cursor }
}

const serializeCursor = (list: string, { key, id }: ListCursor): string =>
  Buffer.from(JSON.stringify([list, key, id])).toString('base64url')

function parseCursor(list: string, kind: CursorKind, text: string): ListCursor {
  const [from, key, id] = parse(text)
  const isKey = typeof key === 'string' && keyPatterns[kind].test(key) && (kind === 'text' || isMoment(key))
  if (from !== list || !isKey || typeof id !== 'string' || !idPattern.test(id)) {
    fail('request.invalid', {}, { cursor: 'pattern' })
  }
  return { key, id }
}

// Whether the time exists: 31 February matches the pattern too, but PostgreSQL refuses it.
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
