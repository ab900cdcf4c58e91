import type { OrderStatus, TimelineEntry, TimelineKind } from '@pontic/contract'
import { sql, type UpdateObject } from 'kysely'
import { type AuditSource, recordAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { listSharedOrganizations, type OrderState } from '../access/order-access.service.ts'
import { updateRisk } from '../delivery/delivery.service.ts'
import { orderEventWritten } from './order-steps.hooks.ts'

/** The author of a step: the caller, or for an automatic step the account that caused it. */
export type StepBy = {
  accountId: string | null
  accountName: string
  organizationId: string
  organizationName: string
  /** The author for the audit. */
  source: Scope | AuditSource
}

/** The changes that a step makes to an order. */
export type OrderStep = {
  kind: Exclude<TimelineKind, 'register' | 'files'>
  to: OrderStatus
  /** Columns that change in addition to status, version, updater and time. */
  set?: UpdateObject<Tables, 'orders'>
  note?: string
  reason?: NonNullable<TimelineEntry['reason']>
  deliveryOn?: string | null
  expressNumber?: string | null
  /** The only laboratory that may read the timeline entry; null if every laboratory of the order may read it. */
  labId: string | null
  /** The laboratory that loses the order. The laboratory's list still shows a row for the order. */
  lostBy?: string | null
}

/** Returns the caller as the author of a step. */
export function stepByScope(scope: Scope): StepBy {
  return {
    accountId: scope.account.id,
    accountName: scope.account.name,
    organizationId: scope.organization.id,
    organizationName: scope.organization.name,
    source: scope,
  }
}

/**
 * Applies a step to an order in the caller's transaction. Updates the row if status and version are unchanged, adds
 * the timeline entry, records the audit, and notifies open pages. A trigger updates the stored counts by status.
 * @returns the state after the step
 * @throws order.changed if another transaction has changed the order
 */
export async function applyOrderStep(
  tx: Tx,
  by: StepBy,
  order: OrderState,
  step: OrderStep,
): Promise<OrderState> {
  const changed = await compareAndSet(tx, by, order, step)
  await updateRisk(tx, order.id)
  if (step.lostBy) await createWithdrawnRow(tx, step.lostBy, order.id)
  if (step.to === 'pending' && changed.labId !== null) await deleteWithdrawnRow(tx, changed.labId, order.id)
  await addOrderEvent(tx, by, order, step)
  const concerned = [order.clinicId, order.labId, changed.labId]
  const organizationIds = [...new Set(concerned.filter((id) => id !== null))]
  await recordAudit(tx, by.source, {
    action: `orders.${step.kind}`,
    objectType: 'order',
    objectId: order.id,
    subjectOrganizationIds: organizationIds,
    before: { status: order.status, version: order.version, labId: order.labId },
    after: { status: step.to, version: changed.version, labId: changed.labId },
  })
  const shared = await listSharedOrganizations(tx, order.id)
  await notifyChange(tx, {
    feature: 'orders',
    id: order.id,
    organizationIds: [...organizationIds, ...shared],
  })
  return changed
}

async function compareAndSet(tx: Tx, by: StepBy, order: OrderState, step: OrderStep): Promise<OrderState> {
  const row = await tx
    .updateTable('orders')
    .set({
      ...step.set,
      status: step.to,
      version: sql`version + 1`,
      updated_at: sql`clock_timestamp()`,
      updater_name: by.accountName,
    })
    .where('id', '=', order.id)
    .where('status', '=', order.status)
    .where('version', '=', order.version)
    .where('discarded_at', 'is', null)
    .returning(['version', 'lab_id'])
    .executeTakeFirst()
  if (row === undefined) fail('order.changed')
  return { ...order, status: step.to, version: row.version, labId: row.lab_id }
}

/** Inserts the row that the list of a laboratory shows for an order that the laboratory has lost. */
export async function createWithdrawnRow(tx: Tx, labId: string, orderId: string): Promise<void> {
  await sql`insert into order_withdrawal (lab_id, order_id, order_created_at)
    select ${labId}::uuid, id, created_at from orders where id = ${orderId}
    on conflict (lab_id, order_id) do update set withdrawn_at = excluded.withdrawn_at`.execute(tx)
}

/** Deletes the row of a lost order, for a laboratory that has the order again. */
export async function deleteWithdrawnRow(tx: Tx, labId: string, orderId: string): Promise<void> {
  await tx
    .deleteFrom('order_withdrawal')
    .where('lab_id', '=', labId)
    .where('order_id', '=', orderId)
    .execute()
}

/**
 * Adds a timeline entry (rules §5: who, when, from, to, note) and runs the hook `orderEventWritten`. Does not change the
 * order.
 */
export async function addOrderEvent(
  tx: Tx,
  by: StepBy,
  order: Pick<OrderState, 'id'> & { status: OrderStatus | null },
  step: Omit<OrderStep, 'kind' | 'set' | 'lostBy'> & { kind: TimelineKind },
): Promise<void> {
  const id = newId()
  const row = await tx
    .insertInto('order_event')
    .values({
      id,
      order_id: order.id,
      // `now()` is the start of the transaction. It would sort a step that waited for a lock before the earlier step.
      at: sql`clock_timestamp()`,
      kind: step.kind,
      from_status: order.status,
      to_status: step.to,
      account_id: by.accountId,
      account_name: by.accountName,
      organization_id: by.organizationId,
      organization_name: by.organizationName,
      note: step.note ?? '',
      reason: step.reason ?? null,
      delivery_on: step.deliveryOn ?? null,
      express_number: step.expressNumber ?? null,
      lab_id: step.labId,
    })
    .returning('at')
    .executeTakeFirstOrThrow()
  const { kind, labId } = step
  await orderEventWritten.run(tx, { eventId: id, orderId: order.id, kind, labId, at: new Date(row.at) })
}
