import { limits } from '@pontic/contract'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { JobHandlers } from './job-table.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const keptDays = 30

/** The handler of the clean-up job. */
export const cleanupJobs: JobHandlers<'cleanup'> = {
  'cleanup.run': (_payload, { database, now }) => database.transaction((tx) => removeExpired(tx, now())),
}

/**
 * Removes expired sessions, tokens, links, codes, captchas, pending two-factor sign-ins, tickets, idempotency keys, attempt
 * counters and exports, drafts of cases (rules §16), old notifications, preview visits, records of mails about cases and failed jobs,
 * and organizations and members that were never
 * verified (rules §4).
 */
export async function removeExpired(tx: Tx, now: Date): Promise<void> {
  const at = now.toISOString()
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
  await tx.deleteFrom('access_token').where('expires_at', '<', at).execute()
  await tx
    .deleteFrom('session')
    .where('expires_at', '<', ago(keptDays * dayMs))
    .execute()
  await tx.deleteFrom('refresh_token').where('expires_at', '<', at).execute()
  await tx.deleteFrom('email_code').where('expires_at', '<', ago(dayMs)).execute()
  await tx
    .deleteFrom('email_undo')
    .where('expires_at', '<', ago(limits.emailUndoKeptDays * dayMs))
    .execute()
  await tx
    .deleteFrom('api_key_link')
    .where('expires_at', '<', ago(keptDays * dayMs))
    .execute()
  await tx.deleteFrom('typed_code').where('expires_at', '<', ago(hourMs)).execute()
  await tx.deleteFrom('captcha').where('expires_at', '<', at).execute()
  await tx.deleteFrom('sign_in_challenge').where('expires_at', '<', at).execute()
  await tx.deleteFrom('download_ticket').where('expires_at', '<', at).execute()
  await tx.deleteFrom('patient_export').where('created_at', '<', ago(hourMs)).execute()
  await tx.deleteFrom('list_export').where('created_at', '<', ago(hourMs)).execute()
  await tx
    .deleteFrom('preview_link_view')
    .where('viewed_at', '<', ago(limits.previewViewDays * dayMs))
    .execute()
  await tx
    .deleteFrom('notification')
    .where('created_at', '<', ago(limits.notificationDays * dayMs))
    .execute()
  await tx
    .deleteFrom('idempotency_key')
    .where('created_at', '<', ago(limits.idempotencyHours * hourMs))
    .execute()
  // A draft whose case was sent or discarded is not listed any more.
  await sql`delete from case_draft d where d.updated_at < ${ago(limits.caseDraftDays * dayMs)}::timestamptz
    or exists (select 1 from orders o where o.id = d.order_id
      and (o.status not in ('scanned', 'uploaded') or o.discarded_at is not null))`.execute(tx)
  await tx.deleteFrom('attempt').where('expires_at', '<', at).execute()
  await tx.deleteFrom('case_mail').where('mailed_at', '<', ago(hourMs)).execute()
  await removeFailedJobs(tx, new Date(now.getTime() - keptDays * dayMs))
  await removeUnverified(tx, ago(limits.unverifiedOrganizationDays * dayMs))
  await removeUnverifiedMembers(tx, ago(limits.unverifiedMemberDays * dayMs))
}

// Removes jobs that failed for good. They are kept for 30 days, so that an operator can see and repeat them.
async function removeFailedJobs(tx: Tx, before: Date): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker._private_jobs
    where attempts >= max_attempts and locked_at is null and updated_at < ${before}))`.execute(tx)
}

async function removeUnverified(tx: Tx, before: string): Promise<void> {
  // Locks the rows first. An organization that a concurrent transaction verifies is then skipped, and so are its accounts.
  const rows = await tx
    .selectFrom('organization')
    .select('id')
    .where('verified_at', 'is', null)
    .where('registered_at', '<', before)
    .orderBy('id')
    .forUpdate()
    .execute()
  const unverified = sql<string>`any(${rows.map((row) => row.id)}::uuid[])`
  await tx
    .deleteFrom('partnership')
    .where((eb) => eb.or([eb('low_id', '=', unverified), eb('high_id', '=', unverified)]))
    .execute()
  await tx.deleteFrom('account').where('organization_id', '=', unverified).execute()
  await tx.deleteFrom('org_status_slot').where('organization_id', '=', unverified).execute()
  await tx.deleteFrom('organization').where('id', '=', unverified).execute()
}

// Removes accounts of members who registered but never verified their email address, which others can then use. Accounts that
// an administrator created are kept, verified or not.
async function removeUnverifiedMembers(tx: Tx, before: string): Promise<void> {
  await tx
    .deleteFrom('account')
    .where('email_verified_at', 'is', null)
    .where('is_organization_administrator', '=', false)
    .where('password_hash', '<>', '!')
    .where('must_change_password', '=', false)
    .where('created_at', '<', before)
    // Without a session no row refers to the account by a foreign key that would prevent the delete.
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('session').select('id').whereRef('session.account_id', '=', 'account.id'))),
    )
    .execute()
}
