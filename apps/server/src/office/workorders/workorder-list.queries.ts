import { reachOf, type WorkOrderPriority, type WorkOrderStatus } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import { countBeyondPage } from '../../platform/db/count-rows.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { type FilterConditions, isSet, toConditions } from '../../platform/db/filter-conditions.ts'
import { pageLimit } from '../../platform/db/page-limit.ts'
import { findSearchPage } from '../../platform/db/search-page.ts'
import { parseSearch, type SearchedText, searchConditions } from '../../platform/db/text-search.ts'
import type { PageWindow } from '../../platform/http/list-cursor.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { isVisibleWorkOrder } from './workorder-access.service.ts'
import { columns, joinedTo, type WorkOrderRow } from './workorders.queries.ts'

/** Filters of the list of support requests. */
export type WorkOrderFilters = {
  words?: string | undefined
  status?: WorkOrderStatus | undefined
  typeId?: string | undefined
  priority?: WorkOrderPriority | undefined
}

/** Maximum number of matches that a search counts and sorts. With more, reading the list in its order soon finds enough for a page. */
const sortedMax = 1000

/**
 * Returns a page of the requests that the caller may read, last modified first, with their total. It is counted up to
 * `limits.filteredTotalMax`, and up to 1,000 for a search.
 */
export async function listWorkOrderRows(
  db: Db | Tx,
  scope: Scope,
  filters: WorkOrderFilters,
  page: PageWindow,
): Promise<{ rows: WorkOrderRow[]; total: number; totalIsExact: boolean }> {
  const wanted = conditionsOf(scope, filters)
  const after = page.cursor
    ? sql`and (w.updated_at, w.id) < (${page.cursor.key}::timestamptz, ${page.cursor.id}::uuid)`
    : sql``
  const order = sql`order by w.updated_at desc, w.id desc`
  // The page is cut before the joins. Otherwise the planner expects to join all requests.
  const read = async (rest: RawBuilder<unknown>, names = sql``) =>
    (
      await sql<WorkOrderRow>`select ${columns(scope.account.id)}
        ${joinedTo(sql`(select w.* from work_order w ${names} where ${rest})`)} ${order}`.execute(db)
    ).rows
  const terms = parseSearch(filters.words ?? '')
  const window = sql`${after} ${order} ${pageLimit(page, reachOf(scope.kind, 'workorder.read') === 'any' && !isSet(filters.typeId) && terms.length === 0)}`
  if (terms.length === 0) {
    const rows = await read(sql`${wanted} ${window}`)
    return { rows, ...(await countBeyondPage(db, sql`from work_order w where ${wanted}`, rows, page)) }
  }
  const searched = sql`join work_order_search s on s.work_order_id = w.id`
  const found = (isOrderedScan: boolean) =>
    sql.join([wanted, ...searchConditions(requestText, terms, isOrderedScan)], sql` and `)
  const hits = sql`select w.id, w.updated_at as key from work_order w ${searched} where ${found(false)}`
  const { ids, ...counted } = await findSearchPage(
    db,
    { hits, key: 'timestamptz', isNewestFirst: true, max: sortedMax },
    page,
  )
  const rows = ids
    ? await read(sql`w.id = any(${ids}::uuid[])`)
    : await read(sql`${found(true)} ${window}`, searched)
  return { rows, ...counted }
}

// Inlines low-cardinality values, so that PostgreSQL plans the query for each value.
const filterConditions: FilterConditions<Omit<WorkOrderFilters, 'words'>> = {
  status: (status) => sql`w.status = ${sql.lit(status)}`,
  typeId: (id) => sql`w.type_id = ${id}`,
  priority: (priority) => sql`w.priority = ${sql.lit(priority)}`,
}

const conditionsOf = (scope: Scope, filters: WorkOrderFilters): RawBuilder<unknown> =>
  sql.join([isVisibleWorkOrder(scope), ...toConditions(filterConditions, filters)], sql` and `)

/** The searched text of a request: its number, reference and title, and the names of its submitter and organization. */
const requestText: SearchedText = { text: sql.raw('s.text'), pairs: sql.raw('s.pairs') }
