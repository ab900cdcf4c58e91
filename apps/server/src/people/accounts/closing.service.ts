import { type Language, limits } from '@pontic/contract'
import { translate } from '@pontic/messages'
import { writeAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import type { Services } from '../../platform/services.ts'
import { recordErasure } from '../../platform/storage/erasure-record.ts'
import { lockAdministrators } from '../members/administrators.service.ts'
import { endSessionsOfAccount } from '../session/session-end.service.ts'
import { deleteCodes } from './account-settings.queries.ts'
import { eraseAccount, listClosedAccounts, updateClosed } from './closing.queries.ts'
import { deleteTypedCodes } from './typed-codes.service.ts'

const dayMs = 86_400_000
const batchRows = 200

/**
 * Closes the caller's account: nobody signs in to it from now on, all sessions end. What he did stays with its cases;
 * his name and address go after 30 days.
 * @throws account.last_administrator
 */
export async function closeAccount(tx: Tx, scope: Scope, services: Services): Promise<void> {
  const { id, name, email, language } = scope.account
  const { id: organizationId, name: organization } = scope.organization
  // Two administrators who close at once wait for each other: one of them stays.
  const administrators = await lockAdministrators(tx, scope)
  const isLast = administrators.length === 1 && administrators[0] === id
  if (isLast) fail('account.last_administrator', { organization })
  const now = services.now()
  await updateClosed(tx, id, now)
  await deleteCodes(tx, id)
  await deleteTypedCodes(tx, id)
  await endSessionsOfAccount(tx, id, 'disabled', now)
  await writeAudit(tx, scope, { objectType: 'account', objectId: id })
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

/** Takes names and addresses out of the accounts that were closed 30 days ago; the records of cases stay. */
export async function eraseClosedAccounts(services: Services): Promise<void> {
  const { database } = services
  const before = new Date(services.now().getTime() - limits.closedAccountDays * dayMs)
  for (;;) {
    const accounts = await listClosedAccounts(database.db, before, batchRows)
    for (const { id, language } of accounts) {
      await database.transaction((tx) =>
        eraseAccountNow(tx, services, { id, language: language as Language }),
      )
    }
    if (accounts.length < batchRows) return
  }
}

/** Takes the person out of an account that is closed for good; the row stays, because cases name it. */
export async function eraseAccountNow(
  tx: Tx,
  services: Pick<Services, 'now' | 'storage'>,
  account: { id: string; language: Language },
): Promise<void> {
  await eraseAccountAs(tx, services, account.id, translate(account.language, 'accounts.formerName'))
}

/** The same, with what is to stand where the name stood. Recorded first, so that a restored backup forgets him again. */
export async function eraseAccountAs(
  tx: Tx,
  services: Pick<Services, 'now' | 'storage'>,
  id: string,
  name: string,
): Promise<void> {
  await recordErasure(services, { id, accountName: name })
  await eraseAccount(tx, id, name, services.now())
  await writeAudit(tx, {}, { action: 'accounts.erase', objectType: 'account', objectId: id })
}
