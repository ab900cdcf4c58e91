import type { Language } from '@pontic/contract'
import type { MailTemplate, MessageParams } from '@pontic/messages'
import { type RawBuilder, sql } from 'kysely'
import { addToBatch } from '../../platform/db/commit-batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { caseMailPauseMs } from './mail-digests.shared.ts'

/** Content of a mail about a case. `params` are in `language`. */
export type CaseMailContent = {
  template: MailTemplate
  params: MessageParams
  language: Language
  /** Path of the portal that the mail opens. */
  link: string
}

/** A mail that waits for a digest. `number` is that of its case. */
export type WaitingMail = CaseMailContent & { orderId: string; number: string }

/**
 * Records mails about a case to several accounts. Of concurrent calls for one account, one succeeds.
 * @param isForced also records mails to accounts that got one within the last ten minutes
 * @returns the accounts whose mail was recorded
 */
export async function recordCaseMails(
  tx: Tx,
  orderId: string,
  accountIds: readonly string[],
  { now, isForced }: { now: Date; isForced: boolean },
): Promise<string[]> {
  if (accountIds.length === 0) return []
  const { rows } = await insertOfCaseMails(orderId, accountIds, { now, isForced }).execute(tx)
  return rows.map(({ accountId }) => accountId)
}

/** Returns the statement of `recordCaseMails`, which may be part of a larger one. */
export function insertOfCaseMails(
  orderId: string,
  accountIds: readonly string[],
  { now, isForced }: { now: Date; isForced: boolean },
): RawBuilder<{ accountId: string }> {
  const before = new Date(now.getTime() - caseMailPauseMs)
  const condition = isForced ? sql`` : sql`where m.mailed_at <= ${before}`
  // Inserts in the order of account ids, so that two concurrent calls do not deadlock.
  return sql`insert into case_mail as m (account_id, order_id, mailed_at)
    select id, ${orderId}::uuid, ${now}::timestamptz from unnest(${[...accountIds].sort()}::uuid[]) a (id) order by id
    on conflict (account_id, order_id) do update set mailed_at = excluded.mailed_at ${condition}
    returning account_id as "accountId"`
}

/** Inserts mails about a case that wait for a digest, with the commit of the transaction. */
export async function insertWaitingMails(
  tx: Tx,
  orderId: string,
  mails: readonly (CaseMailContent & { accountId: string })[],
  at: Date,
): Promise<void> {
  if (mails.length === 0) return
  const rows = mails.map(({ accountId, template, params, language, link }) => ({
    id: newId(),
    account_id: accountId,
    ...{ template, params, language, link },
  }))
  const insert = sql`
    insert into waiting_mail (id, account_id, order_id, template, params, language, link, created_at)
    select id, account_id, ${orderId}::uuid, template, params, language, link, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as m (id uuid, account_id uuid, template text, params jsonb, language text, link text)`
  await addToBatch(tx, { inserts: [insert] })
}

/**
 * Deletes waiting mails of an account and returns them by case, oldest first. Omits mails about messages that the reader has read
 * in the meantime, and all but the last of several mails about messages of one case.
 * @param orderId restricts them to one case; null for all
 */
export async function takeWaitingMails(
  tx: Tx,
  accountId: string,
  orderId: string | null,
): Promise<WaitingMail[]> {
  const { rows } = await sql<WaitingMail>`
    with taken as (
      delete from waiting_mail where account_id = ${accountId}
        and (${orderId}::uuid is null or order_id = ${orderId}::uuid) returning *
    )
    select t.template, t.params, t.language, t.link, t.order_id as "orderId", o.number
    from taken t join orders o on o.id = t.order_id
    where o.discarded_at is null and (t.template <> 'order_messages' or (
      exists (select 1 from notification n where n.account_id = t.account_id and n.order_id = t.order_id
        and n.kind = 'order_messages' and n.read_at is null)
      and not exists (select 1 from taken later where later.order_id = t.order_id
        and later.template = 'order_messages' and (later.created_at, later.id) > (t.created_at, t.id))))
    order by min(t.created_at) over (partition by t.order_id), t.order_id, t.created_at, t.id`.execute(tx)
  return rows
}

/** Returns whether mails of an account wait for a digest. */
export async function hasWaitingMails(tx: Tx, accountId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('waiting_mail')
    .select('id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the waiting mails of an account. */
export async function deleteWaitingMails(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('waiting_mail').where('account_id', '=', accountId).execute()
}

/** The reader of a digest. */
export type DigestReader = { email: string; name: string; language: Language }

/** Finds an account that still gets mails about cases; not while it is disabled, or its organization is banned or closed. */
export async function findDigestReader(tx: Tx, accountId: string): Promise<DigestReader | undefined> {
  const { rows } = await sql<DigestReader>`
    select a.email, a.name, a.language from account a join organization o on o.id = a.organization_id
    where a.id = ${accountId} and a.accepts_order_email and a.membership = 'active' and a.disabled_at is null
      and a.deleted_at is null and a.email_verified_at is not null and o.banned_at is null
      and o.deleted_at is null`.execute(tx)
  return rows[0]
}
