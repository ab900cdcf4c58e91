import { type RawBuilder, sql } from 'kysely'
import { bindForGenericPlan } from '../../platform/db/bound-values.ts'
import type { Condition } from '../../platform/db/filter-conditions.ts'
import type { SearchTerm } from '../../platform/db/text-search.ts'
import { ownColumns } from '../access/order-columns.shared.ts'
import { indexedWords, scannedWords } from './order-search.shared.ts'

/** The newest rows in which a search first counts its matches. */
const sampledRows = 300
/** Matches in the sample from which the list is walked: more than one row in a hundred matches. */
const frequentHits = 4
/** Rows of the list that a search walks at most. */
const walkedRows = 4000

/** The parts of a search. `list` has the conditions of the list without the words; `after` those of the cursor. */
export type OrderSearch = {
  terms: readonly SearchTerm[]
  list: readonly Condition[]
  /** Conditions on the row `s` of `order_search` that narrow its index to the orders of the reader. */
  indexed: readonly Condition[]
  order: RawBuilder<unknown>
  rowsMax: number
}

/**
 * Builds the query for the first matches of a search. It compares the first rows of the list without an index. If matches are
 * frequent among them, or the list is short, it walks the list in its order until the page is full. Otherwise it finds all
 * matches with the search index and sorts them. PostgreSQL does not execute the part that is not needed (decision 0053).
 */
export function searchBranch({ terms, list, indexed, order, rowsMax }: OrderSearch): RawBuilder<unknown> {
  const isHit = scannedWords(terms)
  const inList = sql.join(list, sql` and `)
  const words = sql`o.id, o.number, o.patient_name, o.doctor`
  const number = (value: number) => sql.raw(String(value))
  // Each limit is a subquery, so that the planner expects to read a tenth of the rows and walks the sorted index.
  return sql`(
    with sample as materialized (
      select count(*) as rows, count(*) filter (where ${isHit}) as hits
      from (select ${words} from orders o where ${inList} order by ${order} limit (select ${number(sampledRows)})) o
    ), walk as materialized (
      select o.id, o.place from (
        select ${words}, row_number() over (order by ${order}) as place from orders o where ${inList} order by ${order}
        limit (select case when hits >= ${number(frequentHits)} or rows < ${number(sampledRows)}
          then ${number(walkedRows)} else 0 end from sample)
      ) o where o.place = ${number(walkedRows)} or (${isHit}) limit ${number(rowsMax)}
    ), walked as materialized (
      select (hits >= ${number(frequentHits)} or rows < ${number(sampledRows)})
        and not exists (select from walk where place = ${number(walkedRows)}) as is_complete from sample
    )
    select ${ownColumns} from walk join orders o on o.id = walk.id where (select is_complete from walked)
    union all
    (select ${ownColumns} from order_search s join orders o on o.id = s.order_id
    where (select not is_complete from walked) and ${sql.join([...indexed, ...indexedWords(terms, bindForGenericPlan), ...list], sql` and `)}
    order by ${order} limit (select ${number(rowsMax)})))`
}
