import { businessTypes, type ManagedUser, type NewUser, type UserEdit } from '@pontic/contract'
import { noPasswordHash } from '../../people/accounts/accounts.shared.ts'
import { createAccount } from '../../people/accounts/new-account.service.ts'
import { toChange } from '../../people/members/members.shared.ts'
import { hashNewPassword } from '../../people/session/password.shared.ts'
import { changesOf } from '../../platform/audit/changes.shared.ts'
import type { Tx } from '../../platform/db/database.ts'
import { notifyAccessRevoked } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { revokeSessionsOfAccount } from '../../platform/http/revoke-sessions.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { lockOrganization } from './managed-organizations.queries.ts'
import { findUser, type ManagedUserRow } from './managed-users.queries.ts'
import { assertNotLastAdministrator, lockUser, recordUserChange } from './user-steps.service.ts'

// Names and contact data of people are not written to the audit log.
const withheld = ['name', 'email', 'telephone', 'license_number']

/**
 * Creates an account in any organization except that of an individual. Without a password, the user is mailed a link to
 * set one. With a password, they must change it at the first sign-in.
 * @throws organization.not_found, account.email_taken, account.password_too_common, each at its field
 */
export async function createUser(
  call: Call<'inOwnTransaction' | 'scope' | 'services'>,
  newUser: NewUser,
): Promise<ManagedUser> {
  const { inOwnTransaction, scope, services } = call
  const passwordHash = newUser.password && (await hashNewPassword(newUser.password, 'password'))
  return inOwnTransaction(async (tx) => {
    const organization = await lockOrganization(tx, scope, newUser.organizationId)
    const acceptsUsers =
      organization && organization.state !== 'deleted' && organization.business_type !== businessTypes.person
    if (!acceptsUsers) fail('organization.not_found', {}, { organizationId: 'choice' })
    const id = await createAccount(
      { tx, services },
      {
        email: newUser.email,
        name: newUser.name,
        passwordHash: passwordHash ?? noPasswordHash,
        organizationId: organization.id,
        organizationName: organization.name,
        isOrganizationAdministrator: newUser.isAdministrator,
        language: scope.account.language,
        isCreatedByAdministrator: true,
        mustChangePassword: passwordHash !== undefined,
      },
    )
    const { licenseNumber, telephone, isAdministrator, acceptsOrderSms, acceptsOrderEmail } = newUser
    const settings = { licenseNumber, telephone, isAdministrator, acceptsOrderSms, acceptsOrderEmail }
    await updateColumns(tx, id, toChange(settings), services.now())
    const created = { id, organization_id: organization.id }
    const changes = changesOf({}, { is_organization_administrator: isAdministrator })
    return recordUserChange({ tx, scope, services }, created, 'manage.createUser', changes)
  })
}

type Columns = ReturnType<typeof toChange>

async function updateColumns(tx: Tx, id: string, columns: Columns, now: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ ...columns, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/**
 * Updates any user. A new password revokes their sessions. Changed rights close their streams and uploads. A new email
 * address applies once the user confirms it by mail. The old address is notified.
 * @throws member.not_found, member.self (own password and rights), member.last_administrator,
 * manage.last_administrator, member.wrong_state (rights of a waiting user), request.invalid (rights of an individual),
 * account.password_too_common
 */
export async function editUser(
  call: Call<'inOwnTransaction' | 'scope' | 'services'>,
  edit: UserEdit,
): Promise<ManagedUser> {
  const { inOwnTransaction, scope, services } = call
  const { id, password, email, ...settings } = edit
  const passwordHash = password && (await hashNewPassword(password, 'password'))
  return inOwnTransaction(async (tx) => {
    const steps: Call<'tx' | 'scope' | 'services'> = { tx, scope, services }
    const user = await lockUser(steps, id)
    await assertEditAllowed(steps, user, edit)
    const now = services.now()
    const columns = toChange(settings)
    const secret = passwordHash ? { password_hash: passwordHash, must_change_password: true } : {}
    await updateColumns(tx, id, { ...columns, ...secret }, now)
    if (passwordHash) await revokeSessionsOfAccount(tx, id, 'password', now)
    else if (changesRights(user, edit)) await notifyAccessRevoked(tx, { accountId: id })
    const isMoved = email !== undefined && email !== user.email
    if (isMoved) await enqueueJob(tx, 'accounts.mailEmailChange', { accountId: id, email })
    const changed = {
      ...columns,
      ...(isMoved ? { email } : {}),
      ...(passwordHash ? { password: 'set' } : {}),
    }
    return recordUserChange(steps, user, 'manage.updateUser', changesOf(user, changed, withheld))
  })
}

const changesRights = (user: ManagedUserRow, { isAdministrator }: UserEdit) =>
  isAdministrator !== undefined && isAdministrator !== user.is_organization_administrator

async function assertEditAllowed(
  call: Call<'tx' | 'scope' | 'services'>,
  user: ManagedUserRow,
  edit: UserEdit,
): Promise<void> {
  // Callers change their own password with another call, which requires the old password.
  if (edit.password !== undefined && user.id === call.scope.account.id) fail('member.self')
  if (!changesRights(user, edit)) return
  if (user.membership === 'waiting') fail('member.wrong_state')
  if (user.business_type === businessTypes.person) fail('request.invalid', {}, { isAdministrator: 'choice' })
  if (edit.isAdministrator === false) await assertNotLastAdministrator(call, user)
}

/**
 * Mails a user a link. It verifies the email address if the user has a password and the address is
 * unverified. Otherwise it sets a new password.
 * @throws member.not_found, member.wrong_state for users who may not sign in
 */
export async function mailUser(call: Call<'tx' | 'scope' | 'services'>, id: string): Promise<void> {
  const { tx, scope } = call
  const user = await findUser(tx, scope, id)
  if (!user || user.deleted_at !== null) fail('member.not_found')
  if (user.disabled_at !== null || user.organization_is_out) fail('member.wrong_state')
  const purpose = user.email_verified_at === null && user.has_password ? 'verify_email' : 'reset_password'
  await enqueueJob(tx, 'accounts.mailCode', { email: user.email, purpose })
  await recordUserChange(call, user, 'manage.mailUser')
}
