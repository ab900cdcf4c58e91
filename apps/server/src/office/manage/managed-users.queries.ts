import {
  type BusinessType,
  businessTypes,
  type UserFilter,
  type UserRole,
  type UserState,
} from '@pontic/contract'
import { sql } from 'kysely'
import { accountText } from '../../people/accounts/accounts.shared.ts'
import type { toMember } from '../../people/members/members.shared.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { type Condition, type FilterConditions, toConditions } from '../../platform/db/filter-conditions.ts'
import type { PageWindow } from '../../platform/http/list-cursor.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { listManagedRows } from './managed-list.queries.ts'

/** Row of a user in the back office. */
export type ManagedUserRow = Parameters<typeof toMember>[0] & {
  organization_id: string
  organization_name: string
  organization_is_out: boolean
  business_type: BusinessType
  state: UserState
  deleted_at: string | null
  is_deleted_by_platform: boolean
  erased_at: string | null
}

/** The state of a user is the first of these whose condition is true, otherwise `active`. */
const states: readonly (readonly [UserState, Condition])[] = [
  ['deleted', sql`a.deleted_at is not null`],
  ['banned', sql`a.is_banned`],
  ['disabled', sql`a.disabled_at is not null`],
  ['invited', sql`a.password_hash = '!' and a.email_verified_at is null`],
  ['unverified', sql`a.email_verified_at is null`],
  ['waiting', sql`a.membership = 'waiting'`],
]
const stateOf = sql`case ${sql.join(
  states.map(([state, is]) => sql`when ${is} then ${sql.lit(state)}`),
  sql` `,
)} else 'active' end`

const columns = sql`a.id, a.name, a.email, a.language, a.is_organization_administrator, a.membership, a.disabled_at,
  a.is_banned, a.email_verified_at, a.password_hash <> '!' as has_password, a.two_factor_at, a.telephone, a.license_number,
  a.accepts_order_sms, a.accepts_order_email, a.created_at, lower(a.name) as sort_name,
  (select max(s.last_used_at) from session s where s.account_id = a.id) as last_used_at,
  a.organization_id, o.name as organization_name, o.business_type,
  o.banned_at is not null or o.deleted_at is not null as organization_is_out,
  ${stateOf} as state, a.deleted_at, a.is_deleted_by_platform, a.erased_at`
const from = sql`from account a join organization o on o.id = a.organization_id and not a.is_software`

// Excludes the earlier states with plain conditions instead of the CASE expression, so that the partial indexes match.
function conditionOfState(wanted: UserState): Condition {
  const place = states.findIndex(([state]) => state === wanted)
  const before = place < 0 ? states : states.slice(0, place)
  const own = states.filter(([state]) => state === wanted).map(([, is]) => is)
  return sql.join([...before.map(([, is]) => sql`not (${is})`), ...own], sql` and `)
}

const { platform, clinic, lab, person } = businessTypes

/** The same conditions as `userRoleOf` in the contract. */
const conditionsOfRole: Readonly<Record<UserRole, Condition[]>> = {
  administrator: [sql`a.is_organization_administrator`],
  member: [
    sql`not a.is_organization_administrator`,
    sql`o.business_type in (${sql.lit(clinic)}, ${sql.lit(lab)})`,
  ],
  operator: [sql`not a.is_organization_administrator`, sql`o.business_type = ${sql.lit(platform)}`],
  individual: [sql`o.business_type = ${sql.lit(person)}`],
}

// Inlines low-cardinality values, so that PostgreSQL plans the query for each value.
const filters: FilterConditions<Omit<UserFilter, 'words' | 'sort'>> = {
  state: conditionOfState,
  businessType: (type) => sql`o.business_type = ${sql.lit(type)}`,
  organizationId: (id) => sql`a.organization_id = ${id}::uuid`,
  role: (role) => conditionsOfRole[role],
}

const conditionsOf = (filter: UserFilter): Condition[] => [
  sql`not a.is_software`,
  ...(filter.state === null ? [sql<boolean>`a.deleted_at is null`] : []),
  ...toConditions(filters, filter),
]

/** Returns whether a filter needs the organization of a user. Counting is faster without the join. */
const needsOrganization = ({ businessType, role }: UserFilter) =>
  businessType !== null || (role !== null && role !== 'administrator')

/** Returns what a search joins for the conditions of a filter, undefined without a filter. */
function joinedToSearch(filter: UserFilter) {
  const { state, businessType, organizationId, role } = filter
  if ([state, businessType, organizationId, role].every((value) => value === null)) return undefined
  const account = sql`join account a on a.id = s.id`
  return needsOrganization(filter) ? sql`${account} join organization o on o.id = a.organization_id` : account
}

/** Returns a page of users, with the total. */
export function listUserRows(
  db: Db | Tx,
  _scope: Scope,
  filter: UserFilter,
  page: PageWindow,
): Promise<{ rows: ManagedUserRow[]; total: number; totalIsExact: boolean }> {
  const list = {
    columns,
    from,
    counted: needsOrganization(filter) ? from : sql`from account a`,
    conditions: conditionsOf(filter),
    id: sql`a.id`,
    name: sql`lower(a.name)`,
    since: sql`a.created_at`,
    text: accountText.computed,
    search: { table: sql`searched_account`, joined: joinedToSearch(filter) },
    hasSamePlan: filter.organizationId === null,
  }
  return listManagedRows(db, list, filter, page)
}

/** Finds a user, even a deleted one. */
export async function findUser(db: Db | Tx, _scope: Scope, id: string): Promise<ManagedUserRow | undefined> {
  const { rows } = await sql<ManagedUserRow>`select ${columns} ${from} where a.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** Returns up to 20 valid sessions of a user, the latest used first. */
export function listSessionsOf(
  db: Db | Tx,
  _scope: Scope,
  accountId: string,
  now: Date,
): Promise<{ user_agent: string; address: string; last_used_at: string }[]> {
  return db
    .selectFrom('session')
    .select(['user_agent', 'address', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .orderBy('last_used_at', 'desc')
    .limit(20)
    .execute()
}

/** Counts what the deletion of a user would remove: valid sessions, and templates that are not shared. */
export async function weighUserRow(
  db: Db | Tx,
  _scope: Scope,
  id: string,
  now: Date,
): Promise<{ sessions: number; templates: number }> {
  const { rows } = await sql<{ sessions: number; templates: number }>`
    select (select count(*) from session s where s.account_id = ${id}::uuid and s.revoked_at is null
        and s.expires_at > ${now}) as sessions,
      (select count(*) from prescription_template t where t.account_id = ${id}::uuid and not t.is_shared) as templates`.execute(
    db,
  )
  return rows[0]!
}

/** Returns the ids of the administrators of an organization who can sign in. */
export async function listAdministratorIdsOf(
  tx: Db | Tx,
  _scope: Scope,
  organizationId: string,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('account')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('is_organization_administrator', '=', true)
    .where('membership', '=', 'active')
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map((row) => row.id)
}

/** Returns the enabled users of the platform who are not operators yet, by name. */
export function listCandidateRows(
  db: Db | Tx,
  scope: Scope,
): Promise<{ id: string; name: string; email: string; isAdministrator: boolean }[]> {
  return db
    .selectFrom('account as a')
    .select(['a.id', 'a.name', 'a.email', 'a.is_organization_administrator as isAdministrator'])
    .where('a.organization_id', '=', scope.organization.id)
    .where('a.disabled_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('work_order_operator as w').select('w.account_id').whereRef('w.account_id', '=', 'a.id'),
        ),
      ),
    )
    .orderBy('a.name')
    .orderBy('a.id')
    .execute()
}
