import { type EmailUndo, type LinkState, limits } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { hashToken } from '../../platform/http/actor.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call, ReadCall } from '../../platform/http/handlers.ts'
import { revokeSessionsOfAccount } from '../../platform/http/revoke-sessions.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import { newSecret } from '../../platform/secrets/tokens.ts'
import { removeFactorsSince } from '../two-factor/requirement.service.ts'
import { deleteCodes } from './account-settings.queries.ts'
import { keysCompromised } from './accounts.hooks.ts'
import { findCodeOwnerById, hasAccountWithEmail } from './accounts.queries.ts'
import { mailNewCode } from './accounts.service.ts'
import {
  createEmailUndo,
  type EmailUndoRow,
  findEmailUndo,
  lockEmailUndo,
  restoreEmail,
  updateEmailUndosUsed,
} from './email-undo.queries.ts'
import { deleteTypedCodes } from './typed-codes.service.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Creates the link that reverts a change of email address, for a mail to the old address. @returns its path */
export async function createUndoLink(
  tx: Tx,
  change: { accountId: string; email: string; newEmail: string },
  now: Date,
): Promise<string> {
  const code = newSecret()
  const expiresAt = new Date(now.getTime() + limits.emailUndoDays * dayMs)
  await createEmailUndo(tx, { ...change, sha256: code.sha256, now, expiresAt })
  return `/undoEmail#code=${code.text}`
}

function stateOf(row: EmailUndoRow, now: Date): LinkState {
  if (row.used_at !== null) return 'used'
  return Date.parse(row.expires_at) > now.getTime() ? 'open' : 'expired'
}

/** Returns the change that a link reverts, and the state of the link. @throws account.code_invalid */
export async function getEmailUndo({ tx, services }: ReadCall<'services'>, code: string): Promise<EmailUndo> {
  const row = (await findEmailUndo(tx, hashToken(code))) ?? fail('account.code_invalid')
  return {
    state: stateOf(row, services.now()),
    email: row.email,
    newEmail: row.new_email,
    changedAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

/**
 * Restores the old email address of an account. The person who changed the address may know the password and may have
 * added credentials. Therefore the function removes the password, and mails the old address a link that sets a new
 * password. It revokes all sessions, and the API keys created since the earliest time at which the change can have been
 * requested. It deletes all codes and recovery codes, and the second factors added since that time.
 * @throws account.code_invalid, link.used, link.expired, account.email_taken
 */
export async function undoEmailChange(
  call: Call<'tx' | 'services' | 'request'>,
  code: string,
): Promise<void> {
  const { tx, services, request } = call
  const now = services.now()
  const undo = (await lockEmailUndo(tx, hashToken(code))) ?? fail('account.code_invalid')
  const state = stateOf(undo, now)
  if (state !== 'open') fail(state === 'used' ? 'link.used' : 'link.expired')
  const { account_id: id, email } = undo
  if (undo.current_email !== email && (await hasAccountWithEmail(tx, email, now, id)))
    fail('account.email_taken')
  await updateEmailUndosUsed(tx, undo, now)
  await restoreEmail(tx, id, email, now)
  await deleteCodes(tx, id)
  await deleteTypedCodes(tx, id)
  await revokeSessionsOfAccount(tx, id, 'email_undo', now)
  // The code of a change expires, so the change cannot have been requested before this time.
  const since = new Date(Date.parse(undo.created_at) - limits.emailChangeHours * hourMs)
  await removeFactorsSince(tx, id, since, now)
  const creator = { id, name: undo.name, organizationId: undo.organization_id, request }
  await keysCompromised.run({ tx, services }, creator, since)
  await recordAudit(
    tx,
    { accountId: id, accountName: undo.name, organizationId: undo.organization_id, request },
    { action: 'accounts.undoEmailChange', objectType: 'account', objectId: id, withheld: ['email'] },
  )
  const owner = (await findCodeOwnerById(tx, id)) ?? fail('account.code_invalid')
  await mailNewCode(call, owner, 'reset_password', 'email_undone')
  await notifyNewAddress(call, undo)
  await notifyChange(tx, { feature: 'accounts', id, organizationIds: [], accountIds: [id] })
}

// Notifies the new address, because the user may have made the change and somebody else may read the old mailbox.
async function notifyNewAddress(
  { tx, services }: Call<'tx' | 'services'>,
  undo: EmailUndoRow,
): Promise<void> {
  if (undo.current_email === undo.email) return
  await sendMail(tx, services, {
    to: undo.current_email,
    name: undo.name,
    language: undo.language,
    template: 'email_change_undone',
    params: { organization: undo.organization_name },
    link: '/login',
  })
}
