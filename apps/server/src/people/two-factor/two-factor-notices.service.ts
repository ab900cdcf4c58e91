import type { Language } from '@pontic/contract'
import { type AuditSource, recordAudit } from '../../platform/audit/audit.service.ts'
import type { Call } from '../../platform/http/handlers.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'

/** Changes of a two-factor sign-in. The mail has a sentence for each. */
export type TwoFactorChange =
  | 'addTotp'
  | 'removeTotp'
  | 'addPasskey'
  | 'removePasskey'
  | 'makeRecoveryCodes'
  | 'useRecoveryCode'
  | 'reset'

/** Audits a change of a two-factor sign-in and mails the user, so that they notice it. */
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
