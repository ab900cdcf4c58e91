import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** An order that is not erased. */
export type UnerasedOrder = {
  id: string
  status: string
  clinicId: string
  labId: string | null
  isDiscarded: boolean
}

/** Locks and returns an order; undefined if it is missing or already erased. */
export async function lockUnerasedOrder(tx: Tx, orderId: string): Promise<UnerasedOrder | undefined> {
  const { rows } = await sql<UnerasedOrder>`
    select id, status, clinic_id as "clinicId", lab_id as "labId", discarded_at is not null as "isDiscarded"
    from orders where id = ${orderId}::uuid and erased_at is null for update`.execute(tx)
  return rows[0]
}

/**
 * Replaces the patient's name in the order's row with the code, and clears free texts. Also discards an order that was
 * not produced, which then cannot be restored. The laboratory's list still shows a row for the order.
 */
export async function eraseOrderRow(tx: Tx, order: UnerasedOrder, code: string, now: Date): Promise<void> {
  const isUnproduced = ['scanned', 'uploaded', 'rejected'].includes(order.status) && !order.isDiscarded
  if (isUnproduced && order.labId !== null) {
    await sql`insert into order_withdrawal (lab_id, order_id, order_created_at)
      select lab_id, id, created_at from orders where id = ${order.id}::uuid
      on conflict (lab_id, order_id) do nothing`.execute(tx)
  }
  await tx
    .updateTable('orders')
    .set({
      patient_name: code,
      other_requirements: '',
      remark: '',
      tracking_note: '',
      send_waiting_lab_id: null,
      send_waiting_account_id: null,
      picture_file_id: null,
      question_open_since: null,
      question_waits_for: null,
      erased_at: now,
      version: sql`version + 1`,
      ...(isUnproduced ? { discarded_at: now } : {}),
    })
    .where('id', '=', order.id)
    .execute()
}

/**
 * Clears the notes of timeline and remakes, and the texts of design reviews and pins. Deletes drafts, read marks, notifications,
 * waiting mails, preview links and download tickets of the order.
 */
export async function eraseTexts(tx: Tx, orderId: string): Promise<void> {
  await tx.updateTable('order_event').set({ note: '' }).where('order_id', '=', orderId).execute()
  await tx
    .updateTable('order_remake')
    .set({ clinic_note: '', lab_note: '' })
    .where((on) => on.or([on('order_id', '=', orderId), on('original_id', '=', orderId)]))
    .execute()
  await sql`select erase_review_texts(${orderId}::uuid)`.execute(tx)
  await tx.deleteFrom('order_read').where('order_id', '=', orderId).execute()
  await tx.deleteFrom('notification').where('order_id', '=', orderId).execute()
  await tx.deleteFrom('waiting_mail').where('order_id', '=', orderId).execute()
  await tx.deleteFrom('case_draft').where('order_id', '=', orderId).execute()
  await tx.deleteFrom('preview_link').where('order_id', '=', orderId).execute()
  await tx.deleteFrom('download_ticket').where('order_id', '=', orderId).execute()
}

/** Deletes messages and questions of an order. @returns the ids of the photos in the messages, and of the pictures of all pins */
export async function deleteConversation(tx: Tx, orderId: string): Promise<string[]> {
  const images = await tx
    .selectFrom('order_message_image as i')
    .innerJoin('order_message as m', 'm.id', 'i.message_id')
    .select('i.image_id')
    .where('m.order_id', '=', orderId)
    .execute()
  const pins = await tx
    .selectFrom('order_pin')
    .select('image_id')
    .where('order_id', '=', orderId)
    .where('image_id', 'is not', null)
    .execute()
  await tx.deleteFrom('order_message').where('order_id', '=', orderId).execute()
  await tx.deleteFrom('order_question').where('order_id', '=', orderId).execute()
  return [...images, ...pins].flatMap(({ image_id }) => image_id ?? [])
}

/** Returns the stored prescriptions of an order. */
export async function findPrescriptionBodies(
  tx: Tx,
  orderId: string,
): Promise<{ body: unknown; more: unknown } | undefined> {
  return await tx
    .selectFrom('prescription')
    .select(['body', 'more'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
}

/** Replaces the stored prescriptions of an order. */
export async function savePrescriptionBodies(
  tx: Tx,
  orderId: string,
  { body, more }: { body: unknown; more: unknown },
): Promise<void> {
  await tx
    .updateTable('prescription')
    .set({ body: JSON.stringify(body), more: JSON.stringify(more) })
    .where('order_id', '=', orderId)
    .execute()
}

/**
 * Deletes all shares of an order, and the invitations of individuals that contain no other order.
 * @returns the mail addresses of the deleted shares and invitations
 */
export async function deleteShares(tx: Tx, orderId: string): Promise<string[]> {
  const shared = await tx
    .deleteFrom('order_share_address')
    .where('order_id', '=', orderId)
    .returning('email')
    .execute()
  await tx.deleteFrom('order_share').where('order_id', '=', orderId).execute()
  const { rows } = await sql<{ email: string | null }>`
    with gone as (delete from invitation_order where order_id = ${orderId}::uuid returning invitation_id)
    delete from invitation i using gone g where i.id = g.invitation_id and i.kind = 'person'
      and not exists (select 1 from invitation_order other
        where other.invitation_id = i.id and other.order_id <> ${orderId}::uuid)
    returning i.email`.execute(tx)
  return [...shared, ...rows].flatMap(({ email }) => (email === null ? [] : [email]))
}

/** Returns the active administrators of these organizations with a verified mail address. */
export async function listMailedAdministrators(
  tx: Tx,
  organizationIds: readonly string[],
): Promise<{ organizationId: string; email: string; name: string; language: string }[]> {
  if (organizationIds.length === 0) return []
  return await tx
    .selectFrom('account')
    .select(['organization_id as organizationId', 'email', 'name', 'language'])
    .where('organization_id', 'in', [...organizationIds])
    .where('is_organization_administrator', '=', true)
    .where('membership', '=', 'active')
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('email_verified_at', 'is not', null)
    .orderBy('email')
    .execute()
}
