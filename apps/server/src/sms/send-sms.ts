import type { Language } from '@pontic/contract'
import { type MessageKey, type MessageParams, translate } from '@pontic/messages'
import type { Tx } from '../db/database.ts'
import { addJob } from '../jobs/add-job.ts'

// What is sent hours later helps nobody: tries end within minutes.
const attemptsMax = 6

/** Sends an SMS once the transaction commits, in its reader's language. @param to as `MobileNumber` has it */
export async function sendSms(
  tx: Tx,
  sms: { to: string; language: Language; template: 'mobile_code'; params: MessageParams },
): Promise<void> {
  const text = translate(sms.language, `sms.${sms.template}` as MessageKey, sms.params)
  await addJob(tx, 'sms.send', { to: sms.to, text }, { attemptsMax })
}
