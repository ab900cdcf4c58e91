import { readStored, writeStored } from '../frame/stored.ts'

type Trail = { list: string; cursors: string[] }

const trailKey = 'pontic.trail'

function readTrail(list: string): Trail {
  const stored = readStored<Trail>(trailKey, 'session')
  return stored?.list === list ? stored : { list, cursors: [] }
}

/**
 * Stores the cursor of a page for `findPreviousCursor`, because a reply contains only the cursor of the next page.
 * @param list name of the list with its filters, order and page size
 */
export function storePageCursor(list: string, page: number, cursor: string | undefined): void {
  if (cursor === undefined) return
  const trail = readTrail(list)
  // The first page has no cursor.
  trail.cursors[page - 2] = cursor
  writeStored(trailKey, trail, 'session')
}

/** Finds the cursor of the previous page; undefined if that is the first page or its cursor is unknown. */
export function findPreviousCursor(list: string, page: number): string | undefined {
  return readTrail(list).cursors[page - 3] ?? undefined
}
