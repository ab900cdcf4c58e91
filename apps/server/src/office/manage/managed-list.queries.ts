import type { ManageSort } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import { countBeyondPage } from '../../platform/db/count-rows.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { pageLimit } from '../../platform/db/page-limit.ts'
import { findSearchPage } from '../../platform/db/search-page.ts'
import { parseSearch, type SearchedText, searchConditions } from '../../platform/db/text-search.ts'
import type { PageWindow } from '../../platform/http/list-cursor.ts'

/** How a search finds the rows of a list. */
export type ManagedSearch = {
  /** The table with the texts of the rows; `s` in statements. */
  table: RawBuilder<unknown>
  /** What the search joins for the conditions of the list. Undefined if these are true for all rows with `is_listed`. */
  joined: RawBuilder<unknown> | undefined
}

const storedText: SearchedText = { text: sql.raw('s.text'), pairs: sql.raw('s.pairs') }

/** Parts of the SQL of a searchable list, sorted by `name` or by `since`. */
export type ManagedList = {
  columns: RawBuilder<unknown>
  from: RawBuilder<unknown>
  /** FROM clause of the count: only the tables that the conditions need. */
  counted: RawBuilder<unknown>
  conditions: readonly RawBuilder<unknown>[]
  id: RawBuilder<unknown>
  name: RawBuilder<unknown>
  since: RawBuilder<unknown>
  /** The text of a row of `from`, without an index. */
  text: SearchedText
  search: ManagedSearch
  /** Whether the conditions bind no values. */
  hasSamePlan: boolean
}

const and = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

/** Returns a page of a list, and the total of the list, counted up to `limits.filteredTotalMax`. */
export async function listManagedRows<Row>(
  db: Db | Tx,
  list: ManagedList,
  { words, sort }: { words: string; sort: ManageSort },
  page: PageWindow,
): Promise<{ rows: Row[]; total: number; totalIsExact: boolean }> {
  const { columns, from, counted, conditions, id, text } = list
  const isNewestFirst = sort === 'newest'
  const key = isNewestFirst ? list.since : list.name
  const order = isNewestFirst ? sql`order by ${key} desc, ${id} desc` : sql`order by ${key}, ${id}`
  const read = async (rest: RawBuilder<unknown>) =>
    (await sql<Row>`select ${columns} ${from} where ${rest} ${order}`.execute(db)).rows
  const walk = async (wanted: readonly RawBuilder<unknown>[]) =>
    (
      await sql<Row>`select ${columns} ${from} where ${and(wanted)} ${afterOf(key, id, isNewestFirst, page)}
        ${order} ${pageLimit(page, list.hasSamePlan)}`.execute(db)
    ).rows
  const terms = parseSearch(words)
  if (terms.length === 0) {
    const rows = await walk(conditions)
    return { rows, ...(await countBeyondPage(db, sql`${counted} where ${and(conditions)}`, rows, page)) }
  }
  const { table, joined } = list.search
  const listed = joined === undefined ? [sql`s.is_listed`] : conditions
  const hits = sql`select s.id, ${isNewestFirst ? sql`s.since` : sql`s.name`} as key from ${table} s ${joined ?? sql``}
    where ${and([...listed, ...searchConditions(storedText, terms)])}`
  const searched = { hits, key: isNewestFirst ? 'timestamptz' : 'text', isNewestFirst } as const
  const { ids, ...total } = await findSearchPage(db, searched, page)
  const rows = ids
    ? await read(sql`${id} = any(${ids}::uuid[])`)
    : await walk([...conditions, ...searchConditions(text, terms, true)])
  return { rows, ...total }
}

function afterOf(
  key: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  isNewestFirst: boolean,
  { cursor }: PageWindow,
): RawBuilder<unknown> {
  if (!cursor) return sql``
  if (isNewestFirst) return sql`and (${key}, ${id}) < (${cursor.key}::timestamptz, ${cursor.id}::uuid)`
  return sql`and (${key}, ${id}) > (${cursor.key}, ${cursor.id}::uuid)`
}
