import { type AuditAction, businessTypes, type ManagedUser } from '@pontic/contract'
import { resetTwoFactor } from '../../people/two-factor/requirement.service.ts'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { changesOf } from '../../platform/audit/changes.shared.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { revokeSessionsOfAccount } from '../../platform/http/revoke-sessions.ts'
import { toManagedUser } from './manage.shared.ts'
import { lockOrganization } from './managed-organizations.queries.ts'
import { findUser, type ManagedUserRow } from './managed-users.queries.ts'
import { isLastAdministrator } from './managed-users.service.ts'

/**
 * Returns a user, and locks their organization until the transaction ends, so that its administrators cannot change.
 * Checks the caller again, because another administrator may have banned them while this call waited for the lock.
 * @throws member.not_found, request.unauthenticated, request.forbidden
 */
export async function lockUser(
  { tx, scope }: Call<'tx' | 'scope' | 'services'>,
  id: string,
  options: { isDeleted: boolean } = { isDeleted: false },
): Promise<ManagedUserRow> {
  const found = (await findUser(tx, scope, id)) ?? fail('member.not_found')
  await lockOrganization(tx, scope, found.organization_id)
  const caller = await findUser(tx, scope, scope.account.id)
  if (!caller || caller.disabled_at !== null || caller.deleted_at !== null) fail('request.unauthenticated')
  if (!caller.is_organization_administrator) fail('request.forbidden')
  const user = await findUser(tx, scope, id)
  if (!user || (user.deleted_at !== null) !== options.isDeleted) fail('member.not_found')
  return user
}

/**
 * Asserts that the user's organization has another enabled administrator (rules §4, threat T26), and that callers do
 * not lock themselves out.
 * @throws manage.last_administrator for the platform, member.last_administrator for other organizations, member.self
 */
export async function assertNotLastAdministrator(
  { tx, scope }: Call<'tx' | 'scope' | 'services'>,
  user: ManagedUserRow,
): Promise<void> {
  if (await isLastAdministrator({ tx, scope }, user)) {
    const isPlatform = user.business_type === businessTypes.platform
    fail(isPlatform ? 'manage.last_administrator' : 'member.last_administrator')
  }
  if (user.id === scope.account.id) fail('member.self')
}

/** Records the change in the audit, and notifies open pages. @returns the changed user */
export async function recordUserChange(
  { tx, scope, services }: Call<'tx' | 'scope' | 'services'>,
  user: Pick<ManagedUserRow, 'id' | 'organization_id'>,
  action: AuditAction,
  changes: ReturnType<typeof changesOf> = {},
): Promise<ManagedUser> {
  await recordAudit(tx, scope, {
    action,
    objectType: 'account',
    objectId: user.id,
    subjectOrganizationIds: [user.organization_id],
    ...changes,
  })
  await notifyChange(tx, { feature: 'members', id: null, organizationIds: [user.organization_id] })
  const row = (await findUser(tx, scope, user.id)) ?? fail('member.not_found')
  return toManagedUser(row, services.now())
}

type Columns = {
  disabled_at?: Date | null
  is_banned?: boolean
  deleted_at?: Date | null
  is_deleted_by_platform?: boolean
}

async function setColumns(
  { tx, services }: Call<'tx' | 'scope' | 'services'>,
  id: string,
  columns: Columns,
): Promise<void> {
  await tx
    .updateTable('account')
    .set({ ...columns, updated_at: services.now() })
    .where('id', '=', id)
    .execute()
}

/**
 * Bans a user. Revokes their sessions and closes their streams and uploads. Administrators of their organization can't
 * unban them.
 * @throws member.not_found, member.self, member.last_administrator, manage.last_administrator
 */
export async function banUser(call: Call<'tx' | 'scope' | 'services'>, id: string): Promise<ManagedUser> {
  const user = await lockUser(call, id)
  await assertNotLastAdministrator(call, user)
  const now = call.services.now()
  const since = user.disabled_at === null ? { disabled_at: now } : {}
  await setColumns(call, id, { ...since, is_banned: true })
  await revokeSessionsOfAccount(call.tx, id, 'disabled', now)
  return recordUserChange(call, user, 'manage.banUser', changesOf({ state: user.state }, { state: 'banned' }))
}

/** Unbans or enables a user, who must sign in again. @throws member.not_found */
export async function unbanUser(call: Call<'tx' | 'scope' | 'services'>, id: string): Promise<ManagedUser> {
  const user = await lockUser(call, id)
  await setColumns(call, id, { disabled_at: null, is_banned: false })
  const after = await findUser(call.tx, call.scope, id)
  return recordUserChange(
    call,
    user,
    'manage.unbanUser',
    changesOf({ state: user.state }, { state: after?.state }),
  )
}

/**
 * Deletes a user (threat T26). They are signed out at once and can be restored for 30 days. Afterwards their name and
 * email address are erased. Their orders stay.
 * @throws member.not_found, member.self, member.last_administrator, manage.last_administrator
 */
export async function deleteUser(call: Call<'tx' | 'scope' | 'services'>, id: string): Promise<void> {
  const user = await lockUser(call, id)
  await assertNotLastAdministrator(call, user)
  const now = call.services.now()
  await setColumns(call, id, { deleted_at: now, is_deleted_by_platform: true })
  await revokeSessionsOfAccount(call.tx, id, 'disabled', now)
  await recordUserChange(
    call,
    user,
    'manage.deleteUser',
    changesOf({ state: user.state }, { state: 'deleted' }),
  )
}

/**
 * Restores a user whom the platform has deleted.
 * @throws member.not_found, manage.not_restorable if the user is not deleted, after 30 days, or if the owner closed the account
 */
export async function restoreUser(call: Call<'tx' | 'scope' | 'services'>, id: string): Promise<ManagedUser> {
  const found = (await findUser(call.tx, call.scope, id)) ?? fail('member.not_found')
  if (found.deleted_at === null) fail('manage.not_restorable')
  const user = await lockUser(call, id, { isDeleted: true })
  if (toManagedUser(user, call.services.now()).restorableUntil === null) fail('manage.not_restorable')
  await setColumns(call, id, { deleted_at: null, is_deleted_by_platform: false })
  const after = await findUser(call.tx, call.scope, id)
  return recordUserChange(
    call,
    user,
    'manage.restoreUser',
    changesOf({ state: 'deleted' }, { state: after?.state }),
  )
}

/** Removes the second factors of a user who has lost them (rules §3). @throws member.not_found, member.self */
export async function resetUserTwoFactor(
  call: Call<'tx' | 'scope' | 'services'>,
  id: string,
): Promise<ManagedUser> {
  const user = await lockUser(call, id)
  if (user.id === call.scope.account.id) fail('member.self')
  await resetTwoFactor(call, id)
  return recordUserChange(call, user, 'manage.resetUserTwoFactor')
}
