import type { AuditAction, Language } from '@pontic/contract'
import { limits } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { deleteAttempts, failureWindowSeconds, recordAttemptOrFail } from '../../platform/http/attempts.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call, RequestFacts } from '../../platform/http/handlers.ts'
import { revokeSessionsOfAccount } from '../../platform/http/revoke-sessions.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import { clearLockout } from '../session/lockout.service.ts'
import {
  assertNotCommonPassword,
  hashNewPassword,
  hashPassword,
  verifyPassword,
} from '../session/password.shared.ts'
import { deleteCodes, findPasswordHash } from './account-settings.queries.ts'
import { keysCompromised } from './accounts.hooks.ts'
import { updatePassword } from './accounts.queries.ts'
import { createTypedCode, deleteTypedCodes, redeemTypedCode } from './typed-codes.service.ts'

type Owner = { id: string; name: string; email: string; language: Language; organization_id: string }

/**
 * Asserts that `digest` is the digest of the password of the caller's account. Wrong tries are limited.
 * @throws account.wrong_password at the field `pwd`, request.too_many
 */
export async function assertPassword(
  {
    inOwnTransaction,
    services,
    scope,
  }: Omit<Call<'inOwnTransaction' | 'scope' | 'services' | 'request'>, 'request'>,
  digest: string,
): Promise<void> {
  const subject = `password:${scope.account.id}`
  const limit = { windowSeconds: failureWindowSeconds, max: limits.passwordTriesPerQuarterHour }
  await inOwnTransaction((tx) => recordAttemptOrFail(tx, subject, limit, services.now()))
  const stored = await findPasswordHash(services.database.db, scope.account.id)
  if (!(await verifyPassword(stored, digest))) fail('account.wrong_password', {}, { pwd: 'password_wrong' })
  await inOwnTransaction((tx) => deleteAttempts(tx, subject))
}

/**
 * Sets a new password, revokes all sessions, deletes pending codes, resets the lockout, and notifies the user by mail.
 * @param by.revokesKeys also revokes the API keys that the user created
 */
export async function setNewPassword(
  { tx, services }: Call<'tx' | 'services'>,
  owner: Owner,
  passwordHash: string,
  by: { request: RequestFacts; action: AuditAction; revokesKeys: boolean },
): Promise<void> {
  const now = services.now()
  await updatePassword(tx, owner.id, passwordHash, now)
  await deleteCodes(tx, owner.id)
  await deleteTypedCodes(tx, owner.id)
  await revokeSessionsOfAccount(tx, owner.id, 'password', now)
  await clearLockout(tx, owner.email)
  const { request, action, revokesKeys } = by
  if (revokesKeys) {
    const creator = { id: owner.id, name: owner.name, organizationId: owner.organization_id, request }
    await keysCompromised.run({ tx, services }, creator, undefined)
  }
  await recordAudit(
    tx,
    { accountId: owner.id, accountName: owner.name, organizationId: owner.organization_id, request },
    { action, objectType: 'account', objectId: owner.id },
  )
  await sendMail(tx, services, {
    to: owner.email,
    name: owner.name,
    language: owner.language,
    template: 'password_changed',
    params: {},
    link: '/login',
  })
}

/**
 * Changes the caller's password, after a check of the current password. Revokes all sessions, including the one of this
 * request (requirement 4.session.password).
 * @throws account.wrong_password at `pwd`, account.password_same and account.password_too_common at `newPwd`,
 * request.too_many
 */
export async function changePassword(
  call: Call<'inOwnTransaction' | 'scope' | 'services' | 'request'>,
  { pwd, newPwd, revokeKeys }: { pwd: string; newPwd: string; revokeKeys?: boolean | undefined },
): Promise<void> {
  if (pwd === newPwd) fail('account.password_same', {}, { newPwd: 'password_same' })
  await assertPassword(call, pwd)
  const passwordHash = await hashNewPassword(newPwd, 'newPwd')
  await call.inOwnTransaction((tx) =>
    setOwnPassword({ ...call, tx }, passwordHash, {
      action: 'accounts.changePassword',
      revokesKeys: revokeKeys ?? false,
    }),
  )
}

/** Mails the caller the code for `resetOwnPassword`. @throws request.too_many with Retry-After */
export async function sendResetCode(call: Call<'tx' | 'scope' | 'services'>): Promise<void> {
  const { tx, scope, services } = call
  const { id, name, email, language } = scope.account
  const code = await createTypedCode(call, id, 'reset_password', email)
  await sendMail(tx, services, {
    to: email,
    name,
    language,
    template: 'password_code',
    params: { code, minutes: limits.typedCodeMinutes },
    link: '/myinfo/account',
  })
}

/**
 * Changes the caller's password with the code that `sendResetCode` mailed (rules §3).
 * @throws account.typed_code_wrong at `code`, account.password_too_common at `newPwd`
 */
export async function resetOwnPassword(
  call: Call<'inOwnTransaction' | 'scope' | 'services' | 'request'>,
  { code, newPwd, revokeKeys }: { code: string; newPwd: string; revokeKeys?: boolean | undefined },
): Promise<void> {
  const { inOwnTransaction, services, scope } = call
  await assertNotCommonPassword(newPwd, 'newPwd')
  const isRight = await inOwnTransaction((tx) =>
    redeemTypedCode({ tx, services }, scope.account.id, 'reset_password', code, scope.account.email),
  )
  if (!isRight) fail('account.typed_code_wrong', {}, { code: 'code_wrong' })
  const passwordHash = await hashPassword(newPwd)
  await inOwnTransaction((tx) =>
    setOwnPassword({ ...call, tx }, passwordHash, {
      action: 'accounts.resetOwnPassword',
      revokesKeys: revokeKeys ?? false,
    }),
  )
}

function setOwnPassword(
  call: Call<'tx' | 'scope' | 'services' | 'request'>,
  passwordHash: string,
  by: { action: AuditAction; revokesKeys: boolean },
): Promise<void> {
  const { scope, request } = call
  const owner = { ...scope.account, organization_id: scope.organization.id }
  return setNewPassword(call, owner, passwordHash, { ...by, request })
}
