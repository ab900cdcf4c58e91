import type { Message, MessageKind, Party, ReadMark } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { PageWindow } from '../../platform/http/list-cursor.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { sideOf } from '../access/order-side.shared.ts'

/** A new message. */
export type NewMessage = {
  id: string
  orderId: string
  labId: string
  at: Date
  kind: MessageKind
  questionId: string | null
  party: Party
  body: string
  imageIds: readonly string[]
}

/** A message as read from the database; `questionId` is set on messages that belong to a question. */
export type MessageRow = Omit<Message, 'question'> & { questionId: string | null }

/** Inserts a message of the caller with its photos. */
export async function createMessage(tx: Tx, scope: Scope, message: NewMessage): Promise<void> {
  await tx
    .insertInto('order_message')
    .values({
      id: message.id,
      order_id: message.orderId,
      lab_id: message.labId,
      at: message.at,
      kind: message.kind,
      question_id: message.questionId,
      party: message.party,
      account_id: scope.account.id,
      body: message.body,
    })
    .execute()
  if (message.imageIds.length === 0) return
  const images = message.imageIds.map((image_id, place) => ({ message_id: message.id, image_id, place }))
  await tx.insertInto('order_message_image').values(images).execute()
}

// A laboratory reads only its own conversation, not that of another laboratory of the same order.
function readable(scope: Scope): RawBuilder<boolean> {
  const side = sideOf(scope)
  return side.party === 'lab' ? sql`m.lab_id = ${side.id}` : sql`true`
}

function messages(scope: Scope, which: RawBuilder<unknown>, rest = sql``): RawBuilder<MessageRow> {
  return sql<MessageRow>`
    select m.id, m.at, m.kind, m.party, a.name as by, g.name as "organizationName",
      m.account_id = ${scope.account.id} as "isOwn", m.body as text, m.question_id as "questionId",
      coalesce((select json_agg(json_build_object('id', i.id, 'widthPx', i.width_px, 'heightPx', i.height_px)
        order by mi.place) from order_message_image mi join image i on i.id = mi.image_id
        where mi.message_id = m.id), '[]'::json) as images,
      coalesce((select json_agg(json_build_object('id', p.id, 'number', p.number) order by p.number)
        from order_pin p where p.message_id = m.id), '[]'::json) as pins
    from order_message m join account a on a.id = m.account_id join organization g on g.id = a.organization_id
    where ${which} and ${readable(scope)} ${rest}`
}

/** Returns one page of an order's messages, newest first. The caller must have checked the access to the order. */
export async function listMessageRows(
  db: Db | Tx,
  scope: Scope,
  orderId: string,
  { cursor, limit }: Pick<PageWindow, 'cursor' | 'limit'>,
): Promise<MessageRow[]> {
  const before = cursor ? sql`and (m.at, m.id) < (${cursor.key}::timestamptz, ${cursor.id}::uuid)` : sql``
  const rest = sql`${before} order by m.at desc, m.id desc limit ${sql.lit(limit)}`
  const { rows } = await messages(scope, sql`m.order_id = ${orderId}`, rest).execute(db)
  return rows
}

/** Finds a message of an order. The caller must have checked the access to the order. */
export async function findMessage(
  db: Db | Tx,
  scope: Scope,
  orderId: string,
  id: string,
): Promise<MessageRow | undefined> {
  const { rows } = await messages(scope, sql`m.order_id = ${orderId} and m.id = ${id}`).execute(db)
  return rows[0]
}

/** Returns the read marks of an organization's accounts on an order, the latest first, at most 20. */
export async function listReadMarks(
  db: Db | Tx,
  orderId: string,
  organizationId: string,
): Promise<ReadMark[]> {
  const { rows } = await sql<ReadMark>`
    select a.name as by, r.read_to as "readTo" from order_read r join account a on a.id = r.account_id
    where r.order_id = ${orderId} and a.organization_id = ${organizationId} and a.deleted_at is null
    order by r.read_to desc, a.name limit 20`.execute(db)
  return rows
}

/** Returns the time up to which an account has read an order's messages, in ISO 8601; null if it has read none. */
export async function findReadTo(db: Db | Tx, orderId: string, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('order_read')
    .select('read_to')
    .where('order_id', '=', orderId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.read_to ?? null
}

/** Saves how far an account has read. @returns whether the mark moved forward */
export async function saveReadTo(
  tx: Tx,
  orderId: string,
  accountId: string,
  readTo: string,
): Promise<boolean> {
  const { rows } = await sql`insert into order_read as r (order_id, account_id, read_to)
    values (${orderId}, ${accountId}, ${readTo})
    on conflict (order_id, account_id) do update set read_to = excluded.read_to where r.read_to < excluded.read_to
    returning 1`.execute(tx)
  return rows.length > 0
}

export type UnreadRow = { orderId: string; unread: number }

/**
 * Counts unread messages of the other side by order, for those of `orderIds` to which the account's organization is a
 * party now. Messages from before the account existed do not count.
 */
export async function countUnread(
  db: Db | Tx,
  reader: { accountId: string; organizationId: string; party: Party },
  orderIds: readonly string[],
): Promise<UnreadRow[]> {
  const { accountId, organizationId, party } = reader
  const mine = party === 'clinic' ? sql`o.clinic_id = ${organizationId}` : sql`o.lab_id = ${organizationId}`
  const { rows } = await sql<UnreadRow>`
    select m.order_id as "orderId", count(*) as unread
    from orders o join order_message m on m.order_id = o.id join account a on a.id = ${accountId}
      left join order_read r on r.order_id = o.id and r.account_id = a.id
    where o.id = any(${[...orderIds]}::uuid[]) and o.discarded_at is null and ${mine} and m.party <> ${party}
      and m.at > coalesce(r.read_to, a.created_at) ${party === 'lab' ? sql`and m.lab_id = o.lab_id` : sql``}
    group by m.order_id`.execute(db)
  return rows
}

/**
 * Marks photos as unused if the order of their message or pin was discarded at or before `before`. Unused photos are deleted.
 * @returns the number of photos
 */
export async function releaseDiscardedPhotos(db: Db | Tx, before: Date): Promise<number> {
  const { rows } = await sql`update image i set used_at = null
    from (
      select mi.image_id, m.order_id from order_message_image mi join order_message m on m.id = mi.message_id
      union all select p.image_id, p.order_id from order_pin p where p.image_id is not null
    ) s join orders o on o.id = s.order_id
    where i.id = s.image_id and i.used_at is not null and o.discarded_at <= ${before.toISOString()}
    returning 1`.execute(db)
  return rows.length
}
