import type { Language } from '@pontic/contract'
import { type AuditSource, recordAudit } from '../../platform/audit/audit.service.ts'
import type { Call } from '../../platform/http/handlers.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'

/** The change; the mail has a sentence for each. */
export type TwoFactorChange =
  | 'addTotp'
  | 'removeTotp'
  | 'addPasskey'
  | 'removePasskey'
  | 'makeRecoveryCodes'
  | 'useRecoveryCode'
  | 'reset'

/** Records a change in the audit and mails the account's owner, so that it cannot go unnoticed. */
export async function notifyTwoFactorChange(
  { tx, services }: Call<'tx' | 'services'>,
  by: Scope | AuditSource,
  account: { id: string; name: string; email: string; language: Language },
  change: TwoFactorChange,
): Promise<void> {
  await recordAudit(tx, by, { action: `twoFactor.${change}`, objectType: 'account', objectId: account.id })
  await sendMail(tx, services, {
    to: account.email,
    name: account.name,
    language: account.language,
    template: 'two_factor_changed',
    params: { change },
    link: '/myinfo/security',
  })
}
