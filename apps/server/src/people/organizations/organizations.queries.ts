import { type BusinessType, businessTypes, limits } from '@pontic/contract'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { searchByWords, searchTermsOf, setSearchThreshold } from './organization-search.shared.ts'

/** Inserts an organization. @returns false if its name is not available */
export async function createOrganizationRow(
  tx: Tx,
  organization: {
    id: string
    name: string
    nameKey: string
    businessType: BusinessType
    address: string
    contactPerson: string
    email: string
    isVerified: boolean
    now: Date
  },
): Promise<boolean> {
  const row = await tx
    .insertInto('organization')
    .values({
      id: organization.id,
      name: organization.name,
      name_key: organization.nameKey,
      business_type: organization.businessType,
      address: organization.address,
      contact_person: organization.contactPerson,
      email: organization.email,
      registered_at: organization.now,
      verified_at: organization.isVerified ? organization.now : null,
    })
    .onConflict((oc) => oc.column('name_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether an organization has the name with this key. */
export async function hasOrganizationWithKey(tx: Tx, nameKey: string): Promise<boolean> {
  const row = await tx
    .selectFrom('organization')
    .select('id')
    .where('name_key', '=', nameKey)
    .executeTakeFirst()
  return row !== undefined
}

/** Finds an organization, even a deleted one. */
export function findOrganization(tx: Tx, id: string) {
  return tx
    .selectFrom('organization')
    .select(['id', 'name', 'business_type', 'registered_at', 'address', 'contact_person', 'postal_code'])
    .select(['office_phone', 'mobile_phone', 'email', 'license_number', 'about', 'website_url', 'terms'])
    .select(['logo_image_id', 'cover_image_ids', 'deleted_at'])
    .select(['remark', 'auto_accepts_partners', 'storage_used_bytes', 'storage_quota_bytes'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** A row of {@link findOrganization}. */
export type OrganizationRow = NonNullable<Awaited<ReturnType<typeof findOrganization>>>

/** Finds the caller's organization, unless it is deleted. */
export async function findOwnOrganization(tx: Tx, scope: Scope): Promise<OrganizationRow | undefined> {
  const row = await findOrganization(tx, scope.organization.id)
  return row?.deleted_at === null ? row : undefined
}

/** Finds the caller's organization and locks its row for a change. */
export function lockOwnOrganization(
  tx: Tx,
  scope: Scope,
): Promise<Selectable<Tables['organization']> | undefined> {
  return tx
    .selectFrom('organization')
    .selectAll()
    .where('id', '=', scope.organization.id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Columns that an organization's administrators can change. */
export type OrganizationChange = Omit<
  Updateable<Tables['organization']>,
  | 'id'
  | 'business_type'
  | 'verified_at'
  | 'banned_at'
  | 'deleted_at'
  | 'registered_at'
  | 'storage_quota_bytes'
>

/** Updates an organization. The caller of this function checks the permission. */
export async function updateOrganizationRow(tx: Tx, id: string, change: OrganizationChange): Promise<void> {
  if (Object.keys(change).length === 0) return
  await tx.updateTable('organization').set(change).where('id', '=', id).execute()
}

/** Returns whether an organization other than `id` has the name with this key. */
export async function hasOtherOrganizationWithKey(tx: Tx, id: string, nameKey: string): Promise<boolean> {
  const row = await tx
    .selectFrom('organization')
    .select('id')
    .where('name_key', '=', nameKey)
    .where('id', '<>', id)
    .executeTakeFirst()
  return row !== undefined
}

/** An organization that a member can ask to join. */
export type JoinableRow = { id: string; name: string; business_type: BusinessType }

/**
 * Returns up to 20 active clinics and laboratories that match the words, best match first (threat T16).
 * @param type undefined for both types
 */
export async function searchJoinable(
  tx: Tx,
  words: string,
  type: BusinessType | undefined,
): Promise<JoinableRow[]> {
  const terms = searchTermsOf(words)
  if (terms.length === 0) return []
  await setSearchThreshold(tx)
  const { words: ownWords, isCandidate, score, scoreMin } = searchByWords(terms)
  const types = type === undefined ? [businessTypes.clinic, businessTypes.lab] : [type]
  const { rows } = await sql<JoinableRow>`
    with ${ownWords}
    select id, name, business_type from (
      select o.id, o.name, o.business_type, ${score} as score
      from organization o, words
      where o.business_type = any(${types}::smallint[]) and o.verified_at is not null
        and o.banned_at is null and o.deleted_at is null and ${isCandidate}
    ) found
    where score >= ${scoreMin}
    order by score desc, name, id limit ${limits.registrationSearchResultMax}`.execute(tx)
  return rows
}
