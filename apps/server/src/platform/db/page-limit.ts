import { limits } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'

/** The only limits of pages, so that there are few prepared statements. Each is a page size of the web app plus one. */
const sizes = [limits.pageSizeDefault, 2 * limits.pageSizeDefault, limits.pageSizeMax].map((size) => size + 1)

/**
 * Returns LIMIT and OFFSET of a page. The limit is at least that of the page, and a literal: for a bound limit the planner expects
 * a tenth of all rows in a generic plan, and so plans the statement at every execution.
 */
export function pageLimit({ limit, offset }: { limit: number; offset: number }): RawBuilder<unknown> {
  const rows = sql.lit(sizes.find((size) => size >= limit) ?? limit)
  return offset === 0 ? sql`limit ${rows}` : sql`limit ${rows} offset ${offset}`
}
