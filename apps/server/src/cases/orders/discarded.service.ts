import { limits, type Order, type RouteReply, type Routes } from '@pontic/contract'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call, ReadCall } from '../../platform/http/handlers.ts'
import { type Paging, parseWindow, toPage } from '../../platform/http/list-cursor.ts'
import type { Services } from '../../platform/services.ts'
import { updateRisk } from '../delivery/delivery.service.ts'
import { addOrderEvent, stepByScope } from '../steps/order-steps.service.ts'
import { readBack } from './orders.service.ts'

const listName = 'discarded'
const dayMs = 86_400_000

/** Returns the time after which an order must have been discarded so that it can be restored. */
const restorableAfter = (services: Pick<Services, 'now'>): string =>
  new Date(services.now().getTime() - limits.orderDiscardDays * dayMs).toISOString()

/**
 * Returns the clinic's discarded orders that can be restored, and its orders that the platform has deleted, the last
 * discarded first (rules §5).
 * @throws request.invalid (cursor)
 */
export async function listDiscardedOrders(
  { tx, scope, services }: ReadCall<'scope' | 'services'>,
  paging: Paging,
): Promise<RouteReply<Routes['orders.listDiscarded']>> {
  const { cursor, offset, limit } = parseWindow(listName, 'moment', paging)
  const listed = tx
    .selectFrom('orders')
    .where('clinic_id', '=', scope.organization.id)
    // Erased orders have nothing to restore. Orders that the platform has deleted are listed, but cannot be restored.
    .where((on) =>
      on.or([
        on.and([on('erased_at', 'is', null), on('discarded_at', '>', restorableAfter(services))]),
        on('deleted_at', 'is not', null),
      ]),
    )
  const rows = await listed
    .select(['id', 'number', 'type', 'status', 'patient_name as patientName', 'created_at as createdAt'])
    .select(sql<string>`discarded_at`.as('discardedAt'))
    .select(sql<boolean>`deleted_at is not null`.as('isDeleted'))
    .$if(cursor !== undefined, (query) =>
      query.where(sql<boolean>`(discarded_at, id) < (${cursor?.key}::timestamptz, ${cursor?.id}::uuid)`),
    )
    .orderBy('discarded_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  const { total } = await listed
    .select((on) => on.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return toPage(
    listName,
    paging,
    { rows, total },
    {
      show: (row) => ({
        ...row,
        restorableUntil: new Date(
          Date.parse(row.discardedAt) + limits.orderDiscardDays * dayMs,
        ).toISOString(),
      }),
      cursorOf: (row) => ({ key: row.discardedAt, id: row.id }),
    },
  )
}

/**
 * Restores a discarded order with its previous status. A laboratory that had rejected it sees it again.
 * @throws order.not_found if the order is missing, of another clinic, not discarded, discarded too long ago, erased, or
 * deleted by the platform
 */
export async function restoreOrder(call: Call<'tx' | 'scope' | 'services'>, id: string): Promise<Order> {
  const { tx, scope, services } = call
  const row = await tx
    .updateTable('orders')
    .set({
      discarded_at: null,
      version: sql`version + 1`,
      updated_at: sql`clock_timestamp()`,
      updater_name: scope.account.name,
      updater_id: scope.account.id,
    })
    .where('id', '=', id)
    .where('clinic_id', '=', scope.organization.id)
    .where('discarded_at', '>', restorableAfter(services))
    .where('deleted_at', 'is', null)
    .where('erased_at', 'is', null)
    .returning(['id', 'status', 'lab_id'])
    .executeTakeFirst()
  if (row === undefined) fail('order.not_found')
  if (row.lab_id !== null) {
    const withdrawals = tx.deleteFrom('order_withdrawal').where('order_id', '=', id)
    await withdrawals.where('lab_id', '=', row.lab_id).execute()
  }
  await updateRisk(tx, id)
  await addOrderEvent(tx, stepByScope(scope), row, { kind: 'restore', to: row.status, labId: null })
  const organizationIds = [scope.organization.id, ...(row.lab_id === null ? [] : [row.lab_id])]
  await recordAudit(tx, scope, {
    objectType: 'order',
    objectId: id,
    subjectOrganizationIds: organizationIds,
    before: { isDiscarded: true },
    after: { isDiscarded: false },
  })
  await notifyChange(tx, { feature: 'orders', id, organizationIds })
  return await readBack(call, id)
}
