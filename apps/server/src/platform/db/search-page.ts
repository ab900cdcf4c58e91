import { limits } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from './database.ts'

/** A searched list: what it finds, as rows of `id` and the `key` that it is sorted by. */
export type SearchedList = { hits: RawBuilder<unknown>; key: 'text' | 'timestamptz'; isNewestFirst: boolean }

/** Which of the hits are read. */
type Window = { cursor?: { key: string; id: string } | undefined; offset: number; limit: number }

/**
 * Finds a page of a search by its index and sorts what was found. Left to itself the planner walks the list in its order
 * and hopes to meet enough hits soon; where people are searched by the name that they are sorted by, all hits stand
 * together, far behind.
 * @returns the ids of the page in their order and how many hits there are; `ids` is undefined where more than
 * `limits.filteredTotalMax` were found: then a walk is short
 */
export async function findSearchPage(
  db: Db | Tx,
  { hits, key, isNewestFirst }: SearchedList,
  { cursor, offset, limit }: Window,
): Promise<{ ids: string[] | undefined; total: number; totalIsExact: boolean }> {
  const max = limits.filteredTotalMax
  const way = sql.raw(isNewestFirst ? 'desc' : 'asc')
  const beyond = sql.raw(isNewestFirst ? '<' : '>')
  const after = cursor
    ? sql`where (key, id) ${beyond} (${cursor.key}::${sql.raw(key)}, ${cursor.id}::uuid)`
    : sql``
  const { rows } = await sql<{ found: number; ids: string[] }>`
    with hits as materialized (${hits} limit ${sql.lit(max + 1)})
    select (select count(*) from hits) as found, array(select id from hits ${after}
      order by key ${way}, id ${way} limit ${limit} offset ${offset}) as ids`.execute(db)
  const { found = 0, ids = [] } = rows[0] ?? {}
  return { ids: found > max ? undefined : ids, total: Math.min(found, max), totalIsExact: found <= max }
}
