import { sql } from 'kysely'
import { toJobFailure } from '../jobs/job-failure.ts'
import { getOutletState } from '../jobs/outlet-state.ts'
import type { Services } from '../services.ts'

/** Looks for the end of a failure of the SMTP server. */
export type MailWatch = { look: () => Promise<void> }

/**
 * Watches a failing SMTP server. A mail that failed often is attempted every six hours only. When the server accepts a sign-in
 * again, `look` therefore makes all mails due that wait for it, once for each failure and once after the start of the node. They
 * run after other jobs that are due.
 */
export function watchMails({ database, mailer }: Pick<Services, 'database' | 'mailer'>): MailWatch {
  let wasUnreachable = true
  let isLooking = false
  const look = async () => {
    const { failingSince } = await getOutletState(database.db, 'mail')
    if (failingSince === null) return
    const isReachable = await mailer.isReachable()
    if (isReachable && wasUnreachable) await makeMailsDue({ database })
    wasUnreachable = !isReachable
  }
  return {
    look: async () => {
      if (isLooking) return
      isLooking = true
      try {
        await look()
      } finally {
        isLooking = false
      }
    },
  }
}

/** Makes failed mails due, except those that the server refused. */
async function makeMailsDue({ database: { db } }: Pick<Services, 'database'>): Promise<void> {
  const { rows } = await sql<{ id: string; last_error: string | null }>`
    select j.id, j.last_error from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'mail.send' and j.is_available and j.attempts > 0 and j.run_at > now()`.execute(db)
  const ids = rows
    .filter(({ last_error }) => toJobFailure(last_error ?? '').failure !== 'refused')
    .map(({ id }) => id)
  if (ids.length === 0) return
  await sql`update graphile_worker._private_jobs set run_at = now(), priority = greatest(priority, 1)
    where id = any(${ids}) and is_available`.execute(db)
}
