import type { OrderQuery } from '@pontic/contract'
import { readStored, writeStored } from '../ui/stored.ts'

type Trail = { list: string; cursors: string[] }

const trailKey = 'pontic.orders.trail'

// What a cursor belongs to: everything of the query but the place in the list.
function nameOf({ cursor: _, page: __, ...list }: OrderQuery): string {
  return JSON.stringify(list)
}

function readTrail(query: OrderQuery): Trail {
  const kept = readStored<Trail>(trailKey, 'session')
  const list = nameOf(query)
  return kept?.list === list ? kept : { list, cursors: [] }
}

/**
 * Remembers how a page was reached, for the way back: keyset cursors only lead forward.
 * @param query of the page on the screen
 */
export function rememberPage(query: OrderQuery): void {
  const trail = readTrail(query)
  if (query.cursor === undefined) return
  // Page 2 is the first that has a cursor.
  trail.cursors[query.page - 2] = query.cursor
  writeStored(trailKey, trail, 'session')
}

/** The cursor of the page before; undefined for the first one, and where the way there is not known. */
export function findPreviousCursor(query: OrderQuery): string | undefined {
  return readTrail(query).cursors[query.page - 3] ?? undefined
}
