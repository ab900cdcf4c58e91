import type { BusinessType, OrganizationFilter, OrganizationState } from '@pontic/contract'
import { sql } from 'kysely'
import { organizationText } from '../../people/organizations/organization-search.shared.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { type Condition, type FilterConditions, toConditions } from '../../platform/db/filter-conditions.ts'
import { findSearchPage } from '../../platform/db/search-page.ts'
import { parseSearch, type SearchedText, searchConditions } from '../../platform/db/text-search.ts'
import type { PageWindow } from '../../platform/http/list-cursor.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { listManagedRows } from './managed-list.queries.ts'

/** Row of an organization in the back office. `sort_name` is the key of the sort by name. */
export type ManagedOrganizationRow = {
  id: string
  name: string
  sort_name: string
  business_type: BusinessType
  state: OrganizationState
  registered_at: string
  address: string
  contact_person: string
  email: string
  users: number
  orders: number
  storage_used_bytes: number
  storage_quota_bytes: number
  banned_at: string | null
  deleted_at: string | null
  erased_at: string | null
}

const stateOf = sql`case when o.deleted_at is not null then 'deleted' when o.banned_at is not null then 'banned'
  when o.verified_at is null then 'unverified' else 'active' end`

const columns = sql`o.id, o.name, lower(o.name) as sort_name, o.business_type, ${stateOf} as state, o.registered_at,
  o.address, o.contact_person, o.email, o.storage_used_bytes, o.storage_quota_bytes, o.banned_at, o.deleted_at,
  o.erased_at,
  (select count(*) from account a where a.organization_id = o.id and a.deleted_at is null
    and not a.is_software) as users,
  (select coalesce(sum(c.count), 0)::bigint from org_status_count c where c.organization_id = o.id) as orders`

const stateConditions: Readonly<Record<OrganizationState, Condition>> = {
  active: sql`o.deleted_at is null and o.banned_at is null and o.verified_at is not null`,
  unverified: sql`o.deleted_at is null and o.banned_at is null and o.verified_at is null`,
  banned: sql`o.deleted_at is null and o.banned_at is not null`,
  deleted: sql`o.deleted_at is not null`,
}

/** The text of `searched_organization`. */
const managedText: SearchedText = {
  text: sql.raw(`(o.search_text || ' ' || lower(o.contact_person || ' ' || o.email))`),
  pairs: sql.raw(`text_pairs(o.name || ' ' || o.address || ' ' || o.contact_person || ' ' || o.email)`),
}

// Inlines low-cardinality values, so that PostgreSQL plans the query for each value. Their row counts differ by thousands.
const filters: FilterConditions<Omit<OrganizationFilter, 'words' | 'sort'>> = {
  state: (state) => stateConditions[state],
  businessType: (type) => sql`o.business_type = ${sql.lit(type)}`,
}

const conditionsOf = (filter: OrganizationFilter): Condition[] => [
  ...(filter.state === null ? [sql<boolean>`o.deleted_at is null`] : []),
  ...toConditions(filters, filter),
]

/** Returns a page of the organizations that match the filters, with the total. */
export function listOrganizationRows(
  db: Db | Tx,
  _scope: Scope,
  filter: OrganizationFilter,
  page: PageWindow,
): Promise<{ rows: ManagedOrganizationRow[]; total: number; totalIsExact: boolean }> {
  const from = sql`from organization o`
  const list = {
    columns,
    from,
    counted: from,
    conditions: conditionsOf(filter),
    id: sql`o.id`,
    name: sql`lower(o.name)`,
    since: sql`o.registered_at`,
    text: managedText,
    search: {
      table: sql`searched_organization`,
      joined:
        filter.state === null && filter.businessType === null
          ? undefined
          : sql`join organization o on o.id = s.id`,
    },
    hasSamePlan: true,
  }
  return listManagedRows(db, list, filter, page)
}

/** Finds an organization, even a deleted one. */
export async function findManagedOrganization(
  db: Db | Tx,
  _scope: Scope,
  id: string,
): Promise<ManagedOrganizationRow | undefined> {
  const { rows } = await sql<ManagedOrganizationRow>`
    select ${columns} from organization o where o.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** Returns up to `count` organizations by name. @param wanted `isInUse`: only active clinics and laboratories */
export async function listOptionRows(
  db: Db | Tx,
  _scope: Scope,
  wanted: { words: string; isInUse: boolean },
  count: number,
): Promise<{ id: string; name: string; business_type: BusinessType; state: OrganizationState }[]> {
  const inUse = sql`o.business_type in (1, 2) and o.verified_at is not null and o.banned_at is null`
  const live = wanted.isInUse ? sql`o.deleted_at is null and ${inUse}` : sql`o.deleted_at is null`
  const terms = parseSearch(wanted.words)
  const found = sql.join([live, ...searchConditions(organizationText, terms)], sql` and `)
  const hits = sql`select o.id, lower(o.name) as key from organization o where ${found}`
  const searched = { hits, key: 'text', isNewestFirst: false } as const
  const { ids } = terms.length === 0 ? {} : await findSearchPage(db, searched, { offset: 0, limit: count })
  const listed = ids ? sql`o.id = any(${ids}::uuid[])` : found
  const { rows } = await sql<{
    id: string
    name: string
    business_type: BusinessType
    state: OrganizationState
  }>`select o.id, o.name, o.business_type, ${stateOf} as state from organization o
    where ${listed}
    order by lower(o.name), o.id limit ${count}`.execute(db)
  return rows
}

/** Details of an organization that are not in its `ManagedOrganizationRow`. The numbers count accounts. */
export type OrganizationFacts = {
  requires_two_factor: boolean
  last_active_at: string | null
  active: number
  waiting: number
  disabled: number
  without_two_factor: number
}

/** Counts the accounts of an organization by state, and finds when one of them was last active. */
export async function findOrganizationFacts(
  db: Db | Tx,
  _scope: Scope,
  id: string,
): Promise<OrganizationFacts> {
  const { rows } = await sql<OrganizationFacts>`
    select o.requires_two_factor,
      (select max(s.last_used_at) from session s join account a on a.id = s.account_id
        where a.organization_id = o.id) as last_active_at,
      count(a.id) filter (where a.disabled_at is null and a.membership = 'active') as active,
      count(a.id) filter (where a.disabled_at is null and a.membership = 'waiting') as waiting,
      count(a.id) filter (where a.disabled_at is not null) as disabled,
      count(a.id) filter (where a.disabled_at is null and a.two_factor_at is null) as without_two_factor
    from organization o
      left join account a on a.organization_id = o.id and a.deleted_at is null and not a.is_software
    where o.id = ${id}::uuid group by o.id`.execute(db)
  return rows[0]!
}

/** Returns the enabled administrators of an organization, by name. */
export function listAdministrators(
  db: Db | Tx,
  _scope: Scope,
  organizationId: string,
): Promise<{ id: string; name: string; email: string }[]> {
  return db
    .selectFrom('account')
    .select(['id', 'name', 'email'])
    .where('organization_id', '=', organizationId)
    .where('is_organization_administrator', '=', true)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Condition for orders that were sent and are not completed, rejected or discarded. */
const isOpen = sql`status in ('pending', 'accepted', 'shipped') and discarded_at is null`
const shownPartnersMax = 200

/** Returns up to 200 partners of an organization by name, with the number of open orders between the two. */
export async function listPartnersOf(
  db: Db | Tx,
  _scope: Scope,
  id: string,
): Promise<{ organizationId: string; name: string; since: string; openOrders: number }[]> {
  const { rows } = await sql<{ organizationId: string; name: string; since: string; openOrders: number }>`
    select o.id as "organizationId", o.name, coalesce(p.decided_at, p.requested_at) as since,
      (select count(*) from orders r where ${isOpen}
        and (r.clinic_id = ${id}::uuid and r.lab_id = o.id or r.clinic_id = o.id and r.lab_id = ${id}::uuid)) as "openOrders"
    from partnership p join organization o
      on o.id = case when p.low_id = ${id}::uuid then p.high_id else p.low_id end
    where (p.low_id = ${id}::uuid or p.high_id = ${id}::uuid) and p.status = 'partner' and o.deleted_at is null
    order by lower(o.name), o.id limit ${shownPartnersMax}`.execute(db)
  return rows
}

/** Counts the open orders of an organization. An organization with open orders cannot be deleted. */
export async function countOpenOrders(tx: Db | Tx, _scope: Scope, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from orders
    where ${isOpen} and (clinic_id = ${id}::uuid or lab_id = ${id}::uuid)`.execute(tx)
  return rows[0]?.count ?? 0
}

/**
 * Counts of what the deletion of an organization affects. `ownOrders`: orders that are not with a laboratory.
 * `sharedOrders`: all other orders, including the open ones.
 */
export type OrganizationWeightRow = {
  users: number
  sessions: number
  partners: number
  ownOrders: number
  sharedOrders: number
  ownFilesBytes: number
}

/** Counts what the deletion of an organization would affect. */
export async function weighOrganizationRow(
  db: Db | Tx,
  _scope: Scope,
  id: string,
  now: Date,
): Promise<OrganizationWeightRow> {
  const { rows } = await sql<OrganizationWeightRow>`
    with own as (select o.id, o.status from orders o
      where (o.clinic_id = ${id}::uuid or o.lab_id = ${id}::uuid) and o.discarded_at is null),
    alone as (select o.id from orders o where o.clinic_id = ${id}::uuid and o.discarded_at is null
      and o.status in ('scanned', 'uploaded', 'rejected'))
    select
      (select count(*) from account a where a.organization_id = ${id}::uuid and a.deleted_at is null
        and not a.is_software) as users,
      (select count(*) from session s join account a on a.id = s.account_id where a.organization_id = ${id}::uuid
        and s.revoked_at is null and s.expires_at > ${now}) as sessions,
      (select count(*) from partnership p where p.status = 'partner'
        and (p.low_id = ${id}::uuid or p.high_id = ${id}::uuid)) as partners,
      (select count(*) from alone) as "ownOrders",
      (select count(*) from own) - (select count(*) from alone) as "sharedOrders",
      (select coalesce(sum(f.size_bytes), 0)::bigint from order_file f where f.removed_at is null
        and f.order_id in (select id from alone)) as "ownFilesBytes"`.execute(db)
  return rows[0]!
}

/** Finds an organization and locks its row until the transaction ends. Changes of its users take the same lock. */
export async function lockOrganization(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<ManagedOrganizationRow | undefined> {
  await tx.selectFrom('organization').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return findManagedOrganization(tx, scope, id)
}
