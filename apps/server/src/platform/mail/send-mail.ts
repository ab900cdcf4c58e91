import type { Tx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import type { Services } from '../services.ts'
import { type MailContent, renderMail } from './render-mail.ts'

/**
 * Renders a mail with the current texts and names, and enqueues it. The mail is sent after the transaction commits, and never
 * if it rolls back.
 */
export async function sendMail(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  mail: MailContent & { to: string },
): Promise<void> {
  const rendered = renderMail(mail, config.publicUrl)
  const messageId = `<${newId()}@${new URL(config.publicUrl).hostname}>`
  await enqueueJob(tx, 'mail.send', { messageId, to: mail.to, ...rendered })
}
