import {
  type Account,
  currentZoneName,
  type Language,
  limits,
  roleOf,
  type TeethNumbering,
} from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { hashToken } from '../../platform/http/actor.ts'
import {
  addressSubject,
  failureWindowSeconds,
  recordAttempt,
  recordAttemptOrFail,
} from '../../platform/http/attempts.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call, RequestFacts } from '../../platform/http/handlers.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import { newSecret } from '../../platform/secrets/tokens.ts'
import { notifyAccounts } from '../notifications/notifications.service.ts'
import { hashNewPassword } from '../session/password.shared.ts'
import {
  type AccountRow,
  type CodeOwner,
  type CodePurpose,
  countKeysOfCode,
  findCodeOwnerById,
  findOwnAccount,
  hasAccountWithEmail,
  isValidCode,
  listAdministrators,
  type MailRecipient,
  redeemCode,
  replaceCode,
  updateEmailVerified,
  updateLanguage,
} from './accounts.queries.ts'
import { codeLinks } from './accounts.shared.ts'
import { setNewPassword } from './passwords.service.ts'

const hourMs = 3_600_000

const codeHours = {
  verify_email: limits.emailVerificationHours,
  reset_password: limits.passwordResetHours,
} as const satisfies Record<CodePurpose, number>

/**
 * Returns the caller's own account.
 * @param username `me` or the caller's email address
 * @throws account.not_found for any other `username`
 */
export async function getAccount(
  { tx, scope, services: { now } }: Call<'tx' | 'scope' | 'services'>,
  username: string,
): Promise<Account> {
  const isOwn = username === 'me' || username.trim().toLowerCase() === scope.account.email
  const row = isOwn ? await findOwnAccount(tx, scope, now()) : undefined
  return row ? toAccount(row) : fail('account.not_found')
}

/** Returns the tooth notation that an account has chosen. */
export async function getTeethNumbering(db: Db | Tx, accountId: string): Promise<TeethNumbering> {
  const { teeth_numbering } = await db
    .selectFrom('account')
    .select('teeth_numbering')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return teeth_numbering
}

function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    username: row.email,
    email: row.email,
    name: row.name,
    avatar: row.avatar_image_id,
    telephone: row.telephone,
    location: row.location,
    orgId: row.organization_id,
    orgName: row.organization_name,
    orgType: row.business_type,
    authorities: [roleOf(row.business_type)],
    org_admin_flag: row.is_organization_administrator,
    membership: row.membership,
    acceptsOrderSms: row.accepts_order_sms,
    acceptsOrderEmail: row.accepts_order_email,
    mailFrequency: row.mail_frequency,
    licenseNumber: row.license_number,
    language: row.language,
    interfaceSize: row.interface_size,
    teethNumbering: row.teeth_numbering,
    timeZone: row.time_zone && currentZoneName(row.time_zone),
    passwordChangedAt: row.password_changed_at,
    apiKeys: row.api_keys,
  }
}

/** Sets the language of the caller's mails. */
export async function setLanguage({ tx, scope }: Call<'tx' | 'scope'>, language: Language): Promise<void> {
  await updateLanguage(tx, scope, language)
}

/** Returns whether an email address can be registered. */
export async function isEmailAvailable(tx: Tx, email: string, now: Date): Promise<boolean> {
  return !(await hasAccountWithEmail(tx, email, now))
}

/**
 * Enqueues a mail with a code. Only the job checks whether the address has an account, so that reply and cost are the
 * same for all addresses (threat T15).
 * @throws request.too_many
 */
export async function requestCodeMail(
  { tx, services, request }: Call<'tx' | 'services' | 'request'>,
  email: string,
  purpose: CodePurpose,
): Promise<void> {
  const limit = { windowSeconds: failureWindowSeconds, max: limits.codeMailRequestsPerQuarterHour }
  await recordAttemptOrFail(tx, addressSubject('code-mail', request.address), limit, services.now())
  await enqueueJob(tx, 'accounts.mailCode', { email, purpose })
}

/**
 * Mails a link for choosing a password to a user who signed in with a password that an administrator set. Sends nothing
 * beyond a few mails an hour, because the last link is still valid.
 */
export async function mailOwnPasswordLink(call: Call<'tx' | 'services'>, accountId: string): Promise<void> {
  const { tx, services } = call
  const owner = await findCodeOwnerById(tx, accountId)
  if (!owner) return
  const limit = { windowSeconds: hourMs / 1000, max: limits.codeMailsPerHour }
  const subject = `code-mail:own_password:${owner.id}`
  const { waitSeconds } = await recordAttempt(tx, subject, limit, services.now())
  if (waitSeconds > 0) return
  await mailNewCode(call, owner, 'reset_password', 'member_password')
}

/**
 * Creates a code, replaces older ones, and mails its link.
 * @param template template of the mail; by default the one with the name of the purpose
 */
export async function mailNewCode(
  { tx, services }: Call<'tx' | 'services'>,
  owner: CodeOwner,
  purpose: CodePurpose,
  template: CodePurpose | 'member_created' | 'member_password' | 'email_undone' = purpose,
): Promise<void> {
  const now = services.now()
  const hours = codeHours[purpose]
  const code = newSecret()
  const expiresAt = new Date(now.getTime() + hours * hourMs)
  await replaceCode(tx, {
    sha256: code.sha256,
    accountId: owner.id,
    purpose,
    email: owner.email,
    now,
    expiresAt,
  })
  await sendMail(tx, services, {
    to: owner.email,
    name: owner.name,
    language: owner.language,
    template,
    params: { hours, organization: owner.organization_name },
    link: codeLinks[purpose](code.text),
  })
}

/**
 * Verifies an email address with the code mailed to it. For the first administrator of an organization, also verifies
 * the organization and sends the welcome mail.
 * @throws account.code_invalid
 */
export async function verifyEmail(call: Call<'tx' | 'services' | 'request'>, code: string): Promise<void> {
  const { tx, services, request } = call
  const now = services.now()
  const owner = await redeemCode(tx, hashToken(code), 'verify_email', now)
  if (!owner) fail('account.code_invalid')
  await recordAudit(tx, sourceOf(owner, request), {
    objectType: 'account',
    objectId: owner.id,
  })
  await markEmailVerified(call, owner)
}

/**
 * Marks an email address as verified. The first administrator of an organization gets the welcome mail. If the account
 * is a waiting member, asks the administrators to approve.
 */
async function markEmailVerified(call: Call<'tx' | 'services'>, owner: CodeOwner): Promise<void> {
  const { tx, services } = call
  const isOrganizationNew = await updateEmailVerified(tx, owner, services.now())
  if (owner.membership === 'waiting' && owner.email_verified_at === null) await mailWaiting(call, owner)
  if (!isOrganizationNew) return
  await enqueueJob(tx, 'partners.joinInviters', { organizationId: owner.organization_id })
  await sendMail(tx, services, {
    to: owner.email,
    name: owner.name,
    language: owner.language,
    template: 'registration_welcome',
    params: { organization: owner.organization_name },
    link: '/followcard/list',
  })
}

/** Notifies the administrators by mail and in the portal about a waiting member whose address is verified (rules §4). */
async function mailWaiting(call: Call<'tx' | 'services'>, owner: CodeOwner): Promise<void> {
  const { tx, services } = call
  const organizationId = owner.organization_id
  const administrators = await listAdministrators(tx, organizationId)
  for (const administrator of administrators) {
    await sendMail(tx, services, {
      to: administrator.email,
      name: administrator.name,
      language: administrator.language,
      template: 'member_waiting',
      params: { member: owner.name, organization: owner.organization_name },
      link: '/user/userManager',
    })
  }
  const readers = administrators.map(({ id }) => id)
  await notifyAccounts(call, readers, { kind: 'member_waiting', orderId: null, organizationId })
  await notifyChange(tx, { feature: 'members', id: null, organizationIds: [organizationId] })
}

/**
 * Checks the code of a reset mail without using it up. Unknown, used and expired codes get the same error.
 * @returns number of active API keys that the owner of the code created
 * @throws account.code_invalid; request.too_many beyond 30 checks a minute per IP address
 */
export async function checkResetCode(
  { tx, services, request }: Call<'tx' | 'services' | 'request'>,
  code: string,
): Promise<{ apiKeys: number }> {
  const limit = { windowSeconds: 60, max: limits.codeChecksPerMinute }
  await recordAttemptOrFail(tx, addressSubject('reset_code', request.address), limit, services.now())
  const sha256 = hashToken(code)
  const isGood = await isValidCode(tx, sha256, 'reset_password', services.now())
  if (!isGood) fail('account.code_invalid')
  return { apiKeys: await countKeysOfCode(tx, sha256, services.now()) }
}

/**
 * Sets a new password with a mailed code and revokes all sessions of the account. Hashes the password outside of the
 * transaction.
 * @throws account.code_invalid, account.password_too_common at the field `newPwd`
 */
export async function resetPassword(
  call: Call<'inOwnTransaction' | 'services' | 'request'>,
  code: string,
  digest: string,
  revokesKeys: boolean,
): Promise<void> {
  const { services, request } = call
  const sha256 = hashToken(code)
  const isGood = await isValidCode(services.database.db, sha256, 'reset_password', services.now())
  if (!isGood) fail('account.code_invalid')
  const passwordHash = await hashNewPassword(digest, 'newPwd')
  await call.inOwnTransaction(async (tx) => {
    const now = services.now()
    const owner = await redeemCode(tx, sha256, 'reset_password', now)
    if (!owner) fail('account.code_invalid')
    const action = 'accounts.resetPassword'
    await setNewPassword({ tx, services }, owner, passwordHash, { request, action, revokesKeys })
    // The code was mailed to the address. Its use therefore also verifies the address of an account that an administrator
    // created.
    if (owner.email_verified_at === null) await markEmailVerified({ tx, services }, owner)
  })
}

function sourceOf(owner: CodeOwner, request: RequestFacts) {
  return { accountId: owner.id, accountName: owner.name, organizationId: owner.organization_id, request }
}

/** Returns the administrators of an organization who receive its mails. */
export function listMailAdministrators(tx: Tx, organizationId: string): Promise<MailRecipient[]> {
  return listAdministrators(tx, organizationId)
}
