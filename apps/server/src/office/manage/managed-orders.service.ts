import {
  type AuditAction,
  type DeletedOrder,
  foldText,
  limits,
  type OrderStatus,
  type OrderType,
  type OrderWeight,
  type RouteReply,
  type Routes,
} from '@pontic/contract'
import { sql } from 'kysely'
import { listSharedOrganizations, lockOrder } from '../../cases/access/order-access.service.ts'
import { updateRisk } from '../../cases/delivery/delivery.service.ts'
import {
  addOrderEvent,
  createWithdrawnRow,
  deleteWithdrawnRow,
  stepByScope,
} from '../../cases/steps/order-steps.service.ts'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { changesOf } from '../../platform/audit/changes.shared.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { likePatterns } from '../../platform/db/text-search.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { type PageWindow, type Paging, parseWindow, toPage } from '../../platform/http/list-cursor.ts'
import { restorableUntil } from './manage.shared.ts'

const listName = 'manage.deletedOrders'

type DeletedRow = {
  id: string
  number: string
  type: OrderType
  status: OrderStatus
  patientName: string
  clinicId: string
  labId: string | null
  clinicName: string
  labName: string | null
  createdAt: string
  deletedAt: string
  deletedBy: string
  erasedAt: string | null
}

/**
 * Returns a page of the orders that the platform has deleted, latest delete first. Audits the read (threat T63).
 * @throws request.invalid (cursor)
 */
export async function listDeletedOrders(
  { tx, scope, services }: Call<'tx' | 'scope' | 'services'>,
  wanted: Paging & { words: string },
): Promise<RouteReply<Routes['manage.listDeletedOrders']>> {
  const found = await listDeletedRows(tx, wanted.words, parseWindow(listName, 'moment', wanted))
  const shown = found.rows.slice(0, wanted.pageSize)
  await recordAudit(tx, scope, {
    objectType: 'order',
    objectId: '',
    subjectOrganizationIds: [...new Set(shown.flatMap(partiesOf))],
    detail: { orderIds: shown.map((row) => row.id) },
  })
  return toPage(listName, wanted, found, {
    show: (row) => toDeletedOrder(row, services.now()),
    cursorOf: (row) => ({ key: row.deletedAt, id: row.id }),
  })
}

const partiesOf = ({ clinicId, labId }: { clinicId: string; labId: string | null }) =>
  labId === null ? [clinicId] : [clinicId, labId]

async function listDeletedRows(
  db: Db | Tx,
  words: string,
  { cursor, offset, limit }: PageWindow,
): Promise<{ rows: DeletedRow[]; total: number; totalIsExact: boolean }> {
  const base = sql`from orders o join organization c on c.id = o.clinic_id
    left join organization l on l.id = o.lab_id left join account a on a.id = o.deleted_by
    join order_search s on s.order_id = o.id
    where o.deleted_at is not null and s.text like all (${likePatterns(foldText(words ?? ''))}::text[])`
  const after = cursor
    ? sql`and (o.deleted_at, o.id) < (${cursor.key}::timestamptz, ${cursor.id}::uuid)`
    : sql``
  const { rows } =
    await sql<DeletedRow>`select o.id, o.number, o.type, o.status, o.patient_name as "patientName",
    o.clinic_id as "clinicId", o.lab_id as "labId", c.name as "clinicName", l.name as "labName",
    o.created_at as "createdAt", o.deleted_at as "deletedAt", coalesce(a.name, '') as "deletedBy",
    o.erased_at as "erasedAt" ${base} ${after}
    order by o.deleted_at desc, o.id desc limit ${limit} offset ${offset}`.execute(db)
  return { rows, ...(await countRows(db, base)) }
}

function toDeletedOrder(row: DeletedRow, now: Date): DeletedOrder {
  const { clinicId: _, labId: __, erasedAt, ...shown } = row
  const until = restorableUntil(row.deletedAt, limits.orderDiscardDays, now)
  return { ...shown, restorableUntil: erasedAt === null ? until : null }
}

/** Counts the files, messages and shares that the deletion of the order would affect. @throws order.not_found */
export async function weighOrder({ tx }: Call<'tx' | 'scope'>, id: string): Promise<OrderWeight> {
  const { rows } = await sql<OrderWeight>`
    select o.number, o.status, c.name as "clinicName", l.name as "labName",
      (select count(*) from order_file f where f.order_id = o.id and f.removed_at is null) as files,
      (select coalesce(sum(f.size_bytes), 0)::bigint from order_file f
        where f.order_id = o.id and f.removed_at is null) as "filesBytes",
      (select count(*) from order_message m where m.order_id = o.id) as messages,
      (select count(*) from order_share_address s where s.order_id = o.id) as shares
    from orders o join organization c on c.id = o.clinic_id left join organization l on l.id = o.lab_id
    where o.id = ${id}::uuid and o.discarded_at is null`.execute(tx)
  return rows[0] ?? fail('order.not_found')
}

/**
 * Deletes an order (rules §5). Neither side can open it, but both still list it with number, partner and dates. It can
 * be restored for 30 days. Afterwards its files and patient data are erased.
 * @throws order.not_found, also for a discarded order
 */
export async function deleteOrder(call: Call<'tx' | 'scope' | 'services'>, id: string): Promise<void> {
  const { tx, scope, services } = call
  const order = (await lockOrder(tx, id)) ?? fail('order.not_found')
  const now = services.now()
  await tx
    .updateTable('orders')
    .set({
      discarded_at: now,
      deleted_at: now,
      deleted_by: scope.account.id,
      version: sql`version + 1`,
      updated_at: sql`clock_timestamp()`,
      updater_name: scope.account.name,
      updater_id: scope.account.id,
    })
    .where('id', '=', id)
    .execute()
  await updateRisk(tx, id)
  if (order.labId !== null) await createWithdrawnRow(tx, order.labId, id)
  await record(call, order, { kind: 'discard', action: 'manage.deleteOrder', isDeleted: true })
}

/**
 * Restores a deleted order for both sides, with the status that it had before the delete.
 * @throws order.not_found; manage.not_restorable after 30 days, or if the order is erased
 */
export async function restoreDeletedOrder(
  call: Call<'tx' | 'scope' | 'services'>,
  id: string,
): Promise<void> {
  const { tx, scope, services } = call
  const order = await tx
    .selectFrom('orders')
    .select(['id', 'status', 'clinic_id as clinicId', 'lab_id as labId'])
    .select(['deleted_at as deletedAt', 'erased_at as erasedAt'])
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (order === undefined) fail('order.not_found')
  const until = restorableUntil(order.deletedAt, limits.orderDiscardDays, services.now())
  if (order.erasedAt !== null || until === null) fail('manage.not_restorable')
  await tx
    .updateTable('orders')
    .set({
      discarded_at: null,
      deleted_at: null,
      deleted_by: null,
      version: sql`version + 1`,
      updated_at: sql`clock_timestamp()`,
      updater_name: scope.account.name,
      updater_id: scope.account.id,
    })
    .where('id', '=', id)
    .execute()
  if (order.labId !== null) await deleteWithdrawnRow(tx, order.labId, id)
  await updateRisk(tx, id)
  await record(call, order, { kind: 'restore', action: 'manage.restoreOrder', isDeleted: false })
}

type State = { id: string; status: OrderStatus; clinicId: string; labId: string | null }

/** Records the step in timeline and audit, and notifies open pages, in the same transaction. */
async function record(
  { tx, scope }: Call<'tx' | 'scope' | 'services'>,
  order: State,
  done: { kind: 'discard' | 'restore'; action: AuditAction; isDeleted: boolean },
): Promise<void> {
  await addOrderEvent(tx, stepByScope(scope), order, { kind: done.kind, to: order.status, labId: null })
  await recordAudit(tx, scope, {
    action: done.action,
    objectType: 'order',
    objectId: order.id,
    subjectOrganizationIds: partiesOf(order),
    ...changesOf({ isDeleted: !done.isDeleted }, { isDeleted: done.isDeleted }),
  })
  const organizationIds = [...partiesOf(order), ...(await listSharedOrganizations(tx, order.id))]
  await notifyChange(tx, { feature: 'orders', id: order.id, organizationIds })
}
