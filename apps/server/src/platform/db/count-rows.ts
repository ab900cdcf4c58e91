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
  return { total: Math.min(found, max), totalIsExact: found <= max }
}
