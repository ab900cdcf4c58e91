import { type RawBuilder, sql } from 'kysely'
import { writeBatch } from '../../platform/db/commit-batch.ts'
import type { Tx } from '../../platform/db/database.ts'

/** Deletes queued mails to these addresses, messages to them in a demo's mailbox, and their rate limit counters. */
export async function deleteMailsTo(tx: Tx, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return
  const wanted = [...emails]
  // The queue then also contains the mails of this transaction.
  await writeBatch(tx)
  await sql`delete from graphile_worker._private_jobs
    where locked_at is null and payload ->> 'to' = any(${wanted}::text[])`.execute(tx)
  await tx
    .deleteFrom('development_message')
    .where('recipient', '=', sql<string>`any(${wanted}::text[])`)
    .execute()
  await sql`delete from attempt a using unnest(${wanted}::text[]) email
    where right(a.subject, char_length(email) + 1) = ':' || email`.execute(tx)
}

/** Deletes replies, stored for an Idempotency-Key, that contain the id of one of these orders. */
export async function deleteStoredReplies(tx: Tx, orderIds: readonly string[]): Promise<void> {
  const patterns = orderIds.map((id) => `%${id}%`)
  await sql`delete from idempotency_key where reply like any(${patterns}::text[])`.execute(tx)
}

/** The organizations whose texts may name a patient: the clinic and the laboratories of the orders. */
export type TraceScope = { clinicId: string; organizationIds: readonly string[] }

/** Escapes the special characters of PostgreSQL's regular expressions. */
const escapePattern = (text: string) => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')

/** A table with texts, and with JSON that contains texts, in which people may have written a patient's name. */
type TracedTable = {
  table: string
  texts?: readonly string[]
  jsons?: readonly string[]
  of: (scope: TraceScope) => RawBuilder<unknown>
}

const ofClinicsOrders = ({ clinicId }: TraceScope) =>
  sql`order_id in (select id from orders where clinic_id = ${clinicId}::uuid)`
const ofAccounts = ({ organizationIds }: TraceScope) =>
  sql`account_id in (select id from account where organization_id = any(${[...organizationIds]}::uuid[]))`
const ofRequests = ({ organizationIds }: TraceScope) =>
  sql`work_order_id in (select id from work_order where organization_id = any(${[...organizationIds]}::uuid[]))`
const ofClinic = ({ clinicId }: TraceScope) => sql`clinic_id = ${clinicId}::uuid`
const ofClinicDrafts = ({ clinicId }: TraceScope) => sql`organization_id = ${clinicId}::uuid`
const ofOrganizations = ({ organizationIds }: TraceScope) =>
  sql`organization_id = any(${[...organizationIds]}::uuid[])`

const tracedTables: readonly TracedTable[] = [
  { table: 'orders', texts: ['other_requirements', 'remark', 'tracking_note'], of: ofClinic },
  { table: 'order_event', texts: ['note'], of: ofClinicsOrders },
  { table: 'order_message', texts: ['body'], of: ofClinicsOrders },
  { table: 'order_file', texts: ['name'], of: ofClinicsOrders },
  { table: 'order_remake', texts: ['clinic_note', 'lab_note'], of: ofClinic },
  { table: 'prescription', jsons: ['body', 'more'], of: ofClinicsOrders },
  { table: 'work_order', texts: ['title', 'content'], of: ofOrganizations },
  { table: 'work_order_record', texts: ['body'], of: ofRequests },
  { table: 'case_draft', jsons: ['content'], of: ofClinicDrafts },
  { table: 'saved_view', texts: ['name'], jsons: ['content'], of: ofAccounts },
]

/** Replaces a patient's name with the code in all texts of these organizations, in upper or lower case. */
export async function replaceName(tx: Tx, scope: TraceScope, name: string, code: string): Promise<void> {
  // A statement reads all texts of the clinic, which takes minutes for millions of cases. It locks only the changed rows.
  await sql`set local statement_timeout = '30min'`.execute(tx)
  const textPattern = escapePattern(name)
  // JSON contains the name as an escaped JSON string.
  const jsonPattern = escapePattern(JSON.stringify(name).slice(1, -1))
  // The server can change the record of a design review only through this function.
  await sql`select replace_review_texts(${scope.clinicId}::uuid, ${textPattern}, ${jsonPattern}, ${code})`.execute(
    tx,
  )
  for (const { table, texts = [], jsons = [], of } of tracedTables) {
    const columns = [
      ...texts.map((column) => ({ target: sql.ref(column), text: sql.ref(column), pattern: textPattern })),
      ...jsons.map((column) => ({
        target: sql.ref(column),
        text: sql`${sql.ref(column)}::text`,
        pattern: jsonPattern,
      })),
    ]
    const changes = columns.map(({ target, text, pattern }, at) => {
      const replaced = sql`regexp_replace(${text}, ${pattern}, ${code}, 'gi')`
      return sql`${target} = ${at < texts.length ? replaced : sql`(${replaced})::jsonb`}`
    })
    const isNamed = columns.map(({ text, pattern }) => sql`${text} ~* ${pattern}`)
    await sql`update ${sql.table(table)} set ${sql.join(changes)}
      where ${of(scope)} and (${sql.join(isNamed, sql` or `)})`.execute(tx)
  }
}

/** Deletes the drafts of new cases of a patient. */
export async function deleteDraftsOf(tx: Tx, clinicId: string, name: string): Promise<void> {
  await sql`delete from case_draft
    where organization_id = ${clinicId}::uuid and lower(patient_name) = lower(${name})`.execute(tx)
}

/** Deletes tickets of list exports whose query contains the name. */
export async function deleteExportsOf(tx: Tx, name: string): Promise<void> {
  const pattern = escapePattern(JSON.stringify(name).slice(1, -1))
  await sql`delete from list_export where query::text ~* ${pattern}`.execute(tx)
}
