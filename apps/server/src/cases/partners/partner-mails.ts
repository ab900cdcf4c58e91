import type { PartnerNotificationKind } from '@pontic/contract'
import { listMailAdministrators } from '../../people/accounts/accounts.service.ts'
import { notifyAccounts } from '../../people/notifications/notifications.service.ts'
import { recordAttempt } from '../../platform/http/attempts.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'

/** The templates of mails about partnerships. */
export type PartnerMail = PartnerNotificationKind

/**
 * Limit of mails of one kind from one organization to another, so that repeated applications do not flood a mailbox.
 */
const mailLimit = { windowSeconds: 86_400, max: 5 }

/**
 * Mails the administrators of `other` about an action of `from`, and adds bell notifications. Does nothing above the
 * limit.
 */
export async function mailPartner(
  call: Call<'tx' | 'services'>,
  from: { id: string; name: string },
  other: { id: string; name: string },
  template: PartnerMail,
): Promise<void> {
  const { tx, services } = call
  const subject = `partner-mail:${template}:${from.id}:${other.id}`
  const { waitSeconds } = await recordAttempt(tx, subject, mailLimit, services.now())
  if (waitSeconds > 0) return
  const administrators = await listMailAdministrators(tx, other.id)
  for (const administrator of administrators) {
    await sendMail(tx, services, {
      to: administrator.email,
      name: administrator.name,
      language: administrator.language,
      template,
      params: { organization: from.name, recipient: other.name },
      link: '/followcard/list',
    })
  }
  const news = { kind: template, orderId: null, organizationId: from.id }
  const readers = administrators.map(({ id }) => id)
  await notifyAccounts(call, readers, news)
}
