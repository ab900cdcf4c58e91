import { type Language, limits } from '@pontic/contract'
import { translate } from '@pontic/messages'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { revokeSessionsOfAccount } from '../../platform/http/revoke-sessions.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import type { Services } from '../../platform/services.ts'
import { recordErasure } from '../../platform/storage/erasure-record.ts'
import { deleteCodes } from './account-settings.queries.ts'
import { lockAdministrators } from './administrators.service.ts'
import { eraseAccount, listClosedAccounts, updateClosed } from './closing.queries.ts'
import { deleteTypedCodes } from './typed-codes.service.ts'

const dayMs = 86_400_000
const batchRows = 200

/**
 * Closes the caller's account. It can no longer sign in, and its sessions are revoked. Its actions remain on cases.
 * Name and email address are erased after 30 days.
 * @throws account.last_administrator
 */
export async function closeAccount({
  tx,
  scope,
  services,
}: Call<'tx' | 'scope' | 'services'>): Promise<void> {
  const { id, name, email, language } = scope.account
  const { id: organizationId, name: organization } = scope.organization
  // Two administrators who close at the same time wait for each other, so that one of them remains.
  const administrators = await lockAdministrators(tx, scope)
  const isLast = administrators.length === 1 && administrators[0] === id
  if (isLast) fail('account.last_administrator', { organization })
  const now = services.now()
  await updateClosed(tx, id, now)
  await deleteCodes(tx, id)
  await deleteTypedCodes(tx, id)
  await revokeSessionsOfAccount(tx, id, 'disabled', now)
  await recordAudit(tx, scope, { objectType: 'account', objectId: id })
  await notifyChange(tx, { feature: 'members', id: null, organizationIds: [organizationId] })
  await sendMail(tx, services, {
    to: email,
    name,
    language,
    template: 'account_closed',
    params: { organization, days: limits.closedAccountDays },
    link: '/login',
  })
}

/** Erases names and addresses of accounts that were closed at least 30 days ago. Their actions on cases remain. */
export async function eraseClosedAccounts(services: Services): Promise<void> {
  const { database } = services
  const before = new Date(services.now().getTime() - limits.closedAccountDays * dayMs)
  for (;;) {
    const accounts = await listClosedAccounts(database.db, before, batchRows)
    for (const { id, language } of accounts) {
      await database.transaction((tx) => eraseClosedAccount({ tx, services }, { id, language }))
    }
    if (accounts.length < batchRows) return
  }
}

/** Erases the personal data of a closed account and replaces the name by “Former user” in the account's language. */
export async function eraseClosedAccount(
  call: Call<'tx' | 'services'>,
  account: { id: string; language: Language },
): Promise<void> {
  await eraseAccountWithName(call, account.id, translate(account.language, 'accounts.formerName'))
}

/**
 * Erases the personal data of an account and replaces the name by `name`. Records the erasure first, so that it can be
 * repeated after the database was restored from a backup.
 */
export async function eraseAccountWithName(
  { tx, services }: Call<'tx' | 'services'>,
  id: string,
  name: string,
): Promise<void> {
  await recordErasure(services, { id, accountName: name })
  await eraseAccount(tx, id, name, services.now())
  await recordAudit(tx, {}, { action: 'accounts.erase', objectType: 'account', objectId: id })
}
