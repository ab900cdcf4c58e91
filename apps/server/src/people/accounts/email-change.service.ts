import { limits } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { hashToken } from '../../platform/http/actor.ts'
import { recordAttemptOrFail } from '../../platform/http/attempts.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import { newSecret } from '../../platform/secrets/tokens.ts'
import {
  deleteCodes,
  lockActiveAccount,
  redeemEmailChange,
  replaceEmailCode,
  updateEmail,
} from './account-settings.queries.ts'
import { hasAccountWithEmail } from './accounts.queries.ts'
import { createUndoLink } from './email-undo.service.ts'

const hourMs = 3_600_000

/**
 * Requests a change of the caller's email address. Only the job checks whether the new address is in use, so that the
 * reply does not reveal it.
 * @throws account.email_same at the field `email`, request.too_many
 */
export async function requestEmailChange(
  { tx, scope, services }: Call<'tx' | 'scope' | 'services'>,
  email: string,
): Promise<void> {
  if (email === scope.account.email) fail('account.email_same', {}, { email: 'email_same' })
  const limit = { windowSeconds: 3_600, max: limits.emailChangesPerHour }
  await recordAttemptOrFail(tx, `email-change:${scope.account.id}`, limit, services.now())
  await enqueueJob(tx, 'accounts.mailEmailChange', { accountId: scope.account.id, email })
  await recordAudit(tx, scope, {
    objectType: 'account',
    objectId: scope.account.id,
  })
}

/**
 * Mails a link to the new email address, unless another account uses or reserves it. Notifies the old address in both
 * cases, so that the user notices if somebody else requested the change.
 */
export async function mailEmailChange(
  { tx, services }: Call<'tx' | 'services'>,
  accountId: string,
  email: string,
): Promise<void> {
  const account = await lockActiveAccount(tx, accountId)
  if (!account || account.email === email) return
  const now = services.now()
  const { name, language } = account
  const hours = limits.emailChangeHours
  await sendMail(tx, services, {
    to: account.email,
    name,
    language,
    template: 'email_change_asked',
    params: { email },
    link: '/myinfo/account',
  })
  if (await hasAccountWithEmail(tx, email, now, accountId)) return
  const code = newSecret()
  const expiresAt = new Date(now.getTime() + hours * hourMs)
  await replaceEmailCode(tx, { sha256: code.sha256, accountId, email, now, expiresAt })
  await sendMail(tx, services, {
    to: email,
    name,
    language,
    template: 'email_change',
    params: { hours, email },
    link: `/modifyEmail#code=${code.text}`,
  })
}

/**
 * Sets the new email address with the code mailed to it. The old address stays reserved for 7 days and receives a link
 * that reverts the change. Other codes of the account become invalid.
 * @throws account.code_invalid; account.email_taken if the new address was registered in the meantime
 */
export async function changeEmail(
  { tx, services, request }: Call<'tx' | 'services' | 'request'>,
  code: string,
): Promise<{ email: string }> {
  const now = services.now()
  const redeemed = await redeemEmailChange(tx, hashToken(code), now)
  const account = redeemed && (await lockActiveAccount(tx, redeemed.account_id))
  if (!redeemed || !account) fail('account.code_invalid')
  const { email } = redeemed
  if (await hasAccountWithEmail(tx, email, now, account.id)) fail('account.email_taken')
  await updateEmail(tx, account.id, email, now)
  await deleteCodes(tx, account.id)
  const change = { accountId: account.id, email: account.email, newEmail: email }
  const undoLink = await createUndoLink(tx, change, now)
  await recordAudit(
    tx,
    { accountId: account.id, accountName: account.name, organizationId: account.organization_id, request },
    { objectType: 'account', objectId: account.id, withheld: ['email'] },
  )
  await sendMail(tx, services, {
    to: account.email,
    name: account.name,
    language: account.language,
    template: 'email_changed',
    params: { email, days: limits.emailUndoDays },
    link: undoLink,
  })
  await notifyChange(tx, {
    feature: 'accounts',
    id: account.id,
    organizationIds: [],
    accountIds: [account.id],
  })
  return { email }
}
