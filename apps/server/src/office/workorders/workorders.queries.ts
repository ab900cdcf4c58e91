import {
  type WorkOrder,
  type WorkOrderPriority,
  type WorkOrderRecord,
  type WorkOrderStatus,
  workOrderNumberLetter,
} from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import { createNumber } from '../../cases/orders/order-number.shared.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { isVisibleWorkOrder } from './workorder-access.service.ts'

/** Row of a request for lists and details. */
export type WorkOrderRow = WorkOrder & {
  submitterId: string
  organizationId: string
  content: string
  contactPhone: string | null
  image: WorkOrderRecord['image']
  processedAt: string | null
}

const imageOf = (id: RawBuilder<unknown>) => sql`(select json_build_object('id', i.id, 'widthPx', i.width_px,
  'heightPx', i.height_px) from image i where i.id = ${id})`

/** FROM clause: a request `w`, its type `t`, submitter `a`, organization `g`, last editor `u` and operator `p`. */
export const joinedTo = (
  requests: RawBuilder<unknown>,
) => sql`from ${requests} w join work_order_type t on t.id = w.type_id
  join account a on a.id = w.submitter_id join organization g on g.id = w.organization_id
  left join account u on u.id = w.updated_by left join account p on p.id = w.operator_id`
const joined = joinedTo(sql`work_order`)

// Entries count as unread only for the submitter, the operator, and accounts that have opened the request.
const unreadBy = (accountId: string) => sql`(select count(*)::int from work_order_record c
  left join work_order_read r on r.work_order_id = w.id and r.account_id = ${accountId}
  where c.work_order_id = w.id and c.account_id is distinct from ${accountId} and c.kind not in ('assign', 'release', 'announce')
    and (r.read_to is not null or ${accountId} in (w.submitter_id, w.operator_id))
    and c.at > coalesce(r.read_to, '-infinity'))`

/** Returns the columns of a request, for the account that reads it. */
export const columns = (accountId: string) => sql`w.id, w.number, w.request_number as "requestNumber",
  json_build_object('id', t.id, 'code', t.code, 'name', t.name) as type, w.priority, w.title, w.status, w.version,
  a.name as "submittedBy", g.name as "organizationName", w.submitted_at as "submittedAt", u.name as "modifiedBy",
  w.updated_at as "modifiedAt", w.operator_id as "operatorId", p.name as "operatorName",
  ${unreadBy(accountId)} as unread, w.submitter_id as "submitterId", w.organization_id as "organizationId",
  w.content, w.contact_phone as "contactPhone", ${imageOf(sql`w.image_id`)} as image, w.processed_at as "processedAt"`

/**
 * Finds a request that the caller may read.
 * @param options.isLocked locks the row until the transaction ends
 */
export async function findWorkOrder(
  db: Db | Tx,
  scope: Scope,
  id: string,
  options: { isLocked?: boolean } = {},
): Promise<WorkOrderRow | undefined> {
  const lock = options.isLocked ? sql`for update of w` : sql``
  const { rows } = await sql<WorkOrderRow>`select ${columns(scope.account.id)} ${joined}
    where w.id = ${id} and ${isVisibleWorkOrder(scope)} ${lock}`.execute(db)
  return rows[0]
}

/** Inserts a request with a new number. @returns its id */
export async function createWorkOrder(
  tx: Tx,
  scope: Scope,
  draft: {
    typeId: string
    priority: WorkOrderPriority
    title: string
    content: string
    requestNumber: string
    contactPhone: string
    imageId: string | null
    operatorId: string | null
  },
  now: Date,
): Promise<string> {
  const attemptsMax = 10
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const row = await tx
      .insertInto('work_order')
      .values({
        id: newId(now.getTime()),
        number: createNumber(workOrderNumberLetter, now),
        organization_id: scope.organization.id,
        submitter_id: scope.account.id,
        type_id: draft.typeId,
        priority: draft.priority,
        title: draft.title,
        content: draft.content,
        request_number: draft.requestNumber || null,
        contact_phone: draft.contactPhone || null,
        image_id: draft.imageId,
        status: draft.operatorId === null ? 'submitted' : 'assigned',
        operator_id: draft.operatorId,
        submitted_at: now,
        updated_at: now,
        updated_by: scope.account.id,
      })
      // Random numbers collide rarely; the next attempt uses another one.
      .onConflict((oc) => oc.column('number').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row !== undefined) return row.id
  }
  throw new Error('No free number was found.')
}

/** A new entry of the communication record. */
export type NewRecord = {
  workOrderId: string
  at: Date
  kind: WorkOrderRecord['kind']
  /** The author of the entry. Null for the server. */
  accountId: string | null
  side: WorkOrderRecord['side']
  to: WorkOrderStatus
  operatorId?: string | null
  text?: string
  imageId?: string | null
}

/** Inserts an entry of a communication record. @returns its id */
export async function createRecord(tx: Tx, record: NewRecord): Promise<string> {
  const id = newId(record.at.getTime())
  await tx
    .insertInto('work_order_record')
    .values({
      id,
      work_order_id: record.workOrderId,
      at: record.at,
      kind: record.kind,
      account_id: record.accountId,
      side: record.side,
      to_status: record.to,
      operator_id: record.operatorId ?? null,
      body: record.text ?? '',
      image_id: record.imageId ?? null,
    })
    .execute()
  return id
}

/** Returns the communication record of a request, oldest entry first. */
export async function listRecords(
  db: Db | Tx,
  scope: Scope,
  workOrderId: string,
): Promise<WorkOrderRecord[]> {
  const { rows } = await sql<WorkOrderRecord>`
    select c.id, c.at, c.kind, a.name as by, c.side, c.account_id is not distinct from ${scope.account.id} as "isOwn",
      c.to_status as to, p.name as "operatorName", c.body as text, ${imageOf(sql`c.image_id`)} as image
    from work_order_record c left join account a on a.id = c.account_id left join account p on p.id = c.operator_id
    where c.work_order_id = ${workOrderId} order by c.at, c.id`.execute(db)
  return rows
}

/** Counts the entries of a communication record. */
export async function countRecords(tx: Tx, workOrderId: string): Promise<number> {
  const row = await tx
    .selectFrom('work_order_record')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('work_order_id', '=', workOrderId)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Saves up to which entry an account has read a request. @returns whether the entry belongs to the request */
export async function saveRecordRead(
  tx: Tx,
  accountId: string,
  workOrderId: string,
  recordId: string,
): Promise<boolean> {
  const { rows } = await sql`insert into work_order_read as r (work_order_id, account_id, read_to)
    select c.work_order_id, ${accountId}::uuid, c.at from work_order_record c
    where c.id = ${recordId} and c.work_order_id = ${workOrderId}
    on conflict (work_order_id, account_id) do update set read_to = greatest(r.read_to, excluded.read_to)
    returning 1`.execute(tx)
  return rows.length > 0
}

/**
 * Counts the entries by others that an account has not read. Returns 0 for an account that is neither the submitter nor the
 * operator and has never opened the request.
 */
export async function countUnreadRecords(tx: Tx, accountId: string, workOrderId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select ${unreadBy(accountId)} as unread from work_order w where w.id = ${workOrderId}`.execute(tx)
  return rows[0]?.unread ?? 0
}
