import { listMailAdministrators } from '../accounts/accounts.service.ts'
import type { Tx } from '../db/database.ts'
import { addAttempt } from '../http/attempts.ts'
import { sendMail } from '../mail/send-mail.ts'
import type { Services } from '../services.ts'

/** The mails about partnerships, by their templates. */
export type PartnerMail = 'partner_applied' | 'partner_approved' | 'partner_refused' | 'partner_ended'

const daySeconds = 86_400
/** Mails of one kind from one organization to another a day: applying and cancelling in turn floods nobody. */
const mailsPerDay = 5

/** Mails the administrators of an organization what another one has done. */
export async function mailPartner(
  tx: Tx,
  services: Services,
  from: { id: string; name: string },
  other: { id: string; name: string },
  template: PartnerMail,
): Promise<void> {
  const subject = `partner-mail:${template}:${from.id}:${other.id}`
  const { count } = await addAttempt(tx, subject, daySeconds, services.now())
  if (count > mailsPerDay) return
  for (const administrator of await listMailAdministrators(tx, other.id)) {
    await sendMail(tx, services, {
      to: administrator.email,
      name: administrator.name,
      language: administrator.language,
      template,
      params: { organization: from.name, recipient: other.name },
      link: '/followcard/list',
    })
  }
}
