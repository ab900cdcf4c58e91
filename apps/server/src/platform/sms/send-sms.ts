import { type Language, MobileNumber, readInput } from '@pontic/contract'
import { type MailTemplate, type MessageParams, translate } from '@pontic/messages'
import type { Tx } from '../db/database.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import type { Services } from '../services.ts'

// An SMS is useless hours later, so tries end within minutes.
const attemptsMax = 6

/** Enqueues an SMS in the reader's language. It is sent after the transaction commits. @param sms `to` is a `MobileNumber` */
export async function sendSms(
  tx: Tx,
  sms: { to: string; language: Language; template: 'mobile_code'; params: MessageParams },
): Promise<void> {
  const text = translate(sms.language, `sms.${sms.template}`, sms.params)
  await enqueueJob(tx, 'sms.send', { to: sms.to, text }, { attemptsMax })
}

/**
 * Enqueues an SMS with the subject of a mail and the link of its button. Nothing is sent to a number without a country code,
 * which an administrator may have entered.
 */
export async function sendNoticeSms(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  sms: { to: string; language: Language; template: MailTemplate; params: MessageParams; link: string },
): Promise<void> {
  const number = readInput(MobileNumber, sms.to)
  if (!number.isValid) return
  const subject = translate(sms.language, `mail.${sms.template}.subject`, sms.params)
  const text = `Pontic: ${subject}\n${config.publicUrl}${sms.link}`
  await enqueueJob(tx, 'sms.send', { to: number.value, text }, { attemptsMax })
}
