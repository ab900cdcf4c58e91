import { type DraftContent, limits, type OrderType } from '@pontic/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { PageWindow } from '../../platform/http/list-cursor.ts'
import type { Scope } from '../../platform/http/scope.ts'

const dayMs = 86_400_000

/** A draft with its author and the number of its case. Another version of the portal may have written the content. */
export type DraftRow = {
  id: string
  version: number
  type: OrderType
  patientName: string
  by: string
  createdAt: string
  updatedAt: string
  expiresAt: string
  orderId: string | null
  orderNumber: string | null
  content: unknown
}

const lifetime = sql.raw(`interval '${limits.caseDraftDays} days'`)
const columns = sql`d.id, d.version, d.type, d.patient_name as "patientName", coalesce(a.name, '') as by,
  d.created_at as "createdAt", d.updated_at as "updatedAt", d.updated_at + ${lifetime} as "expiresAt",
  d.order_id as "orderId", o.number as "orderNumber"`
const source = sql`case_draft d left join account a on a.id = d.created_by left join orders o on o.id = d.order_id`

/** Whether the case of a draft `d`, joined as `o`, is still in the form: not registered, or neither sent nor discarded. */
const isOpen = sql`(d.order_id is null
  or (o.status in ('scanned', 'uploaded') and o.discarded_at is null and o.send_waiting_lab_id is null))`

/** Returns the condition that a draft belongs to the caller's clinic and has not expired. */
const isOwn = (scope: Scope, now: Date) => sql`d.organization_id = ${scope.organization.id}::uuid
  and d.updated_at > ${new Date(now.getTime() - limits.caseDraftDays * dayMs)}`

/** Returns one page of the drafts of the caller's clinic, the last changed first, with the total. */
export async function listDraftRows(
  db: Db | Tx,
  scope: Scope,
  now: Date,
  page: PageWindow,
): Promise<{ rows: DraftRow[]; total: number }> {
  const listed = sql`from ${source} where ${isOwn(scope, now)} and ${isOpen}`
  const after = page.cursor
    ? sql`and (d.updated_at, d.id) < (${page.cursor.key}::timestamptz, ${page.cursor.id}::uuid)`
    : sql``
  const { rows } = await sql<DraftRow>`select ${columns}, null as content ${listed} ${after}
    order by d.updated_at desc, d.id desc limit ${page.limit} offset ${page.offset}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total ${listed}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Finds a draft of the caller's clinic whose case is still in the form. */
export async function findDraft(
  db: Db | Tx,
  scope: Scope,
  now: Date,
  id: string,
): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`select ${columns}, d.content from ${source}
    where d.id = ${id}::uuid and ${isOwn(scope, now)} and ${isOpen}`.execute(db)
  return rows[0]
}

/** Locks a draft of the caller's clinic. @returns its order, or undefined if the draft is missing or has expired */
export async function lockDraft(
  tx: Tx,
  scope: Scope,
  now: Date,
  id: string,
): Promise<{ orderId: string | null } | undefined> {
  const { rows } = await sql<{ orderId: string | null }>`select d.order_id as "orderId" from case_draft d
    where d.id = ${id}::uuid and ${isOwn(scope, now)} for update`.execute(tx)
  return rows[0]
}

/** Counts the drafts of the caller's clinic. Locks the clinic's row, so that simultaneous saves together stay within the limit. */
export async function countDrafts(tx: Tx, scope: Scope): Promise<number> {
  const id = scope.organization.id
  await sql`select 1 from organization where id = ${id}::uuid for no key update`.execute(tx)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from case_draft
    where organization_id = ${id}::uuid`.execute(tx)
  return rows[0]?.count ?? 0
}

type Saved = { id: string; content: DraftContent; now: Date }

const storedOf = ({ content }: Saved) => ({
  patient_name: content.values.patientName ?? '',
  type: content.values.type ?? 0,
  content: JSON.stringify(content),
})

/** Inserts a draft with version 1. @returns false if the id exists */
export async function createDraft(tx: Tx, scope: Scope, draft: Saved): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('case_draft')
    .values({
      ...storedOf(draft),
      id: draft.id,
      organization_id: scope.organization.id,
      created_by: scope.account.id,
      version: 1,
      created_at: draft.now,
      updated_at: draft.now,
    })
    .onConflict((oc) => oc.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Replaces the content of a draft of the caller's clinic, if it has this version. @returns the new version, or undefined */
export async function updateDraft(
  tx: Tx,
  scope: Scope,
  draft: Saved & { version: number },
): Promise<number | undefined> {
  const row = await tx
    .updateTable('case_draft')
    .set({ ...storedOf(draft), version: draft.version + 1, updated_at: draft.now })
    .where('id', '=', draft.id)
    .where('organization_id', '=', scope.organization.id)
    .where('version', '=', draft.version)
    .returning('version')
    .executeTakeFirst()
  return row?.version
}

/** Stores the case that was registered for a draft. The version stays, because the content has not changed. */
export async function saveDraftOrder(tx: Tx, id: string, orderId: string): Promise<void> {
  await tx.updateTable('case_draft').set({ order_id: orderId }).where('id', '=', id).execute()
}

/** Deletes a draft of the caller's clinic. @returns false if it did not exist */
export async function deleteDraft(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('case_draft')
    .where('id', '=', id)
    .where('organization_id', '=', scope.organization.id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** The values of the caller's last case that a new case starts with. */
export type DefaultsRow = {
  doctor: string
  equipmentNumber: string
  softwareVersion: string
  labId: string | null
}

// A person who registers few cases in a large clinic would otherwise make the query read all cases of the clinic.
const searchedCases = 1_000

/**
 * Finds doctor and equipment of the last case that the caller registered, and the laboratory of the last case that they sent to
 * a current partner. Searches the last 1,000 cases of the clinic.
 */
export async function findDefaults(db: Db | Tx, scope: Scope): Promise<DefaultsRow | undefined> {
  const clinicId = scope.organization.id
  const { rows } = await sql<DefaultsRow>`
    with own as materialized (
      select r.* from (select id, doctor, equipment_number, software_version, lab_id, created_by, created_at
        from orders where clinic_id = ${clinicId}::uuid and discarded_at is null
        order by created_at desc, id desc limit ${searchedCases}) r
      where r.created_by = ${scope.account.id}::uuid)
    select o.doctor, o.equipment_number as "equipmentNumber", o.software_version as "softwareVersion",
      (select s.lab_id from own s join partnership p on p.low_id = least(${clinicId}::uuid, s.lab_id)
          and p.high_id = greatest(${clinicId}::uuid, s.lab_id) and p.status = 'partner'
        join organization l on l.id = s.lab_id and l.banned_at is null and l.deleted_at is null
        order by s.created_at desc, s.id desc limit 1) as "labId"
    from own o order by o.created_at desc, o.id desc limit 1`.execute(db)
  return rows[0]
}
