import type { Language } from '@pontic/contract'
import { businessTypes } from '@pontic/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { eraseAccountTraces } from './closing-traces.queries.ts'

/** Marks an account as closed. */
export async function updateClosed(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('account').set({ deleted_at: now, updated_at: now }).where('id', '=', id).execute()
}

/** Returns up to `count` accounts that were closed before `before` and are not erased yet. */
export function listClosedAccounts(
  db: Db,
  before: Date,
  count: number,
): Promise<{ id: string; language: Language }[]> {
  return db
    .selectFrom('account')
    .select(['id', 'language'])
    .where('deleted_at', '<', before.toISOString())
    .where('erased_at', 'is', null)
    .orderBy('id')
    .limit(count)
    .execute()
}

const ownTables = [
  'session',
  'email_code',
  'email_undo',
  'api_key_link',
  'typed_code',
  'idempotency_key',
  'passkey',
  'totp',
  'recovery_code',
  'prescription_preferences',
] as const

// Tables of the shares through which the person sees cases.
const sharedTables = ['order_share', 'order_share_address'] as const

/**
 * Erases the personal data of an account: name, addresses, telephone number, picture and sessions. Closes the account if
 * it is open, as after the restore of a backup. The row remains, because cases refer to it. The email address can be
 * registered again.
 * @param name replacement of the name
 */
export async function eraseAccount(tx: Tx, id: string, name: string, now: Date): Promise<void> {
  await eraseAccountTraces(tx, id, name)
  await tx
    .updateTable('account')
    .set({
      name,
      email: `closed-${id}@invalid`,
      password_hash: '!',
      telephone: null,
      location: null,
      license_number: null,
      avatar_image_id: null,
      time_zone: null,
      deleted_at: sql<Date>`coalesce(deleted_at, ${now}::timestamptz)`,
      erased_at: now,
    })
    .where('id', '=', id)
    .execute()
  await tx.updateTable('work_order').set({ contact_phone: null }).where('submitter_id', '=', id).execute()
  await eraseOwnOrganization(tx, id, name)
  for (const table of ownTables) await tx.deleteFrom(table).where('account_id', '=', id).execute()
  for (const table of sharedTables) await tx.deleteFrom(table).where('account_id', '=', id).execute()
  await eraseTemplates(tx, id, name)
  // Marks only the avatar as unused, because logos and covers belong to the organization.
  await tx
    .updateTable('image')
    .set({ used_at: null })
    .where('account_id', '=', id)
    .where('purpose', '=', 'avatar')
    .execute()
  await tx.updateTable('order_event').set({ account_name: name }).where('account_id', '=', id).execute()
  await sql`select rename_review_author(${id}::uuid, ${name})`.execute(tx)
  await tx.updateTable('order_file').set({ account_name: name }).where('account_id', '=', id).execute()
  await tx.updateTable('orders').set({ sender_name: name }).where('sender_account_id', '=', id).execute()
  await tx
    .updateTable('invitation')
    .set({ inviter_name: name })
    .where('inviter_account_id', '=', id)
    .execute()
}

/** Erases the organization of an individual, which has their name and address (rules §4). */
async function eraseOwnOrganization(tx: Tx, accountId: string, name: string): Promise<void> {
  await tx
    .updateTable('organization')
    .set({ name, name_key: `closed ${accountId}`, address: '', contact_person: '', email: '' })
    .where('id', '=', (eb) => eb.selectFrom('account').select('organization_id').where('id', '=', accountId))
    .where('business_type', '=', businessTypes.person)
    .execute()
}

/** Deletes private templates of a person. Shared templates belong to the clinic and remain under the replacement name. */
async function eraseTemplates(tx: Tx, accountId: string, name: string): Promise<void> {
  await tx
    .deleteFrom('prescription_template')
    .where('account_id', '=', accountId)
    .where('is_shared', '=', false)
    .execute()
  await tx
    .updateTable('prescription_template')
    .set({ account_name: name })
    .where('account_id', '=', accountId)
    .execute()
}
