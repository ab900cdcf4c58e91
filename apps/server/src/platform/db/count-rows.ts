import { limits } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from './database.ts'
import { isKnownLarge, largeCountOf, rememberLarge } from './large-counts.ts'

/**
 * Counts the rows of a list.
 * @param source from and where clauses of a statement
 * @returns the exact `total` up to `limits.filteredTotalMax`. For more rows `total` is that limit, and `totalIsExact` is false
 */
export async function countRows(
  db: Db | Tx,
  source: RawBuilder<unknown>,
): Promise<{ total: number; totalIsExact: boolean }> {
  const max = limits.filteredTotalMax
  const query = sql<{ found: number }>`
    select count(*) as found from (select 1 ${source} limit ${sql.lit(largeCountOf(max))}) found`.compile(db)
  const key = JSON.stringify([query.sql, query.parameters])
  if (isKnownLarge(db, key)) return { total: max, totalIsExact: false }
  const { rows } = await db.executeQuery(query)
  const found = rows[0]?.found ?? 0
  if (found >= largeCountOf(max)) rememberLarge(db, key)
  return toTotal(found)
}

/**
 * Returns the total of a list whose page is already read. Counts nothing if this page is the last one and its position is known.
 * @param source from and where clauses of a statement
 * @param rows the rows that were read with the limit of `page`, which is at least one more than the page shows
 * @returns the total as from `countRows`
 */
export async function countBeyondPage(
  db: Db | Tx,
  source: RawBuilder<unknown>,
  rows: readonly unknown[],
  { cursor, offset, limit }: { cursor: unknown; offset: number; limit: number },
): Promise<{ total: number; totalIsExact: boolean }> {
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
  if (isLast && cursor === undefined) return toTotal(offset + rows.length)
  return await countRows(db, source)
}

const toTotal = (found: number) => ({
  total: Math.min(found, limits.filteredTotalMax),
  totalIsExact: found <= limits.filteredTotalMax,
})
