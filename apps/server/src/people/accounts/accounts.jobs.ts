import { limits } from '@pontic/contract'
import { recordAttempt } from '../../platform/http/attempts.ts'
import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import { findCodeOwner } from './accounts.queries.ts'
import { mailNewCode } from './accounts.service.ts'
import { eraseClosedAccounts } from './closing.service.ts'
import { mailEmailChange } from './email-change.service.ts'

const hourSeconds = 3600

/** Jobs of accounts. */
export const accountsJobs: JobHandlers<'accounts'> = {
  'accounts.mailCode': ({ email, purpose }, services) =>
    services.database.transaction(async (tx) => {
      const owner = await findCodeOwner(tx, email)
      const isDone = purpose === 'verify_email' && owner?.email_verified_at !== null
      if (!owner || isDone) return
      // Limits the mails to one mailbox. Beyond the limit, no new code replaces the one of the last mail.
      const limit = { windowSeconds: hourSeconds, max: limits.codeMailsPerHour }
      const subject = `code-mail:${purpose}:${owner.id}`
      const { waitSeconds } = await recordAttempt(tx, subject, limit, services.now())
      if (waitSeconds === 0) await mailNewCode({ tx, services }, owner, purpose)
    }),
  'accounts.mailEmailChange': ({ accountId, email }, services) =>
    services.database.transaction((tx) => mailEmailChange({ tx, services }, accountId, email)),
  'accounts.eraseClosed': (_payload, services) => eraseClosedAccounts(services),
}
