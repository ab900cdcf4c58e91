import { limits } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from './database.ts'

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
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from (select 1 ${source} limit ${max + 1}) found`.execute(db)
  const found = rows[0]?.found ?? 0
  return { total: Math.min(found, max), totalIsExact: found <= max }
}
