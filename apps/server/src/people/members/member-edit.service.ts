import { limits, type Member, type RouteInput, type Routes } from '@pontic/contract'
import { changesOf } from '../../platform/audit/changes.shared.ts'
import { notifyAccessRevoked } from '../../platform/db/notify.ts'
import { recordAttemptOrFail } from '../../platform/http/attempts.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { revokeSessionsOfAccount } from '../../platform/http/revoke-sessions.ts'
import { isEmailAvailable } from '../accounts/accounts.service.ts'
import { noPasswordHash } from '../accounts/accounts.shared.ts'
import { createAccount } from '../accounts/new-account.service.ts'
import { hashNewPassword } from '../session/password.shared.ts'
import { type MemberRow, updateMember } from './members.queries.ts'
import { assertNotLastAdministrator, lockMember, recordChange } from './members.service.ts'
import { toChange, toMember } from './members.shared.ts'

type NewMember = RouteInput<Routes['members.create']>['body']
type Edit = RouteInput<Routes['members.update']>['body']

/**
 * Creates an account in the caller's organization. Mails the user a link to set a password, whose use also verifies the
 * email address. If `newMember` has a password, the user must change it at the first sign-in.
 * @throws account.email_taken, account.password_too_common, each at its field; request.too_many after many refusals
 *   with account.email_taken
 */
export async function createMember(
  call: Call<'tx' | 'inOwnTransaction' | 'scope' | 'services'>,
  newMember: NewMember,
): Promise<Member> {
  const { tx, inOwnTransaction, scope, services } = call
  if (!(await isEmailAvailable(tx, newMember.email, services.now()))) {
    // Limits the refusals, because they reveal that an email address is in use (rules §4). Commits the count in a separate
    // transaction, because the refusal rolls back `tx`.
    await inOwnTransaction((ownTx) => countEmailTaken({ tx: ownTx, scope }, services.now()))
    fail('account.email_taken', {}, { email: 'email_taken' })
  }
  const passwordHash = newMember.password && (await hashNewPassword(newMember.password, 'password'))
  const id = await createAccount(
    { tx, services },
    {
      email: newMember.email,
      name: newMember.name,
      passwordHash: passwordHash ?? noPasswordHash,
      organizationId: scope.organization.id,
      organizationName: scope.organization.name,
      isOrganizationAdministrator: newMember.isAdministrator,
      language: scope.account.language,
      isCreatedByAdministrator: true,
      mustChangePassword: passwordHash !== undefined,
    },
  )
  const { password: _, email: __, ...settings } = newMember
  await updateMember(tx, scope, id, toChange(settings), services.now())
  const rights = { isAdministrator: newMember.isAdministrator }
  return recordChange({ tx, scope }, id, { action: 'members.create', after: rights })
}

async function countEmailTaken({ tx, scope }: Call<'tx' | 'scope'>, now: Date): Promise<void> {
  const subject = `availability:organization:${scope.organization.id}`
  const limit = { windowSeconds: 86_400, max: limits.availabilityChecksPerDay }
  await recordAttemptOrFail(tx, subject, limit, now)
}

/**
 * Updates a member. A new password revokes the member's sessions, and the member must change it at the next sign-in. A
 * change of `isAdministrator` closes the member's event streams and uploads, and applies to their next request.
 * @throws member.not_found, member.self, member.last_administrator, member.wrong_state, account.password_too_common
 */
export async function editMember(
  call: Call<'tx' | 'inOwnTransaction' | 'scope' | 'services'>,
  edit: Edit,
): Promise<Member> {
  const { tx, scope, services } = call
  const { id, password, ...settings } = edit
  const passwordHash = password && (await hashNewPassword(password, 'password'))
  const member = await lockMember({ tx, scope }, id)
  await assertEditAllowed({ tx, scope }, member, edit)
  const now = services.now()
  const secret = passwordHash ? { password_hash: passwordHash, must_change_password: true } : {}
  await updateMember(tx, scope, id, { ...toChange(settings), ...secret }, now)
  if (passwordHash) await revokeSessionsOfAccount(tx, id, 'password', now)
  else if (changesRights(member, edit)) await notifyAccessRevoked(tx, { accountId: id })
  const changed = { ...settings, ...(password === undefined ? {} : { password }) }
  return recordChange({ tx, scope }, id, {
    action: 'members.update',
    ...changesOf(toMember(member), changed, personal),
  })
}

// The audit records only that these fields changed, because they identify a person or are secret.
const personal = ['name', 'telephone', 'licenseNumber', 'password']

const changesRights = (member: MemberRow, { isAdministrator }: Edit) =>
  isAdministrator !== undefined && isAdministrator !== member.is_organization_administrator

async function assertEditAllowed(call: Call<'tx' | 'scope'>, member: MemberRow, edit: Edit): Promise<void> {
  const { scope } = call
  // A waiting member can only be approved, refused or disabled. The caller's own password is changed with
  // `accounts.changePassword`, which checks the current one.
  if (member.membership === 'waiting') fail('member.wrong_state')
  if (edit.password !== undefined && member.id === scope.account.id) fail('member.self')
  if (edit.isAdministrator === false && changesRights(member, edit)) {
    await assertNotLastAdministrator(call, member)
  }
}
