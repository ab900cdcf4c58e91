import { limits, type Notification, type NotificationKind } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { PageWindow } from '../../platform/http/list-cursor.ts'

/** A notification for several readers. Its text names the organization with the id `organizationId`. */
export type NewNotification = {
  kind: NotificationKind
  orderId: string | null
  workOrderId: string | null
  organizationId: string
  reason: string | null
  /** `YYYY-MM-DD` */
  day: string | null
  at: Date
}

/** A reader of a new notification: the account, with the id of its row. */
export type NewReader = { id: string; accountId: string }

/**
 * Returns the statement that inserts a notification for several accounts. A new notification about messages of a case, or about
 * replies of a support request, instead updates an unread one of the same kind: that row gets the new time and a higher count.
 * The statement returns `id` and `accountId` of the inserted or updated rows.
 */
export function insertOfNotifications(
  readers: readonly NewReader[],
  notification: NewNotification,
): RawBuilder<NewReader> {
  const ids = readers.map(({ id }) => id)
  const accountIds = readers.map(({ accountId }) => accountId)
  const conflictTarget =
    notification.kind === 'workorder_replies'
      ? sql`(account_id, work_order_id) where kind = 'workorder_replies' and read_at is null`
      : sql`(account_id, order_id) where kind = 'order_messages' and read_at is null`
  // Inserts in the order of account ids, so that two concurrent calls do not deadlock.
  return sql<NewReader>`insert into notification as n
      (id, account_id, kind, order_id, work_order_id, organization_id, reason, day, created_at)
    select r.id, r.account_id, ${notification.kind}, ${notification.orderId}::uuid, ${notification.workOrderId}::uuid,
      ${notification.organizationId}::uuid, ${notification.reason}::text, ${notification.day}::date, ${notification.at}::timestamptz
    from unnest(${ids}::uuid[], ${accountIds}::uuid[]) r (id, account_id) order by r.account_id
    on conflict ${conflictTarget}
      do update set count = n.count + 1, created_at = greatest(n.created_at, excluded.created_at)
    returning id, account_id as "accountId"`
}

/**
 * Returns notifications of an account, newest first.
 * @param isPatientReadable condition under which the reader may read the patient's name of an order `o`
 */
export async function listNotificationRows(
  db: Db | Tx,
  accountId: string,
  isPatientReadable: RawBuilder<boolean>,
  { cursor, limit }: Pick<PageWindow, 'cursor' | 'limit'>,
): Promise<Notification[]> {
  const before = cursor
    ? sql`and (n.created_at, n.id) < (${cursor.key}::timestamptz, ${cursor.id}::uuid)`
    : sql``
  const { rows } = await sql<Notification>`
    select n.id, n.kind, n.created_at as at, n.read_at is not null as "isRead", n.order_id as "orderId",
      n.work_order_id as "workOrderId", coalesce(o.number, w.number) as number,
      case when ${isPatientReadable} then o.patient_name end as "patientName", g.name as organization, n.reason, n.day,
      n.count
    from notification n join organization g on g.id = n.organization_id left join orders o on o.id = n.order_id
      left join work_order w on w.id = n.work_order_id
    where n.account_id = ${accountId} ${before}
    order by n.created_at desc, n.id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** Counts the unread notifications of an account, up to `limits.unreadNotificationsMax`. */
export async function countUnreadNotifications(db: Db | Tx, accountId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from (
      select 1 from notification where account_id = ${accountId} and read_at is null
      limit ${sql.lit(limits.unreadNotificationsMax)}
    ) found`.execute(db)
  return rows[0]?.unread ?? 0
}

/** Notifications to mark as read: those with one of `ids`, of the case, of the support request, and all until a time. */
export type ReadChoice = {
  ids: readonly string[]
  orderId: string | null
  workOrderId?: string
  until: string | null
}

/** Marks notifications of an account as read. @returns whether any was unread */
export async function markRead(tx: Tx, accountId: string, choice: ReadChoice, at: Date): Promise<boolean> {
  const { ids, orderId, workOrderId = null, until } = choice
  const { rows } = await sql`update notification set read_at = ${at}
    where account_id = ${accountId} and read_at is null
      and (id = any(${ids}::uuid[]) or order_id = ${orderId}::uuid or work_order_id = ${workOrderId}::uuid
        or created_at <= ${until}::timestamptz)
    returning 1`.execute(tx)
  return rows.length > 0
}
