import { type Language, MobileNumber, readInput } from '@pontic/contract'
import { type MailTemplate, type MessageParams, translate } from '@pontic/messages'
import type { Tx } from '../db/database.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import type { Services } from '../services.ts'

// An SMS is useless hours later, so tries end within minutes.
const attemptsMax = 6

/** Sends an SMS after the transaction commits, in its reader's language. @param to as in `MobileNumber` */
export async function sendSms(
  tx: Tx,
  sms: { to: string; language: Language; template: 'mobile_code'; params: MessageParams },
): Promise<void> {
  const text = translate(sms.language, `sms.${sms.template}`, sms.params)
  await enqueueJob(tx, 'sms.send', { to: sms.to, text }, { attemptsMax })
}

/**
 * Sends the subject of a mail as an SMS, with the link of its button. A number that an administrator entered without a country
 * code gets none.
 */
export async function sendNoticeSms(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  sms: { to: string; language: Language; template: MailTemplate; params: MessageParams; link: string },
): Promise<void> {
  const number = readInput(MobileNumber, sms.to)
  if (!number.isValid) return
  const news = translate(sms.language, `mail.${sms.template}.subject`, sms.params)
  const text = `Pontic: ${news}\n${config.publicUrl}${sms.link}`
  await enqueueJob(tx, 'sms.send', { to: number.value, text }, { attemptsMax })
}
