import type { Database } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import type { Mailer } from './mailer.ts'

/** Creates the mailer of the demo mode. It stores mails in the database, and `/dev/mail` shows them. */
export function openDevelopmentMailer({ db }: Database, now: () => Date): Mailer {
  return {
    send: async (mail) => {
      await db
        .insertInto('development_message')
        .values({
          id: newId(),
          kind: 'mail',
          sent_at: now(),
          recipient: mail.to,
          subject: mail.subject,
          body_text: mail.text,
          body_html: mail.html,
          links: [...mail.links],
        })
        .execute()
    },
    isReal: false,
    isReachable: async () => true,
    close: async () => {},
  }
}
