import type { OrderNotificationKind } from '@pontic/contract'
import { sql } from 'kysely'
import { insertOfNotifications } from '../people/notifications/notifications.queries.ts'
import type { Tx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import type { DemoIds } from './demo-people.ts'

const dayMs = 86_400_000
const notifiedDays = 21
const unreadDays = 2

const kinds: Readonly<Record<string, OrderNotificationKind>> = {
  send: 'order_sent',
  accept: 'order_accepted',
  reject: 'order_rejected',
  ship: 'order_shipped',
  complete: 'order_completed',
  question: 'order_question',
}

type NotifiedEvent = {
  kind: string
  at: string
  reason: string | null
  day: string | null
  orderId: string
  by: string
  to: string
}

/**
 * Inserts notifications about the steps and questions of the last three weeks. The recipients are all users
 * of the clinic or laboratory on the other side of the order. Marks notifications that are older than two days as read.
 */
export async function insertDemoNotifications(tx: Tx, ids: DemoIds, now: Date): Promise<void> {
  const since = new Date(now.getTime() - notifiedDays * dayMs)
  const { rows } =
    await sql<NotifiedEvent>`select e.kind, e.at, e.reason, e.delivery_on::text as day, o.id as "orderId",
      e.organization_id as by, case when e.organization_id = o.clinic_id then o.lab_id else o.clinic_id end as to
    from order_event e join orders o on o.id = e.order_id
    where e.at > ${since} and e.kind = any(${Object.keys(kinds)}) and o.lab_id is not null order by e.at`.execute(
      tx,
    )
  for (const { kind, at, by, to, ...rest } of rows) {
    const notificationKind = kinds[kind]
    if (notificationKind === undefined) continue
    const accounts = await tx.selectFrom('account').select('id').where('organization_id', '=', to).execute()
    const readers = accounts.map(({ id }) => ({ id: newId(), accountId: id }))
    const more = { kind: notificationKind, organizationId: by, workOrderId: null, at: new Date(at) }
    await insertOfNotifications(readers, { ...rest, ...more }).execute(tx)
  }
  await tx
    .updateTable('notification')
    .set({ read_at: now })
    .where('account_id', 'in', Object.values(ids.people))
    .where('created_at', '<', new Date(now.getTime() - unreadDays * dayMs).toISOString())
    .execute()
}
