import { readStored, writeStored } from '../frame/stored.ts'

type Trail = { list: string; cursors: string[] }

const trailKey = 'pontic.trail'

function readTrail(list: string): Trail {
  const kept = readStored<Trail>(trailKey, 'session')
  return kept?.list === list ? kept : { list, cursors: [] }
}

/**
 * Remembers how a page was reached, for the way back: keyset cursors only lead forward.
 * @param list what a cursor belongs to: the list with its filters, order and page size
 */
export function rememberPage(list: string, page: number, cursor: string | undefined): void {
  if (cursor === undefined) return
  const trail = readTrail(list)
  // Page 2 is the first that has a cursor.
  trail.cursors[page - 2] = cursor
  writeStored(trailKey, trail, 'session')
}

/** The cursor of the page before; undefined for the first one, and where the way there is not known. */
export function findPreviousCursor(list: string, page: number): string | undefined {
  return readTrail(list).cursors[page - 3] ?? undefined
}
