import { limits, type ManagedOrganization, type ManagedUser } from '@pontic/contract'
import { toMember } from '../../people/members/members.shared.ts'
import type { ManagedOrganizationRow } from './managed-organizations.queries.ts'
import type { ManagedUserRow } from './managed-users.queries.ts'

const dayMs = 86_400_000

/** Returns the time until which a deletion can be undone. Null if nothing is deleted, or if that time has passed. */
export function restorableUntil(deletedAt: string | null, days: number, now: Date): string | null {
  if (deletedAt === null) return null
  const until = new Date(Date.parse(deletedAt) + days * dayMs)
  return until > now ? until.toISOString() : null
}

/** Maps an organization to its DTO in the back office. */
export function toManagedOrganization(row: ManagedOrganizationRow, now: Date): ManagedOrganization {
  return {
    id: row.id,
    name: row.name,
    businessType: row.business_type,
    state: row.state,
    registeredAt: row.registered_at,
    address: row.address,
    contactPerson: row.contact_person,
    email: row.email,
    users: row.users,
    orders: row.orders,
    storageUsedBytes: row.storage_used_bytes,
    storageQuotaBytes: row.storage_quota_bytes,
    bannedAt: row.banned_at,
    deletedAt: row.deleted_at,
    restorableUntil:
      row.erased_at === null ? restorableUntil(row.deleted_at, limits.deletedOrganizationDays, now) : null,
  }
}

/** Maps a user to the DTO of the back office. An account closed by its owner cannot be restored by others. */
export function toManagedUser(row: ManagedUserRow, now: Date): ManagedUser {
  const isRestorable = row.is_deleted_by_platform && row.erased_at === null
  return {
    ...toMember(row),
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    organizationIsOut: row.organization_is_out,
    businessType: row.business_type,
    state: row.state,
    deletedAt: row.deleted_at,
    restorableUntil: isRestorable ? restorableUntil(row.deleted_at, limits.closedAccountDays, now) : null,
  }
}
