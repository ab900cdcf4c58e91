import { limits, type Member, type RouteInput, type Routes } from '@pontic/contract'
import { changesOf } from '../../platform/audit/changes.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { notifySessionEnd } from '../../platform/db/notify.ts'
import { countAttempt } from '../../platform/http/attempts.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Services } from '../../platform/services.ts'
import { isEmailAvailable } from '../accounts/accounts.service.ts'
import { createAccount, noPasswordHash } from '../accounts/new-account.service.ts'
import { hashNewPassword } from '../session/password.service.ts'
import { endSessionsOfAccount } from '../session/session-end.service.ts'
import { type MemberRow, updateMember } from './members.queries.ts'
import { lockMember, recordChange, refuseLastAdministrator, toChange, toMember } from './members.service.ts'

/** What an edit works with. */
export type EditCall = {
  tx: Tx
  apart: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>
  scope: Scope
  services: Services
}

type NewMember = RouteInput<Routes['members.create']>['body']
type Edit = RouteInput<Routes['members.update']>['body']

/**
 * Makes an account in the caller's organization. Without a password its owner is mailed a link to set one, which proves
 * his address; with one he is asked for a password of his own at the first sign-in.
 * @throws account.email_taken, account.password_too_common at their fields; request.too_many for who tries addresses
 */
export async function createMember(call: EditCall, made: NewMember): Promise<Member> {
  const { tx, apart, scope, services } = call
  if (!(await isEmailAvailable(tx, made.email, services.now()))) {
    // It tells about an address what registering tells, and as rarely (rules §4). The count stays.
    await apart((other) => countTaken(other, scope, services.now()))
    fail('account.email_taken', {}, { email: 'email_taken' })
  }
  const passwordHash = made.password && (await hashNewPassword(made.password, 'password'))
  const id = await createAccount(tx, services, {
    email: made.email,
    name: made.name,
    passwordHash: passwordHash ?? noPasswordHash,
    organizationId: scope.organization.id,
    organizationName: scope.organization.name,
    isOrganizationAdministrator: made.isAdministrator,
    language: scope.account.language,
    isMadeByAdministrator: true,
    mustChangePassword: passwordHash !== undefined,
  })
  const { password: _, email: __, ...settings } = made
  await updateMember(tx, scope, id, toChange(settings), services.now())
  const rights = { isAdministrator: made.isAdministrator }
  return recordChange(tx, scope, id, { action: 'members.create', after: rights })
}

async function countTaken(tx: Tx, scope: Scope, now: Date): Promise<void> {
  const subject = `availability:organization:${scope.organization.id}`
  const limit = { windowSeconds: 86_400, max: limits.availabilityChecksPerDay }
  await countAttempt(tx, subject, limit, now)
}

/**
 * Changes a member. A new password ends his sessions and has to be changed at the next sign-in; with other rights than
 * before his event streams and uploads are cut, and his next request has the new ones.
 * @throws member.not_found, member.self, member.last_administrator, member.wrong_state, account.password_too_common
 */
export async function editMember(call: EditCall, edit: Edit): Promise<Member> {
  const { tx, scope, services } = call
  const { id, password, ...settings } = edit
  const passwordHash = password && (await hashNewPassword(password, 'password'))
  const member = await lockMember(tx, scope, id)
  await judgeEdit(tx, scope, member, edit)
  const now = services.now()
  const secret = passwordHash ? { password_hash: passwordHash, must_change_password: true } : {}
  await updateMember(tx, scope, id, { ...toChange(settings), ...secret }, now)
  if (passwordHash) await endSessionsOfAccount(tx, id, 'password', now)
  else if (changesRights(member, edit)) await notifySessionEnd(tx, { accountId: id })
  const said = { ...settings, ...(password === undefined ? {} : { password }) }
  return recordChange(tx, scope, id, {
    action: 'members.update',
    ...changesOf(toMember(member), said, personal),
  })
}

// What names somebody or is a secret: the log keeps that it changed.
const personal = ['name', 'telephone', 'licenseNumber', 'password']

const changesRights = (member: MemberRow, { isAdministrator }: Edit) =>
  isAdministrator !== undefined && isAdministrator !== member.is_organization_administrator

async function judgeEdit(tx: Tx, scope: Scope, member: MemberRow, edit: Edit): Promise<void> {
  // Who is not let in yet has no rights to change; one's own password is changed with the old one.
  if (member.membership === 'waiting') fail('member.wrong_state')
  if (edit.password !== undefined && member.id === scope.account.id) fail('member.self')
  if (edit.isAdministrator === false && changesRights(member, edit)) {
    await refuseLastAdministrator(tx, scope, member)
  }
}
