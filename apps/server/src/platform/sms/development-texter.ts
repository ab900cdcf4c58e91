import type { Database } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import type { Texter } from './texter.ts'

/** SMS of the demo mode: they are stored in the database, and `/dev/sms` shows them. */
export function openDevelopmentTexter({ db }: Database, now: () => Date): Texter {
  return {
    send: async ({ to, text }) => {
      const message = { id: newId(), kind: 'sms' as const, sent_at: now(), recipient: to, body_text: text }
      await db.insertInto('development_message').values(message).execute()
    },
  }
}
