import {
  type AuditAction,
  businessTypes,
  type ManagedOrganization,
  type ManagedOrganizationUpdate,
} from '@pontic/contract'
import {
  readNewName,
  toOrganizationChange,
  withheldColumns,
} from '../../people/organizations/organization-settings.service.ts'
import { endSessionsOfOrganization } from '../../people/session/session-end.service.ts'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { changesOf } from '../../platform/audit/changes.shared.ts'
import type { Tx } from '../../platform/db/database.ts'
import { notifyChange, notifySessionEnd } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Services } from '../../platform/services.ts'
import {
  countOpenOrders,
  findManagedOrganization,
  lockOrganization,
  type ManagedOrganizationRow,
} from './managed-organizations.queries.ts'
import { toManagedOrganization } from './managed-organizations.service.ts'

type Call = { tx: Tx; scope: Scope; services: Services }

/**
 * Changes any organization; what is left out stays as it is. A smaller quota refuses new cases, and running ones beyond its margin.
 * @throws organization.not_found, organization.name_taken at the name
 */
export async function updateManagedOrganization(
  call: Call,
  { id, ...said }: ManagedOrganizationUpdate,
): Promise<ManagedOrganization> {
  const { tx } = call
  await lockLive(call, id)
  const before = await readColumns(tx, id)
  const { requiresTwoFactor, storageQuotaBytes, ...own } = said
  const changed = Object.fromEntries(
    Object.entries({
      ...toOrganizationChange(own),
      requires_two_factor: requiresTwoFactor,
      storage_quota_bytes: storageQuotaBytes,
      name: own.name,
    }).filter(([, value]) => value !== undefined),
  )
  const name = await readNewName(tx, id, own.name)
  if (Object.keys(changed).length > 0)
    await tx
      .updateTable('organization')
      .set({ ...changed, ...name })
      .where('id', '=', id)
      .execute()
  // Who has no second factor may only set one up from now on: open streams are judged anew.
  if (requiresTwoFactor === true) await notifySessionEnd(tx, { organizationId: id })
  return tell(call, id, 'manage.updateOrganization', changesOf(before, changed, withheldColumns))
}

function readColumns(tx: Tx, id: string) {
  return tx.selectFrom('organization').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** @throws organization.not_found for what is not there or deleted */
async function lockLive({ tx, scope }: Call, id: string): Promise<ManagedOrganizationRow> {
  const row = await lockOrganization(tx, scope, id)
  return row && row.state !== 'deleted' ? row : fail('organization.not_found')
}

/** @throws manage.platform_organization for the organization that the caller himself is of */
async function lockOther(call: Call, id: string): Promise<ManagedOrganizationRow> {
  const row = await lockLive(call, id)
  if (row.business_type === businessTypes.platform) fail('manage.platform_organization')
  return row
}

type Changes = ReturnType<typeof changesOf>

/** Audit, and news for open pages. @returns the organization as it is now */
async function tell(
  call: Call,
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
  { tx }: Call,
  id: string,
  columns: { banned_at?: Date | null; deleted_at?: Date | null },
): Promise<void> {
  await tx.updateTable('organization').set(columns).where('id', '=', id).execute()
}

/**
 * Locks an organization out: sessions of its users end, their streams and uploads are cut, nobody signs in. A banned one
 * stays banned since when it was.
 * @throws organization.not_found, manage.platform_organization
 */
export async function banOrganization(call: Call, id: string): Promise<ManagedOrganization> {
  const before = await lockOther(call, id)
  const now = call.services.now()
  if (before.banned_at === null) await setColumns(call, id, { banned_at: now })
  await endSessionsOfOrganization(call.tx, id, now)
  return tell(call, id, 'manage.banOrganization', changesOf({ state: before.state }, { state: 'banned' }))
}

/** Lets a banned organization in again. @throws organization.not_found */
export async function unbanOrganization(call: Call, id: string): Promise<ManagedOrganization> {
  const before = await lockLive(call, id)
  await setColumns(call, id, { banned_at: null })
  const after = await findManagedOrganization(call.tx, call.scope, id)
  const changes = changesOf({ state: before.state }, { state: after?.state })
  return tell(call, id, 'manage.unbanOrganization', changes)
}

/**
 * Deletes an organization (threat T26): its users are out at once, lists and searches leave it off. Cases, their files and
 * the audit stay with the other party. For 30 days all of it comes back.
 * @throws organization.not_found, manage.platform_organization, manage.open_orders
 */
export async function deleteOrganization(call: Call, id: string): Promise<void> {
  const { tx, scope, services } = call
  // Against the row's key: a case that is sent to it or by it at this moment is counted, or finds it gone.
  await tx.selectFrom('organization').select('id').where('id', '=', id).forUpdate().execute()
  const before = await lockOther(call, id)
  const count = await countOpenOrders(tx, scope, id)
  if (count > 0) fail('manage.open_orders', { count })
  const now = services.now()
  await setColumns(call, id, { deleted_at: now })
  await endSessionsOfOrganization(tx, id, now)
  await tell(call, id, 'manage.deleteOrganization', changesOf({ state: before.state }, { state: 'deleted' }))
}

/**
 * Brings a deleted organization back as it was; its users sign in anew.
 * @throws organization.not_found, manage.not_restorable after 30 days
 */
export async function restoreOrganization(call: Call, id: string): Promise<ManagedOrganization> {
  const { tx, scope, services } = call
  const before = (await lockOrganization(tx, scope, id)) ?? fail('organization.not_found')
  if (before.state !== 'deleted') fail('manage.not_restorable')
  if (toManagedOrganization(before, services.now()).restorableUntil === null) fail('manage.not_restorable')
  await setColumns(call, id, { deleted_at: null })
  const after = await findManagedOrganization(tx, scope, id)
  return tell(
    call,
    id,
    'manage.restoreOrganization',
    changesOf({ state: 'deleted' }, { state: after?.state }),
  )
}
