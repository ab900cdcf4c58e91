import type { BusinessType } from '@pontic/contract'
import type { Tx } from '../db/database.ts'
import type { Scope } from '../http/scope.ts'

/** Adds an organization that is not verified yet. @returns whether its name was free */
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
    })
    .onConflict((oc) => oc.column('name_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether an organization holds the name of this key. */
export async function hasOrganizationWithKey(tx: Tx, nameKey: string): Promise<boolean> {
  const row = await tx
    .selectFrom('organization')
    .select('id')
    .where('name_key', '=', nameKey)
    .executeTakeFirst()
  return row !== undefined
}

/** The caller's own organization. */
export function findOwnOrganization(tx: Tx, scope: Scope) {
  return tx
    .selectFrom('organization')
    .select(['id', 'name', 'business_type', 'registered_at', 'address', 'contact_person', 'postal_code'])
    .select(['office_phone', 'mobile_phone', 'email', 'license_number', 'about', 'website_url', 'terms'])
    .select(['remark', 'auto_accepts_partners', 'storage_used_bytes', 'storage_quota_bytes'])
    .where('id', '=', scope.organization.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
