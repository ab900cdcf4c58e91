import type { AuditAction, Member, MemberFilter, RouteReply, Routes } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Changes } from '../../platform/audit/changes.shared.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { type Paging, parseWindow, toPage } from '../../platform/http/list-cursor.ts'
import { revokeSessionsOfAccount } from '../../platform/http/revoke-sessions.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import { listAdministratorIds, lockMembers } from '../accounts/administrators.service.ts'
import { resetTwoFactor } from '../two-factor/requirement.service.ts'
import {
  deleteWaitingMember,
  findMember,
  findMembership,
  findTwoFactorRule,
  listAdministratorNames,
  listMemberRows,
  type MemberRow,
  updateMember,
} from './members.queries.ts'
import { toMember } from './members.shared.ts'

const listName = 'members'

/**
 * Returns a page of the organization's members, sorted by name. Leaves out waiting members with an unverified
 * email address.
 */
export async function listMembers(
  { tx, scope }: Call<'tx' | 'scope'>,
  wanted: Paging & { words?: string | undefined; filter?: MemberFilter | undefined },
): Promise<RouteReply<Routes['members.list']>> {
  const { words = '', filter } = wanted
  const found = await listMemberRows(tx, scope, { words, filter }, parseWindow(listName, 'text', wanted))
  return toPage(listName, wanted, found, {
    show: toMember,
    cursorOf: (row) => ({ key: row.sort_name, id: row.id }),
  })
}

/** Returns the caller's membership, the creation time of their account, and the names of the administrators. */
export async function getMembership({
  tx,
  scope,
}: Call<'tx' | 'scope'>): Promise<RouteReply<Routes['members.standing']>> {
  const row = (await findMembership(tx, scope)) ?? fail('account.not_found')
  return {
    membership: row.membership,
    organizationName: scope.organization.name,
    since: row.created_at,
    administrators: await listAdministratorNames(tx, scope),
  }
}

/**
 * Locks the members of the caller's organization and returns one of them. Checks the caller again, because another
 * administrator may have disabled or demoted them while this call waited for the lock.
 * @throws member.not_found, request.unauthenticated, request.forbidden
 */
export async function lockMember({ tx, scope }: Call<'tx' | 'scope'>, id: string): Promise<MemberRow> {
  await lockMembers(tx, scope)
  const caller = await findMember(tx, scope, scope.account.id)
  if (!caller || caller.disabled_at !== null) fail('request.unauthenticated')
  if (!caller.is_organization_administrator) fail('request.forbidden')
  return (await findMember(tx, scope, id)) ?? fail('member.not_found')
}

/** The audit action of a change, and the changed fields. */
type Recorded = { action: AuditAction } & Changes

/** Audits a change and notifies open pages. @returns the changed member */
export async function recordChange(
  call: Call<'tx' | 'scope'>,
  id: string,
  change: Recorded,
): Promise<Member> {
  const { tx, scope } = call
  await recordAudit(tx, scope, { ...change, objectType: 'account', objectId: id })
  await notifyMembers(call)
  const row = await findMember(tx, scope, id)
  return row ? toMember(row) : fail('member.not_found')
}

/** Notifies open pages of the organization that its members have changed. */
export function notifyMembers({ tx, scope }: Call<'tx' | 'scope'>): Promise<void> {
  return notifyChange(tx, { feature: 'members', id: null, organizationIds: [scope.organization.id] })
}

/**
 * Asserts that the member is not the caller, and not the only enabled administrator of the organization (rules §4).
 * @throws member.last_administrator, member.self
 */
export async function assertNotLastAdministrator(
  { tx, scope }: Call<'tx' | 'scope'>,
  member: MemberRow,
): Promise<void> {
  if (member.id === scope.account.id) {
    const administrators = await listAdministratorIds(tx, scope)
    fail(administrators.length <= 1 ? 'member.last_administrator' : 'member.self')
  }
  const others = (await listAdministratorIds(tx, scope)).filter((id) => id !== member.id)
  if (member.is_organization_administrator && others.length === 0) fail('member.last_administrator')
}

/**
 * Disables a member, revokes their sessions, and closes their event streams and uploads.
 * @throws member.not_found, member.self, member.last_administrator
 */
export async function disableMember(call: Call<'tx' | 'scope' | 'services'>, id: string): Promise<Member> {
  const { tx, scope, services } = call
  const member = await lockMember(call, id)
  await assertNotLastAdministrator(call, member)
  if (member.disabled_at === null) {
    const now = services.now()
    await updateMember(tx, scope, id, { disabled_at: now }, now)
    await revokeSessionsOfAccount(tx, id, 'disabled', now)
  }
  const changes = { before: { isEnabled: member.disabled_at === null }, after: { isEnabled: false } }
  return recordChange(call, id, { action: 'members.disable', ...changes })
}

/**
 * Enables a member, who must sign in again.
 * @throws member.not_found; member.banned for a member banned by the platform
 */
export async function enableMember(call: Call<'tx' | 'scope' | 'services'>, id: string): Promise<Member> {
  const { tx, scope, services } = call
  const member = await lockMember(call, id)
  if (member.is_banned) fail('member.banned')
  await updateMember(tx, scope, id, { disabled_at: null }, services.now())
  const changes = { before: { isEnabled: member.disabled_at === null }, after: { isEnabled: true } }
  return recordChange(call, id, { action: 'members.enable', ...changes })
}

async function lockWaiting(call: Call<'tx' | 'scope'>, id: string): Promise<MemberRow> {
  const member = await lockMember(call, id)
  if (member.membership !== 'waiting') fail('member.wrong_state')
  return member
}

/**
 * Approves a waiting member and mails them. Their next request has the permissions of a member.
 * @throws member.not_found, member.wrong_state
 */
export async function approveMember(call: Call<'tx' | 'scope' | 'services'>, id: string): Promise<Member> {
  const { tx, scope, services } = call
  const member = await lockWaiting(call, id)
  await updateMember(tx, scope, id, { membership: 'active' }, services.now())
  await mailMember(call, member, 'member_approved')
  const changes = { before: { membership: member.membership }, after: { membership: 'active' } }
  return recordChange(call, id, { action: 'members.approve', ...changes })
}

/**
 * Refuses a waiting member. Deletes the account, so that its email address can be registered again, and mails the user.
 * @throws member.not_found, member.wrong_state
 */
export async function refuseMember(call: Call<'tx' | 'scope' | 'services'>, id: string): Promise<void> {
  const { tx, scope, services } = call
  const member = await lockWaiting(call, id)
  await revokeSessionsOfAccount(tx, id, 'disabled', services.now())
  await deleteWaitingMember(tx, scope, id)
  await mailMember(call, member, 'member_refused')
  await recordAudit(tx, scope, {
    objectType: 'account',
    objectId: id,
    before: { membership: member.membership },
    after: { membership: null },
  })
  await notifyMembers(call)
}

function mailMember(
  { tx, scope, services }: Call<'tx' | 'scope' | 'services'>,
  member: MemberRow,
  template: 'member_approved' | 'member_refused',
): Promise<void> {
  return sendMail(tx, services, {
    to: member.email,
    name: member.name,
    language: member.language,
    template,
    params: { organization: scope.organization.name },
    link: template === 'member_approved' ? '/' : '/login',
  })
}

/** Returns whether the organization requires two-factor sign-in, and how many enabled members do not use it. */
export async function getTwoFactorRule({
  tx,
  scope,
}: Call<'tx' | 'scope'>): Promise<RouteReply<Routes['members.twoFactor']>> {
  return findTwoFactorRule(tx, scope)
}

/**
 * Removes the second factors of a member who has lost them, revokes their sessions, and mails them.
 * @throws member.not_found, member.self
 */
export async function resetMemberTwoFactor(
  call: Call<'tx' | 'scope' | 'services'>,
  id: string,
): Promise<Member> {
  const { tx, scope } = call
  const member = await lockMember(call, id)
  if (member.id === scope.account.id) fail('member.self')
  await resetTwoFactor(call, id)
  await notifyMembers(call)
  return toMember((await findMember(tx, scope, id)) ?? fail('member.not_found'))
}
