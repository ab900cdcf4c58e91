import type { Database } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import type { SmsSender } from './sms-sender.ts'

/** Creates the SMS sender of the demo mode. It stores messages in the database, and `/dev/sms` shows them. */
export function openDevelopmentSmsSender({ db }: Database, now: () => Date): SmsSender {
  return {
    send: async ({ to, text }) => {
      const message = { id: newId(), kind: 'sms' as const, sent_at: now(), recipient: to, body_text: text }
      await db.insertInto('development_message').values(message).execute()
    },
  }
}
