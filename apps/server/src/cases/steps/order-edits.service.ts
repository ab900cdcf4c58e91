import { type AuditAction, type Order, orderEditStatuses } from '@pontic/contract'
import { sql, type UpdateObject } from 'kysely'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { type Changes, changesOf } from '../../platform/audit/changes.shared.ts'
import type { Tx } from '../../platform/db/database.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import {
  findVisibleOrder,
  listSharedOrganizations,
  toOrder,
  type VisibleOrder,
} from '../access/order-access.service.ts'
import { updateRisk } from '../delivery/delivery.service.ts'

/**
 * Locks and returns an order that its clinic is about to correct.
 * @throws order.not_found; order.wrong_status once it is with a laboratory; order.changed if `version` is stale
 */
export async function lockOrderForEdit(
  call: Call<'tx' | 'scope'>,
  target: { id: string; version?: number | undefined },
): Promise<VisibleOrder> {
  const order = (await findVisibleOrder(call, target.id, { forUpdate: true })) ?? fail('order.not_found')
  if (!orderEditStatuses.some((status) => status === order.status)) fail('order.wrong_status')
  if (target.version !== undefined && target.version !== order.version) fail('order.changed')
  return order
}

/**
 * Saves a correction of an order: increments the version, sets the updater, records the audit, and notifies open
 * pages.
 * @param edit.action the action of the audit record
 * @param edit.set the changed columns of `orders`; omitted if only the prescription has changed
 * @returns the order after the change
 */
export async function saveOrderEdit(
  call: Call<'tx' | 'scope'>,
  order: VisibleOrder,
  edit: { action: AuditAction; set?: UpdateObject<Tables, 'orders'> },
): Promise<Order> {
  const { tx, scope } = call
  const changes = await changesOfOrder(tx, order, edit.set)
  await tx
    .updateTable('orders')
    .set({
      ...edit.set,
      version: sql`version + 1`,
      updated_at: sql`clock_timestamp()`,
      updater_name: scope.account.name,
      updater_id: scope.account.id,
    })
    .where('id', '=', order.id)
    .execute()
  await updateRisk(tx, order.id)
  const organizationIds = [order.clinicId, ...(order.labId === null ? [] : [order.labId])]
  await recordAudit(tx, scope, {
    action: edit.action,
    objectType: 'order',
    objectId: order.id,
    subjectOrganizationIds: organizationIds,
    ...changes,
  })
  const shared = await listSharedOrganizations(tx, order.id)
  await notifyChange(tx, {
    feature: 'orders',
    id: order.id,
    organizationIds: [...organizationIds, ...shared],
  })
  return toOrder((await findVisibleOrder(call, order.id)) ?? fail('order.not_found'))
}

/**
 * Returns the changes for the audit record. Only type and version are recorded with their values, because other
 * fields may identify the patient or the doctor.
 */
async function changesOfOrder(
  tx: Tx,
  order: VisibleOrder,
  set: UpdateObject<Tables, 'orders'> | undefined,
): Promise<Changes> {
  const version = { before: { version: order.version }, after: { version: order.version + 1 } }
  if (set === undefined) return { ...version, withheld: ['prescription'] }
  const columns = Object.keys(set) as (keyof Tables['orders'] & string)[]
  const row = await tx.selectFrom('orders').select(columns).where('id', '=', order.id).executeTakeFirst()
  const withheld = columns.filter((column) => column !== 'type')
  return changesOf({ ...row, ...version.before }, { ...set, ...version.after }, withheld)
}
