import type { OrderSort } from '@pontic/contract'
import { fail } from '../../platform/http/fail.ts'
import { isCursorKey, isNullable } from './order-sorts.ts'

type Direction = 'ascending' | 'descending'

/**
 * The position of the last row of a page: its value in the sort column and its id. `key` is null for an order without
 * a value, such as a delivery day.
 */
export type OrderCursor = { key: string | null; id: string }

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
// PostgreSQL has no year 0.
const firstDay = '0001-01-01'
/** Serializes a cursor as an opaque text, which is valid only for the same sort order. */
export function serializeOrderCursor(sort: OrderSort, direction: Direction, cursor: OrderCursor): string {
  return Buffer.from(JSON.stringify([sort, direction, cursor.key, cursor.id])).toString('base64url')
}

/**
 * Parses a cursor from a page of the same list.
 * @throws request.invalid if it is malformed, or belongs to a list with another sort order
 */
export function parseOrderCursor(sort: OrderSort, direction: Direction, text: string): OrderCursor {
  const parts = parse(text)
  const [cursorSort, cursorDirection, key, id] = parts
  const isKey = key === null ? isNullable(sort) : isKeyOf(sort, key)
  const isWellFormed = parts.length === 4 && typeof id === 'string' && idPattern.test(id)
  if (!isWellFormed || !isKey || cursorSort !== sort || cursorDirection !== direction) refuse()
  return { key: key as string | null, id: id as string }
}

const datedSorts: readonly OrderSort[] = ['createdAt', 'updatedAt', 'deliveryOn', 'scanDate']

function isKeyOf(sort: OrderSort, key: unknown): boolean {
  if (typeof key !== 'string' || !isCursorKey(sort, key)) return false
  return !datedSorts.includes(sort) || isRealDay(key.slice(0, 10))
}

function isRealDay(day: string): boolean {
  const time = new Date(`${day}T00:00:00Z`)
  return day >= firstDay && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day)
}

function parse(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

function refuse(): never {
  fail('request.invalid', {}, { cursor: 'pattern' })
}
