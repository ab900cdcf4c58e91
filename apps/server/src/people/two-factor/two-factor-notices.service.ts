import type { Language } from '@pontic/contract'
import { type AuditSource, writeAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import type { Services } from '../../platform/services.ts'

/** What has changed; the mail's text has a sentence for each. */
export type TwoFactorChange =
  | 'addTotp'
  | 'removeTotp'
  | 'addPasskey'
  | 'removePasskey'
  | 'makeRecoveryCodes'
  | 'useRecoveryCode'
  | 'reset'

/** Writes the audit record of a change and mails the account's owner, so that nobody changes it unseen. */
export async function tellTwoFactorChange(
  tx: Tx,
  services: Services,
  by: Scope | AuditSource,
  account: { id: string; name: string; email: string; language: Language },
  change: TwoFactorChange,
): Promise<void> {
  await writeAudit(tx, by, { action: `twoFactor.${change}`, objectType: 'account', objectId: account.id })
  await sendMail(tx, services, {
    to: account.email,
    name: account.name,
    language: account.language,
    template: 'two_factor_changed',
    params: { change },
    link: '/myinfo/security',
  })
}
