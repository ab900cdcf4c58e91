import type { NewPin, Pin, ReviewAspect } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'

/** What a pin belongs to: a message, or an assessed aspect of a design. */
export type PinOwner = { messageId: string } | { stepId: string }

/** A new pin with its number, the SHA-256 of its file, and the aspect of a pin of a review. */
export type NumberedPin = NewPin & { number: number; sha256: Buffer; aspect: ReviewAspect | null }

/** Returns the highest number of a pin in an order; 0 if there is none. The caller has locked the order. */
export async function findLastPinNumber(tx: Tx, orderId: string): Promise<number> {
  const row = await tx
    .selectFrom('order_pin')
    .select((on) => on.fn.coalesce(on.fn.max('number'), sql<number>`0`).as('number'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return row.number
}

/** Inserts pins. */
export async function createPinRows(
  tx: Tx,
  order: { id: string; labId: string },
  owner: PinOwner,
  pins: readonly NumberedPin[],
): Promise<void> {
  const rows = pins.map(({ point, normal, camera, ...pin }) => ({
    id: newId(),
    order_id: order.id,
    lab_id: order.labId,
    number: pin.number,
    message_id: 'messageId' in owner ? owner.messageId : null,
    review_step_id: 'stepId' in owner ? owner.stepId : null,
    aspect: pin.aspect,
    file_id: pin.fileId,
    file_sha256: pin.sha256,
    place: JSON.stringify({ point, normal, camera }),
    note: pin.note,
    image_id: pin.imageId,
  }))
  await tx.insertInto('order_pin').values(rows).execute()
}

/** A pin with the ids of its order and laboratory. */
export type PinRow = Pin & { orderId: string; labId: string }

type StoredPin = Omit<PinRow, 'point' | 'normal' | 'camera'> & {
  place: Pick<Pin, 'point' | 'normal' | 'camera'>
}

/** Returns the pins of an order by number. @param labId only those of the conversation with this laboratory */
export async function listPinRows(
  db: Db | Tx,
  orderId: string,
  labId: string | undefined,
): Promise<PinRow[]> {
  const ofLab = labId === undefined ? sql`` : sql`and p.lab_id = ${labId}::uuid`
  return await readPins(db, sql`p.order_id = ${orderId} ${ofLab} order by p.number`)
}

/** Finds a pin by its id. The caller checks whether its order is visible. */
export async function findPin(db: Db | Tx, id: string): Promise<PinRow | undefined> {
  const [pin] = await readPins(db, sql`p.id = ${id}`)
  return pin
}

async function readPins(db: Db | Tx, which: RawBuilder<unknown>): Promise<PinRow[]> {
  const { rows } = await sql<StoredPin>`
    select p.id, p.order_id as "orderId", p.lab_id as "labId", p.number, p.message_id as "messageId",
      p.review_step_id as "stepId", p.aspect, p.place, p.note,
      coalesce(nullif(p.note, ''), nullif(m.body, ''), s.aspects -> p.aspect ->> 'note', '') as text,
      json_build_object('id', f.id, 'name', f.name, 'sha256', encode(p.file_sha256, 'hex'),
        'version', (select max(v.version) from design_review_step v where v.order_id = p.order_id
          and v.files @> jsonb_build_array(jsonb_build_object('fileId', f.id))),
        'isRemoved', f.removed_at is not null or f.state <> 'verified') as file,
      case when i.id is not null
        then json_build_object('id', i.id, 'widthPx', i.width_px, 'heightPx', i.height_px) end as image,
      coalesce(m.at, s.at) as at, coalesce(m.party, 'clinic') as party,
      coalesce(s.account_name, a.name) as by, coalesce(s.organization_name, g.name) as "organizationName",
      p.resolved_at as "resolvedAt", r.name as "resolvedBy"
    from order_pin p join order_file f on f.id = p.file_id
      left join order_message m on m.id = p.message_id left join account a on a.id = m.account_id
      left join organization g on g.id = a.organization_id
      left join design_review_step s on s.id = p.review_step_id
      left join image i on i.id = p.image_id left join account r on r.id = p.resolver_id
    where ${which}`.execute(db)
  return rows.map(({ place: { point, normal, camera }, ...pin }) => ({ ...pin, point, normal, camera }))
}

/** Resolves a pin, or reopens it. @param by null reopens it @returns false if the pin already has that state */
export async function updatePinResolved(
  tx: Tx,
  id: string,
  by: { accountId: string; at: Date } | null,
): Promise<boolean> {
  const row = await tx
    .updateTable('order_pin')
    .set({ resolved_at: by?.at ?? null, resolver_id: by?.accountId ?? null })
    .where('id', '=', id)
    .where('resolved_at', by ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
