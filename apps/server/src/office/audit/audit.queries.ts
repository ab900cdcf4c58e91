import type { AuditFilter } from '@pontic/contract'
import { businessTypes } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import { accountText } from '../../people/accounts/accounts.shared.ts'
import { countBeyondPage } from '../../platform/db/count-rows.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { executeTogether } from '../../platform/db/execute-together.ts'
import { type FilterConditions, isSet, toConditions } from '../../platform/db/filter-conditions.ts'
import { pageLimit } from '../../platform/db/page-limit.ts'
import { parseSearch, searchConditions } from '../../platform/db/text-search.ts'
import type { NumberCursor } from '../../platform/http/number-cursor.ts'
import { startOfDay } from '../../platform/http/reader-zone.ts'

/** The organization whose rows of the log are read; null for all organizations. */
export type AuditReader = { organizationId: string | null }

/** A stored row, with the current names of its account and organization. */
export type AuditLine = {
  id: string
  at: string
  action: string
  accountId: string | null
  accountName: string | null
  organizationId: string | null
  organizationName: string | null
  businessType: number | null
  objectType: string
  objectId: string
  subjectIds: string[]
  address: string
  requestId: string
  detail: Record<string, unknown>
}

const peopleMax = 50
/** Matching people of whom the first by name are searched for. */
const sortedPeopleMax = 1000

/**
 * Returns the ids of up to 50 accounts whose name or email address contains all the words. They are the first by name, unless more
 * than 1,000 accounts match. An organization finds only its own people.
 */
export async function listAccountIds(
  db: Db | Tx,
  { organizationId }: AuditReader,
  words: string,
): Promise<string[]> {
  const found = searchConditions(accountText.stored, parseSearch(words))
  const own = sql`join account a on a.id = s.id and a.organization_id = ${organizationId}::uuid`
  // The subquery keeps PostgreSQL from scanning all accounts by name until it finds fifty matches.
  const { rows } = await sql<{ id: string }>`select id from (
      select s.id, s.name from searched_account s ${organizationId === null ? sql`` : own}
      where ${sql.join(found, sql` and `)} limit ${sortedPeopleMax}
    ) found order by name, id limit ${peopleMax}`.execute(db)
  return rows.map((row) => row.id)
}

/** Returns the ids of the organizations of platform staff. */
export async function listPlatformOrganizationIds(db: Db | Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from organization where business_type = ${sql.lit(businessTypes.platform)}`.execute(db)
  return rows.map((row) => row.id)
}

/** A filter of the audit log, with the ids that its conditions need. */
export type AuditSearch = {
  reader: AuditReader
  filter: AuditFilter
  /** Accounts that match the words; undefined without words. */
  accountIds: readonly string[] | undefined
  /** Organizations of platform staff; empty unless the filter has `isPlatform`. */
  platformIds: readonly string[]
  /** Time zone of the days `from` and `to`. */
  zone: string
}

const dayMs = 86_400_000
const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)

/** Returns the organizations and objects that a row must concern. */
const concernedIdsOf = ({ reader, filter }: AuditSearch): string[] =>
  [reader.organizationId, filter.organizationId, filter.objectId].filter(
    (id) => id !== null && id !== undefined,
  )

function timesOf(
  { filter: { from, to }, zone }: AuditSearch,
  at: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  const found: RawBuilder<unknown>[] = []
  if (from !== undefined) found.push(sql`${at} >= ${new Date(startOfDay(zone, from))}`)
  if (to !== undefined) found.push(sql`${at} < ${new Date(startOfDay(zone, dayAfter(to)))}`)
  return found
}

/** Returns the conditions on columns of `audit`. `sourceOf` adds the conditions for time, organization and object. */
function factsOf({ filter, accountIds, platformIds }: AuditSearch): RawBuilder<unknown>[] {
  // PostgreSQL compares an IN list with one id by equality, so that an index returns the rows in time order.
  const platform = sql`(${sql.join((platformIds.length > 0 ? platformIds : [null]).map((id) => sql`${id}::uuid`))})`
  const filters: FilterConditions<Omit<AuditFilter, 'isPlatform'>> = {
    words: null,
    accountId: (id) => sql`a.account_id = ${id}::uuid`,
    action: (action) =>
      action.endsWith('.')
        ? sql`a.action >= ${action} and a.action < ${`${action.slice(0, -1)}/`}`
        : sql`a.action = ${action}`,
    organizationId: null,
    objectId: null,
    from: null,
    to: null,
    requestId: (id) => sql`a.request_id = ${id}`,
  }
  const wanted: RawBuilder<unknown>[] = toConditions(filters, filter)
  if (accountIds !== undefined) wanted.unshift(sql`a.account_id = any(${[...accountIds]}::uuid[])`)
  if (filter.isPlatform === true) wanted.push(sql`a.organization_id in ${platform}`)
  if (filter.isPlatform === false)
    wanted.push(sql`(a.organization_id is null or a.organization_id not in ${platform})`)
  return wanted
}

const where = (wanted: readonly RawBuilder<unknown>[]) =>
  sql`where ${wanted.length === 0 ? sql`true` : sql.join(wanted, sql` and `)}`

// The sort key comes from the table that PostgreSQL searches first.
const sortKeyOf = (search: AuditSearch) =>
  concernedIdsOf(search).length > 0
    ? { at: sql`s0.at`, id: sql`s0.audit_id` }
    : { at: sql`a.at`, id: sql`a.id` }

/**
 * Returns FROM and WHERE of a search.
 * @param isCounted skips the join with `audit` if no condition needs its columns
 */
function sourceOf(search: AuditSearch, isCounted = false): RawBuilder<unknown> {
  const facts = factsOf(search)
  const times = timesOf(search, sortKeyOf(search).at)
  const [first, ...others] = concernedIdsOf(search)
  if (first === undefined) return sql`from audit a ${where([...facts, ...times])}`
  const joins = others.map((id, place) => {
    const s = sql.ref(`s${place + 1}`)
    return sql` join audit_concern ${s} on ${s}.concerned_id = ${id}::uuid
      and (${s}.at, ${s}.audit_id) = (s0.at, s0.audit_id)`
  })
  // The time selects the partition. In a plain join on id and time, the planner would estimate one row for a large organization and
  // not use its index. It cannot join in another order than this, which keeps its planning short with many partitions.
  const auditJoin =
    isCounted && facts.length === 0
      ? sql``
      : sql` join lateral (select * from audit a where a.id = s0.audit_id and a.at = s0.at limit 1) a on true`
  return sql`from audit_concern s0${sql.join(joins, sql``)}${auditJoin}
    ${where([sql`s0.concerned_id = ${first}::uuid`, ...facts, ...times])}`
}

type AuditPage = { cursor: NumberCursor | undefined; offset: number; limit: number }

const recentMs = 31 * dayMs

/**
 * Returns the rows of a search, newest first, after `page.cursor`. Most pages are full with the rows of one month, so this month is
 * read first: a statement without a lower bound of the time opens the partitions of all months.
 */
export async function listAuditLines(
  db: Db | Tx,
  search: AuditSearch,
  page: AuditPage,
): Promise<AuditLine[]> {
  const { filter } = search
  // The rows of an object, and those of a request, are few.
  if (filter.objectId === undefined && filter.requestId === undefined && filter.from === undefined) {
    const newestMs = page.cursor ? Date.parse(page.cursor.at) : Date.now()
    const lines = await listLines(db, search, page, new Date(newestMs - recentMs))
    if (lines.length >= page.limit) return lines
  }
  return await listLines(db, search, page)
}

/** Returns the rows of a page that are not older than `since`. */
async function listLines(
  db: Db | Tx,
  search: AuditSearch,
  page: AuditPage,
  since?: Date,
): Promise<AuditLine[]> {
  const source = sourceOf(search)
  const { at, id } = sortKeyOf(search)
  const hasSamePlan =
    search.reader.organizationId === null && Object.values(search.filter).every((value) => !isSet(value))
  const after = page.cursor
    ? sql` and (${at}, ${id}) < (${page.cursor.at}::timestamptz, ${page.cursor.id}::bigint)`
    : sql``
  const recent = since ? sql` and ${at} >= ${since}` : sql``
  // The driver parses JSON faster than an array. In a plain join of a page for an export, the planner would read all organizations.
  const { rows } = await sql<AuditLine>`
    select a.id::text as id, a.at, a.action, a.account_id as "accountId", p.name as "accountName",
      a.organization_id as "organizationId", o.name as "organizationName", o.business_type as "businessType",
      a.object_type as "objectType", a.object_id as "objectId", to_json(a.subject_organization_ids) as "subjectIds", a.address,
      a.request_id as "requestId", a.detail
    from (select a.* ${source}${after}${recent} order by ${at} desc, ${id} desc ${pageLimit(page, hasSamePlan)}) a
    left join lateral (select name from account where id = a.account_id limit 1) p on true
    left join lateral (select name, business_type from organization where id = a.organization_id limit 1) o on true
    order by a.at desc, a.id desc`.execute(db)
  return rows
}

/** Counts the rows of a search, up to 10,000, after the rows of a page are read. */
export async function countAuditLines(
  db: Db | Tx,
  search: AuditSearch,
  lines: readonly AuditLine[],
  page: AuditPage,
): Promise<{ total: number; totalIsExact: boolean }> {
  return await countBeyondPage(db, sourceOf(search, true), lines, page)
}

const settingTables = {
  key: 'api_key',
  push_setting: 'push_setting',
  pull_setting: 'pull_setting',
  work_order_type: 'work_order_type',
} as const

/** Type of an object that its organization names. */
export type SettingType = keyof typeof settingTables

/** Returns the types of objects that their organization names. */
export const isSettingType = (type: string): type is SettingType => Object.hasOwn(settingTables, type)

/** A type of objects whose names rows of the log show. */
export type NamedType = 'organization' | 'order' | 'account' | SettingType

/**
 * Returns the names of objects by type and id; the number of an order. Unknown ids are missing. An organization reads only the
 * numbers of orders of which it is a party, and the names of its own people. The statements are sent together.
 */
export async function listNames(
  db: Db | Tx,
  reader: AuditReader,
  wanted: ReadonlyMap<NamedType, readonly string[]>,
): Promise<Map<NamedType, Map<string, string>>> {
  const types = [...wanted].filter(([, ids]) => ids.length > 0)
  const found = await executeTogether(
    db,
    types.map(([type, ids]) => {
      const { source, condition } = namesOf(type, reader)
      // An array, because an IN list is another statement for each number of ids.
      return sql<{ id: string; name: string }>`${source} where id = any(${[...ids]}::uuid[]) ${condition}`
    }),
  )
  return new Map(
    types.map(([type], at) => [type, new Map((found[at] ?? []).map(({ id, name }) => [id, name]))]),
  )
}

function namesOf(
  type: NamedType,
  { organizationId }: AuditReader,
): { source: RawBuilder<unknown>; condition: RawBuilder<unknown> } {
  const ofReader = (condition: RawBuilder<unknown>) => (organizationId === null ? sql`` : condition)
  if (type === 'organization') return { source: sql`select id, name from organization`, condition: sql`` }
  if (type === 'order')
    return {
      source: sql`select id, number as name from orders`,
      condition: ofReader(sql`and ${organizationId}::uuid in (clinic_id, lab_id)`),
    }
  if (type === 'account')
    return {
      source: sql`select id, name from account`,
      condition: ofReader(sql`and organization_id = ${organizationId}::uuid`),
    }
  return { source: sql`select id, name from ${sql.table(settingTables[type])}`, condition: sql`` }
}

/** Returns all actions in the log, sorted by name. A loose index scan keeps the query fast for a log of any length. */
export async function listActions(db: Db | Tx): Promise<string[]> {
  const { rows } = await sql<{ action: string | null }>`
    with recursive step as (
      (select action from audit order by action limit 1)
      union all
      select (select a.action from audit a where a.action > step.action order by a.action limit 1)
      from step where step.action is not null
    ) select action from step where action is not null`.execute(db)
  return rows.map((row) => row.action ?? '')
}
