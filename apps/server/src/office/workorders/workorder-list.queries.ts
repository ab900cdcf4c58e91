import { reachOf, type WorkOrderPriority, type WorkOrderStatus } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import { accountText } from '../../people/accounts/accounts.shared.ts'
import { organizationText } from '../../people/organizations/organization-search.shared.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { type FilterConditions, isSet, toConditions } from '../../platform/db/filter-conditions.ts'
import { pageLimit } from '../../platform/db/page-limit.ts'
import { findSearchPage } from '../../platform/db/search-page.ts'
import {
  escapeLike,
  likePatterns,
  parseSearch,
  type SearchedText,
  type SearchTerm,
  searchConditions,
} from '../../platform/db/text-search.ts'
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

const wordsMax = 5

/**
 * Returns a page of the requests that the caller may read, last modified first, with their total, counted up to
 * `limits.filteredTotalMax`.
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
  const terms = parseSearch(filters.words ?? '').slice(0, wordsMax)
  const window = sql`${after} ${order} ${pageLimit(page, reachOf(scope.kind, 'workorder.read') === 'any' && !isSet(filters.typeId) && terms.length === 0)}`
  if (terms.length === 0) {
    const rows = await read(sql`${wanted} ${window}`)
    return { rows, ...(await countRows(db, sql`from work_order w where ${wanted}`)) }
  }
  const hits = sql.join(
    terms.map((term) => hitsOf(term, wanted)),
    sql` intersect `,
  )
  const { ids, ...counted } = await findSearchPage(
    db,
    { hits, key: 'timestamptz', isNewestFirst: true },
    page,
  )
  const matches = sql`lower(concat_ws(' ', w.number, w.request_number, w.title, a.name, g.name))
    like all (${likePatterns(filters.words)}::text[])`
  const rows = ids
    ? await read(sql`w.id = any(${ids}::uuid[])`)
    : await read(
        sql`${wanted} and ${matches} ${window}`,
        sql`join account a on a.id = w.submitter_id join organization g on g.id = w.organization_id`,
      )
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

// These expressions must equal those of the indexes. Otherwise PostgreSQL cannot use the indexes.
const requestText: SearchedText = {
  text: sql.raw(`lower(w.number || ' ' || coalesce(w.request_number, '') || ' ' || w.title)`),
  pairs: sql.raw(`text_pairs(w.number || ' ' || coalesce(w.request_number, '') || ' ' || w.title)`),
}

/**
 * Returns the query of the requests that contain a word in their own text, the submitter's name, or the organization's
 * name. Combines three searches, because no index covers three tables.
 */
function hitsOf(term: SearchTerm, wanted: RawBuilder<unknown>): RawBuilder<unknown> {
  const pattern = `%${escapeLike(term.text).toLowerCase()}%`
  const conditionOf = (text: SearchedText) => sql.join(searchConditions(text, [term]))
  return sql`(select w.id, w.updated_at as key from work_order w where ${conditionOf(requestText)} and ${wanted}
    union select w.id, w.updated_at from account a join work_order w on w.submitter_id = a.id
      where ${conditionOf(accountText)} and lower(a.name) like ${pattern} and ${wanted}
    union select w.id, w.updated_at from organization o join work_order w on w.organization_id = o.id
      where ${conditionOf(organizationText)} and lower(o.name) like ${pattern} and ${wanted})`
}
