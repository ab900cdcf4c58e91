import type { Language, Notification } from '@pontic/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** The subscription of a browser to its push service. */
export type PushSubscription = { endpoint: string; publicKey: Buffer; secret: Buffer }

/** Replaces the subscription of a session, and deletes the one that the same browser has in another session. */
export async function saveSubscription(
  tx: Tx,
  owner: { sessionId: string; accountId: string; at: Date },
  { endpoint, publicKey, secret }: PushSubscription,
): Promise<void> {
  await tx.deleteFrom('push_subscription').where('endpoint', '=', endpoint).execute()
  await deleteSubscription(tx, owner.sessionId)
  await tx
    .insertInto('push_subscription')
    .values({
      session_id: owner.sessionId,
      account_id: owner.accountId,
      endpoint,
      public_key: publicKey,
      secret,
      created_at: owner.at,
    })
    .execute()
}

/** Deletes the subscription of a session. */
export async function deleteSubscription(db: Db | Tx, sessionId: string): Promise<void> {
  await db.deleteFrom('push_subscription').where('session_id', '=', sessionId).execute()
}

/** Returns whether the browser of a session is subscribed. */
export async function hasSubscription(tx: Tx, sessionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('push_subscription')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the sessions of these accounts whose browser is subscribed. */
export async function listSubscribedSessions(
  tx: Tx,
  accountIds: readonly string[],
): Promise<{ sessionId: string; accountId: string }[]> {
  return await tx
    .selectFrom('push_subscription')
    .select(['session_id as sessionId', 'account_id as accountId'])
    .where('account_id', '=', sql<string>`any(${accountIds}::uuid[])`)
    .orderBy('session_id')
    .execute()
}

/** A notification, with the subscription to which it is sent. */
export type BrowserNotification = PushSubscription &
  Pick<
    Notification,
    'kind' | 'orderId' | 'workOrderId' | 'number' | 'organization' | 'reason' | 'day' | 'count'
  > & { language: Language }

/**
 * Finds an unread notification with the subscription of a session, unless the session has ended, the account is disabled
 * or closed, or its organization is banned or closed.
 */
export async function findBrowserNotification(
  db: Db,
  sessionId: string,
  notificationId: string,
  now: Date,
): Promise<BrowserNotification | undefined> {
  const { rows } = await sql<BrowserNotification>`
    select p.endpoint, p.public_key as "publicKey", p.secret, a.language, n.kind, n.order_id as "orderId",
      n.work_order_id as "workOrderId", coalesce(o.number, w.number) as number, g.name as organization, n.reason, n.day, n.count
    from push_subscription p join session s on s.id = p.session_id join account a on a.id = p.account_id
      join organization own on own.id = a.organization_id
      join notification n on n.account_id = p.account_id and n.id = ${notificationId}::uuid
      join organization g on g.id = n.organization_id left join orders o on o.id = n.order_id
      left join work_order w on w.id = n.work_order_id
    where p.session_id = ${sessionId}::uuid and n.read_at is null
      and s.revoked_at is null and s.expires_at > ${now} and a.disabled_at is null and a.deleted_at is null
      and own.banned_at is null and own.deleted_at is null`.execute(db)
  return rows[0]
}
