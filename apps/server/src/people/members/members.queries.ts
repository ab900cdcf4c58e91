import type { Language, MemberFilter } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { likePatterns } from '../../platform/db/text-search.ts'
import type { PageWindow } from '../../platform/http/list-cursor.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { listAdministratorIds } from '../accounts/administrators.service.ts'

/** Row of a member, for administrators. */
export type MemberRow = {
  id: string
  name: string
  email: string
  language: Language
  is_organization_administrator: boolean
  membership: 'active' | 'waiting'
  disabled_at: string | null
  is_banned: boolean
  email_verified_at: string | null
  has_password: boolean
  two_factor_at: string | null
  telephone: string | null
  license_number: string | null
  accepts_order_sms: boolean
  accepts_order_email: boolean
  created_at: string
  last_used_at: string | null
  /** Sort key of the list: the name, converted to lower case by PostgreSQL. */
  sort_name: string
}

const columns = sql`a.id, a.name, a.email, a.language, a.is_organization_administrator, a.membership, a.disabled_at,
  a.is_banned, a.email_verified_at, a.password_hash <> '!' as has_password, a.two_factor_at, a.telephone, a.license_number,
  a.accepts_order_sms, a.accepts_order_email, a.created_at, lower(a.name) as sort_name,
  (select max(s.last_used_at) from session s where s.account_id = a.id) as last_used_at`

// Excludes waiting accounts without a verified email address, because anybody can register any address.
const ownMembers = (scope: Scope) =>
  sql`from account a where a.organization_id = ${scope.organization.id}::uuid and a.deleted_at is null
    and not a.is_software and (a.membership = 'active' or a.email_verified_at is not null)`

const filters: Readonly<Record<MemberFilter, RawBuilder<unknown>>> = {
  active: sql`and a.membership = 'active' and a.disabled_at is null`,
  waiting: sql`and a.membership = 'waiting'`,
  disabled: sql`and a.disabled_at is not null`,
}

/** Returns a page of the members of the caller's organization, sorted by name. */
export async function listMemberRows(
  tx: Tx,
  scope: Scope,
  wanted: { words: string; filter: MemberFilter | undefined },
  page: PageWindow,
): Promise<{ rows: MemberRow[]; total: number }> {
  const base = sql`${ownMembers(scope)} ${wanted.filter ? filters[wanted.filter] : sql``}
    and lower(a.name || ' ' || a.email) like all (${likePatterns(wanted.words)}::text[])`
  const after = page.cursor
    ? sql`and (lower(a.name), a.id) > (${page.cursor.key}, ${page.cursor.id}::uuid)`
    : sql``
  const { rows } = await sql<MemberRow>`select ${columns} ${base} ${after}
    order by lower(a.name), a.id limit ${page.limit} offset ${page.offset}`.execute(tx)
  return { rows, total: await countRows(tx, base) }
}

async function countRows(tx: Tx, base: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${base}`.execute(tx)
  return rows[0]?.total ?? 0
}

/** Finds a member of the caller's organization. */
export async function findMember(tx: Tx, scope: Scope, id: string): Promise<MemberRow | undefined> {
  const { rows } =
    await sql<MemberRow>`select ${columns} ${ownMembers(scope)} and a.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** Returns the names of the organization's administrators who can sign in, for a waiting member. */
export async function listAdministratorNames(tx: Tx, scope: Scope): Promise<string[]> {
  const ids = await listAdministratorIds(tx, scope)
  if (ids.length === 0) return []
  const rows = await tx.selectFrom('account').select('name').where('id', 'in', ids).orderBy('name').execute()
  return rows.map((row) => row.name)
}

/** Finds when the caller's account was created, and whether it is approved. */
export function findMembership(
  tx: Tx,
  scope: Scope,
): Promise<{ created_at: string; membership: 'active' | 'waiting' } | undefined> {
  return tx
    .selectFrom('account')
    .select(['created_at', 'membership'])
    .where('id', '=', scope.account.id)
    .executeTakeFirst()
}

/** Returns whether the organization requires two-factor sign-in, and how many enabled members do not use it. */
export async function findTwoFactorRule(
  tx: Tx,
  scope: Scope,
): Promise<{ isRequired: boolean; without: number }> {
  const { rows } = await sql<{ is_required: boolean; without: number }>`
    select o.requires_two_factor as is_required,
      (select count(*) from account a where a.organization_id = o.id and a.deleted_at is null
        and not a.is_software
        and a.disabled_at is null and a.membership = 'active' and a.two_factor_at is null) as without
    from organization o where o.id = ${scope.organization.id}::uuid`.execute(tx)
  return { isRequired: rows[0]?.is_required ?? false, without: rows[0]?.without ?? 0 }
}

/** Changed columns of a member. Undefined columns stay unchanged. */
export type MemberChange = {
  name?: string | undefined
  password_hash?: string | undefined
  must_change_password?: boolean | undefined
  license_number?: string | null | undefined
  telephone?: string | null | undefined
  is_organization_administrator?: boolean | undefined
  accepts_order_sms?: boolean | undefined
  accepts_order_email?: boolean | undefined
  disabled_at?: Date | null
  membership?: 'active'
}

/** Updates a member of the caller's organization. */
export async function updateMember(
  tx: Tx,
  scope: Scope,
  id: string,
  change: MemberChange,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('account')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .where('organization_id', '=', scope.organization.id)
    .execute()
}

/** Deletes an account that was never approved, with its sessions and codes. The email address can be registered again. */
export async function deleteWaitingMember(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx
    .deleteFrom('account')
    .where('id', '=', id)
    .where('organization_id', '=', scope.organization.id)
    .where('membership', '=', 'waiting')
    .execute()
}

/** Finds a verified and active clinic or laboratory, with which a member can register. */
export function findJoinableOrganization(
  tx: Tx,
  id: string,
): Promise<{ id: string; name: string } | undefined> {
  return tx
    .selectFrom('organization')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('business_type', 'in', [1, 2])
    .where('verified_at', 'is not', null)
    .where('banned_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Inserts the organization of an individual (type 3). Several of these may have the same name. */
export async function createPersonOrganization(
  tx: Tx,
  person: { id: string; name: string; email: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('organization')
    .values({
      id: person.id,
      name: person.name,
      // Differs from the key of every entered name, because these keys contain no colon.
      name_key: `person:${person.id}`,
      business_type: 3,
      contact_person: person.name,
      email: person.email,
      registered_at: person.now,
      verified_at: person.now,
    })
    .execute()
}
