import { limits } from '@pontic/contract'
import { fail } from './fail.ts'

/** The end of a page: the last row's value in the sort column, and its id. */
export type ListCursor = { key: string; id: string }

/** The type of the sort column: a time with microseconds as PostgreSQL prints it, or a line of text. */
export type CursorKind = 'moment' | 'text'

/** Paging as list calls accept it. */
export type Paging = { cursor?: string | undefined; page: number; pageSize: number }

/** The rows that a page's query reads: one more than the page, which shows whether there is a next page. */
export type PageWindow = { cursor: ListCursor | undefined; offset: number; limit: number }

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const keyPatterns = {
  moment: /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/,
  text: /^[^\p{Cc}\p{Cs}]{1,300}$/u,
} as const satisfies Record<CursorKind, RegExp>

/**
 * The rows of a page.
 * @param list name of the list; a cursor of another list is refused
 * @throws request.invalid at the field `cursor`, or at `page` as in `offsetOf`
 */
export function parseWindow(list: string, kind: CursorKind, paging: Paging): PageWindow {
  const cursor = paging.cursor === undefined ? undefined : parseCursor(list, kind, paging.cursor)
  return { cursor, offset: offsetOf(paging), limit: paging.pageSize + 1 }
}

/**
 * Number of rows to skip; 0 with a cursor, whose page number only labels the reply.
 * @throws request.invalid at the field `page` beyond the counted rows, which only a cursor reaches
 */
export function offsetOf({ cursor, page, pageSize }: Paging): number {
  const offset = cursor === undefined ? (page - 1) * pageSize : 0
  if (offset > limits.filteredTotalMax) fail('request.invalid', {}, { page: 'too_large' })
  return offset
}

/**
 * A page as replied.
 * @param found rows read with `parseWindow`'s limit, and the total; `totalIsExact` is omitted if all rows are counted
 * @param cursorOf the position of the last row of the page
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

// 31 February matches the pattern too, and PostgreSQL refuses it.
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
