import { limits } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from './database.ts'
import { isKnownLarge, largeCountOf, rememberLarge } from './large-counts.ts'

/**
 * A list with a search. `hits` is a query that returns `id` and `key` of each match: its id, and its value in
 * the sort column. The property `key` is the type of the sort column.
 */
export type SearchedList = {
  hits: RawBuilder<unknown>
  key: 'text' | 'timestamptz'
  isNewestFirst: boolean
  /** Up to how many matches are counted and sorted, by default `limits.filteredTotalMax`. */
  max?: number
}

/** The page of the matches to return. */
type Window = { cursor?: { key: string; id: string } | undefined; offset: number; limit: number }

/**
 * Finds a page of search results: reads all matches through the search index, then sorts them. Without the materialized CTE the
 * planner may scan the list in its sort order, because it expects to find enough matches early. That scan is slow if the list
 * is sorted by the searched name, because all matches are then adjacent and may be far from the start.
 * @returns ids of the page in order, and the number of matches. `ids` is undefined for more than `max` matches. The caller then
 *   scans the list in its sort order, which is fast if matches are frequent
 */
export async function findSearchPage(
  db: Db | Tx,
  { hits, key, isNewestFirst, max = limits.filteredTotalMax }: SearchedList,
  { cursor, offset, limit }: Window,
): Promise<{ ids: string[] | undefined; total: number; totalIsExact: boolean }> {
  const direction = sql.raw(isNewestFirst ? 'desc' : 'asc')
  const beyond = sql.raw(isNewestFirst ? '<' : '>')
  const after = cursor
    ? sql`where (key, id) ${beyond} (${cursor.key}::${sql.raw(key)}, ${cursor.id}::uuid)`
    : sql``
  const large = sql`${hits} limit ${sql.lit(largeCountOf(max))}`.compile(db)
  const largeKey = JSON.stringify([large.sql, large.parameters])
  if (isKnownLarge(db, largeKey)) return { ids: undefined, total: max, totalIsExact: false }
  const { rows } = await sql<{ found: number; ids: string[] }>`
    with hits as materialized (${hits} limit ${sql.lit(largeCountOf(max))})
    select (select count(*) from hits) as found, array(select id from hits ${after}
      order by key ${direction}, id ${direction} limit ${limit} offset ${offset}) as ids`.execute(db)
  const { found = 0, ids = [] } = rows[0] ?? {}
  if (found >= largeCountOf(max)) rememberLarge(db, largeKey)
  return { ids: found > max ? undefined : ids, total: Math.min(found, max), totalIsExact: found <= max }
}
