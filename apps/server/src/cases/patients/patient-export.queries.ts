import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { enteredPairs } from '../access/order-columns.shared.ts'

/** One order in an export of a patient's data. `case` is the content of `case.json`. */
export type ExportedCase = {
  id: string
  number: string
  createdAt: string
  case: Record<string, unknown>
}

/** Returns the orders with all stored texts, newest first. The caller has checked the access. */
export async function listExportedCases(db: Db, orderIds: readonly string[]): Promise<ExportedCase[]> {
  const { rows } = await sql<ExportedCase>`
    select o.id, o.number, o.created_at as "createdAt", jsonb_build_object(
      'number', o.number, 'status', o.status, ${enteredPairs},
      'expressNumber', o.express_number, 'trackingNote', o.tracking_note, 'clinic', c.name, 'lab', l.name,
      'createdAt', o.created_at, 'updatedAt', o.updated_at, 'sentAt', o.sent_at, 'discardedAt', o.discarded_at,
      'prescription', (select p.body from prescription p where p.order_id = o.id),
      'morePrescriptions', (select p.more from prescription p where p.order_id = o.id),
      'timeline', (select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'kind', e.kind, 'from', e.from_status,
          'to', e.to_status, 'by', e.account_name, 'organization', e.organization_name, 'note', e.note,
          'reason', e.reason, 'deliveryOn', e.delivery_on, 'expressNumber', e.express_number) order by e.at, e.id), '[]')
        from order_event e where e.order_id = o.id and e.kind <> 'assign'),
      'messages', (select coalesce(jsonb_agg(jsonb_build_object('at', m.at, 'kind', m.kind, 'party', m.party,
          'by', a.name, 'text', m.body) order by m.at, m.id), '[]')
        from order_message m join account a on a.id = m.account_id where m.order_id = o.id),
      'questions', (select coalesce(jsonb_agg(jsonb_build_object('askedAt', q.asked_at, 'askedBy', q.asked_by,
          'reason', q.reason, 'state', q.state, 'endedAt', q.ended_at) order by q.asked_at), '[]')
        from order_question q where q.order_id = o.id),
      'designReview', (select coalesce(jsonb_agg(jsonb_build_object('at', s.at, 'kind', s.kind, 'version', s.version,
          'by', s.account_name, 'organization', s.organization_name, 'note', s.note, 'aspects', s.aspects,
          'files', s.files) order by s.at, s.id), '[]')
        from design_review_step s where s.order_id = o.id),
      'pins', (select coalesce(jsonb_agg(jsonb_build_object('number', p.number, 'file', f.name,
          'sha256', encode(p.file_sha256, 'hex'), 'point', p.place -> 'point', 'aspect', p.aspect, 'note', p.note,
          'messageAt', (select m.at from order_message m where m.id = p.message_id),
          'resolvedAt', p.resolved_at) order by p.number), '[]')
        from order_pin p join order_file f on f.id = p.file_id where p.order_id = o.id),
      'remake', (select jsonb_build_object('of', r0.number, 'clinicCause', r.clinic_cause, 'clinicNote', r.clinic_note,
          'labCause', r.lab_cause, 'labNote', r.lab_note)
        from order_remake r join orders r0 on r0.id = r.original_id where r.order_id = o.id),
      'sharedWith', (select coalesce(jsonb_agg(jsonb_build_object('email', s.email, 'sharedAt', s.shared_at,
          'mayDownload', s.may_download) order by s.email), '[]')
        from order_share_address s where s.order_id = o.id),
      'files', (select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'role', f.role, 'kind', f.kind,
          'party', f.party, 'sizeBytes', f.size_bytes, 'sha256', encode(f.sha256, 'hex'), 'uploadedAt', f.created_at,
          'removedAt', f.removed_at) order by f.id), '[]')
        from order_file f where f.order_id = o.id and f.state = 'verified')
    ) as case
    from orders o join organization c on c.id = o.clinic_id left join organization l on l.id = o.lab_id
    where o.id = any(${[...orderIds]}::uuid[]) order by o.created_at desc, o.id desc`.execute(db)
  return rows
}

/** A stored content that belongs to an exported order. */
export type ExportedContent = {
  orderId: string
  name: string
  sha256: string
  sizeBytes: number
  /** Null for photos of messages and pictures of pins, whose checksum is not stored. */
  crc32: number | null
  at: string
}

/** Returns the verified files of the orders, of both sides, the photos in their messages, and the pictures of their pins. */
export async function listExportedContents(db: Db, orderIds: readonly string[]): Promise<ExportedContent[]> {
  const ids = [...orderIds]
  const { rows } = await sql<ExportedContent>`
    select f.order_id as "orderId", f.name, encode(f.sha256, 'hex') as sha256, f.size_bytes as "sizeBytes", f.crc32,
      f.created_at as at
    from order_file f
    where f.order_id = any(${ids}::uuid[]) and f.state = 'verified' and f.removed_at is null
    union all
    select m.order_id, 'message-' || to_char(m.at at time zone 'utc', 'YYYY-MM-DD-HH24MISS') || '.' ||
        case i.kind when 'jpeg' then 'jpg' else i.kind end,
      encode(i.sha256, 'hex'), i.size_bytes, null, m.at
    from order_message_image mi join order_message m on m.id = mi.message_id join image i on i.id = mi.image_id
    where m.order_id = any(${ids}::uuid[])
    union all
    select p.order_id, 'pin-' || p.number || '.' || case i.kind when 'jpeg' then 'jpg' else i.kind end,
      encode(i.sha256, 'hex'), i.size_bytes, null, i.created_at
    from order_pin p join image i on i.id = p.image_id
    where p.order_id = any(${ids}::uuid[])
    order by 6`.execute(db)
  return rows
}

/** Returns the ids of a clinic's drafts of new cases of a patient. */
export async function listPatientDraftIds(db: Db | Tx, clinicId: string, name: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from case_draft
    where organization_id = ${clinicId}::uuid and lower(patient_name) = lower(${name})`.execute(db)
  return rows.map(({ id }) => id)
}

/** A draft of a new case in an export of a patient's data. */
export type ExportedDraft = { createdAt: string; updatedAt: string; content: unknown }

/** Returns drafts of new cases, newest first. The caller has checked the access. */
export async function listExportedDrafts(db: Db, ids: readonly string[]): Promise<ExportedDraft[]> {
  const { rows } =
    await sql<ExportedDraft>`select created_at as "createdAt", updated_at as "updatedAt", content
    from case_draft where id = any(${[...ids]}::uuid[]) order by updated_at desc, id desc`.execute(db)
  return rows
}
