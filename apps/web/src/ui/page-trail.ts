import { readStored, writeStored } from '../frame/stored.ts'

type Trail = { list: string; cursors: string[] }

const trailKey = 'pontic.trail'

function readTrail(list: string): Trail {
  const kept = readStored<Trail>(trailKey, 'session')
  return kept?.list === list ? kept : { list, cursors: [] }
}

/**
 * Stores the cursor of a page, because keyset cursors only lead forward.
 * @param list identifies the list with its filters, order and page size
 */
export function rememberPage(list: string, page: number, cursor: string | undefined): void {
  if (cursor === undefined) return
  const trail = readTrail(list)
  // Page 2 is the first that has a cursor.
  trail.cursors[page - 2] = cursor
  writeStored(trailKey, trail, 'session')
}

/** Finds the cursor of the previous page; undefined for the first one, and if it is unknown. */
export function findPreviousCursor(list: string, page: number): string | undefined {
  return readTrail(list).cursors[page - 3] ?? undefined
}
