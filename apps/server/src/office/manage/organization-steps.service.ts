import {
  type AuditAction,
  businessTypes,
  type ManagedOrganization,
  type ManagedOrganizationUpdate,
} from '@pontic/contract'
import { toNameColumns } from '../../people/organizations/organization-settings.service.ts'
import {
  toOrganizationChange,
  withheldColumns,
} from '../../people/organizations/organization-settings.shared.ts'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { changesOf } from '../../platform/audit/changes.shared.ts'
import type { Tx } from '../../platform/db/database.ts'
import { notifyAccessRevoked, notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { revokeSessionsOfOrganization } from '../../platform/http/revoke-sessions.ts'
import { toManagedOrganization } from './manage.shared.ts'
import {
  countOpenOrders,
  findManagedOrganization,
  lockOrganization,
  type ManagedOrganizationRow,
} from './managed-organizations.queries.ts'

/**
 * Updates any organization. Omitted fields stay unchanged. If the new quota is below the used bytes, uploads to new
 * orders are refused. Uploads to orders that have left `scanned` may exceed the quota by a margin.
 * @throws organization.not_found, organization.name_taken at the field `name`
 */
export async function updateManagedOrganization(
  call: Call<'tx' | 'scope' | 'services'>,
  { id, ...update }: ManagedOrganizationUpdate,
): Promise<ManagedOrganization> {
  const { tx } = call
  await lockUndeleted(call, id)
  const before = await readColumns(tx, id)
  const { requiresTwoFactor, storageQuotaBytes, ...own } = update
  const changed = Object.fromEntries(
    Object.entries({
      ...toOrganizationChange(own),
      requires_two_factor: requiresTwoFactor,
      storage_quota_bytes: storageQuotaBytes,
      name: own.name,
    }).filter(([, value]) => value !== undefined),
  )
  const name = await toNameColumns(tx, id, own.name)
  if (Object.keys(changed).length > 0)
    await tx
      .updateTable('organization')
      .set({ ...changed, ...name })
      .where('id', '=', id)
      .execute()
  // Accounts without a second factor may now only set one up, so open streams are checked again.
  if (requiresTwoFactor === true) await notifyAccessRevoked(tx, { organizationId: id })
  return record(call, id, 'manage.updateOrganization', changesOf(before, changed, withheldColumns))
}

function readColumns(tx: Tx, id: string) {
  return tx.selectFrom('organization').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Locks an organization. @throws organization.not_found if it does not exist or is deleted */
async function lockUndeleted(
  { tx, scope }: Call<'tx' | 'scope' | 'services'>,
  id: string,
): Promise<ManagedOrganizationRow> {
  const row = await lockOrganization(tx, scope, id)
  return row && row.state !== 'deleted' ? row : fail('organization.not_found')
}

/** Locks a customer organization. @throws organization.not_found, manage.platform_organization */
async function lockCustomerOrganization(
  call: Call<'tx' | 'scope' | 'services'>,
  id: string,
): Promise<ManagedOrganizationRow> {
  const row = await lockUndeleted(call, id)
  if (row.business_type === businessTypes.platform) fail('manage.platform_organization')
  return row
}

type Changes = ReturnType<typeof changesOf>

/** Records the change in the audit, and notifies open pages. @returns the changed organization */
async function record(
  call: Call<'tx' | 'scope' | 'services'>,
  id: string,
  action: AuditAction,
  changes: Changes,
): Promise<ManagedOrganization> {
  const { tx, scope, services } = call
  await recordAudit(tx, scope, {
    action,
    objectType: 'organization',
    objectId: id,
    subjectOrganizationIds: [id],
    ...changes,
  })
  await notifyChange(tx, { feature: 'organizations', id, organizationIds: [id] })
  const row = (await findManagedOrganization(tx, scope, id)) ?? fail('organization.not_found')
  return toManagedOrganization(row, services.now())
}

async function setColumns(
  { tx }: Call<'tx' | 'scope' | 'services'>,
  id: string,
  columns: { banned_at?: Date | null; deleted_at?: Date | null },
): Promise<void> {
  await tx.updateTable('organization').set(columns).where('id', '=', id).execute()
}

/**
 * Bans an organization. Revokes the sessions of its users, closes their streams and uploads, and prevents sign-ins. A
 * second ban keeps the date of the first.
 * @throws organization.not_found, manage.platform_organization
 */
export async function banOrganization(
  call: Call<'tx' | 'scope' | 'services'>,
  id: string,
): Promise<ManagedOrganization> {
  const before = await lockCustomerOrganization(call, id)
  const now = call.services.now()
  if (before.banned_at === null) await setColumns(call, id, { banned_at: now })
  await revokeSessionsOfOrganization(call.tx, id, now)
  return record(call, id, 'manage.banOrganization', changesOf({ state: before.state }, { state: 'banned' }))
}

/** Unbans an organization. @throws organization.not_found */
export async function unbanOrganization(
  call: Call<'tx' | 'scope' | 'services'>,
  id: string,
): Promise<ManagedOrganization> {
  const before = await lockUndeleted(call, id)
  await setColumns(call, id, { banned_at: null })
  const after = await findManagedOrganization(call.tx, call.scope, id)
  const changes = changesOf({ state: before.state }, { state: after?.state })
  return record(call, id, 'manage.unbanOrganization', changes)
}

/**
 * Deletes an organization (threat T26). Its users are signed out at once. Lists and searches omit the organization. Other
 * parties can still read the orders that they share with it, including files and audit log. The organization
 * can be restored for 30 days.
 * @throws organization.not_found, manage.platform_organization, manage.open_orders
 */
export async function deleteOrganization(call: Call<'tx' | 'scope' | 'services'>, id: string): Promise<void> {
  const { tx, scope, services } = call
  // `FOR UPDATE` conflicts with the key lock of a simultaneous send. Either the send commits first and its order is counted,
  // or the send finds the organization deleted.
  await tx.selectFrom('organization').select('id').where('id', '=', id).forUpdate().execute()
  const before = await lockCustomerOrganization(call, id)
  const count = await countOpenOrders(tx, scope, id)
  if (count > 0) fail('manage.open_orders', { count })
  const now = services.now()
  await setColumns(call, id, { deleted_at: now })
  await revokeSessionsOfOrganization(tx, id, now)
  await record(
    call,
    id,
    'manage.deleteOrganization',
    changesOf({ state: before.state }, { state: 'deleted' }),
  )
}

/**
 * Restores a deleted organization. Its users must sign in again.
 * @throws organization.not_found, manage.not_restorable if the organization is not deleted, or after 30 days
 */
export async function restoreOrganization(
  call: Call<'tx' | 'scope' | 'services'>,
  id: string,
): Promise<ManagedOrganization> {
  const { tx, scope, services } = call
  const before = (await lockOrganization(tx, scope, id)) ?? fail('organization.not_found')
  if (before.state !== 'deleted') fail('manage.not_restorable')
  if (toManagedOrganization(before, services.now()).restorableUntil === null) fail('manage.not_restorable')
  await setColumns(call, id, { deleted_at: null })
  const after = await findManagedOrganization(tx, scope, id)
  return record(
    call,
    id,
    'manage.restoreOrganization',
    changesOf({ state: 'deleted' }, { state: after?.state }),
  )
}
