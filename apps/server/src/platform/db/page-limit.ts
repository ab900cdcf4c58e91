import { limits } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'

/** The only limits of pages, so that there are few prepared statements. Each is a page size of the web app plus one. */
const sizes = [limits.pageSizeDefault, 2 * limits.pageSizeDefault, limits.pageSizeMax].map((size) => size + 1)

/**
 * Returns LIMIT and OFFSET of a page.
 * @param hasSamePlan whether one plan is right for all values that the statement binds, usually because it binds none. The limit is
 *   then a literal, and at least that of the page. For a bound limit the planner expects a tenth of all rows in a generic plan, and
 *   so plans the statement for its values at every execution
 */
export function pageLimit(
  { limit, offset }: { limit: number; offset: number },
  hasSamePlan: boolean,
): RawBuilder<unknown> {
  if (!hasSamePlan || offset > 0) return sql`limit ${limit} offset ${offset}`
  return sql`limit ${sql.lit(sizes.find((size) => size >= limit) ?? limit)}`
}
