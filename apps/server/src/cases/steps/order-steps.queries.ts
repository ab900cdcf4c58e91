import type { Order, OrderStatus } from '@pontic/contract'
import { type RawBuilder, sql, type UpdateObject } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { listedColumns, ownColumnsFor, partiesOfOrder } from '../access/order-columns.shared.ts'

/** The columns that a step changes. Those that decide the risk day are values, not expressions. */
export type StepColumns = UpdateObject<Tables, 'orders'> & {
  lab_id?: string | null
  send_waiting_lab_id?: string | null
  delivery_on?: string | null
}

/** A step that is written. `lostBy` is the laboratory that loses the order. */
export type WrittenStep = {
  order: { id: string; status: OrderStatus; version: number }
  columns: StepColumns
  to: OrderStatus
  updater: { id: string | null; name: string }
  lostBy: string | null
  /** Organization that reads the order after the step. */
  organizationId: string
  event: RawBuilder<unknown>
  /** Inserts the notifications of the step. */
  notifications: RawBuilder<unknown> | undefined
  /** Selects the accounts whose mail is sent at once. */
  mailed: RawBuilder<{ accountId: string }> | undefined
}

/**
 * Writes a step with one statement: updates the row if status and version are unchanged, inserts the timeline entry and the
 * notifications, and changes the rows that the lists of laboratories show for orders they have lost.
 * @returns the order after the step, with the time of the timeline entry and the accounts whose mail is sent at once; undefined if
 *   another transaction has changed the order. The other rows are then written as well, and the caller must abort the transaction
 */
export async function writeStep(
  tx: Tx,
  step: WrittenStep,
): Promise<(Order & { eventAt: string; mailedIds: string[] }) | undefined> {
  const { order, columns, to, updater, lostBy, organizationId } = step
  const update = tx
    .updateTable('orders')
    .set({
      ...columns,
      status: to,
      version: sql`version + 1`,
      updated_at: sql`clock_timestamp()`,
      updater_name: updater.name,
      updater_id: updater.id,
    })
    .where('id', '=', order.id)
    .where('status', '=', order.status)
    .where('version', '=', order.version)
    .where('discarded_at', 'is', null)
    .returningAll()
  const parts = [
    sql`changed as (${update})`,
    sql`event as (${step.event})`,
    ...(lostBy === null ? [] : [sql`lost as (${insertOfWithdrawal(lostBy, sql`changed`)})`]),
    ...(to === 'pending'
      ? [
          sql`regained as (delete from order_withdrawal w using changed where w.lab_id = changed.lab_id and w.order_id = changed.id)`,
        ]
      : []),
    ...(step.notifications === undefined ? [] : [sql`notified as (${step.notifications})`]),
    ...(step.mailed === undefined ? [] : [sql`mailed as (${step.mailed})`]),
  ]
  const mailedIds = step.mailed === undefined ? sql`'{}'::uuid[]` : sql`array(select "accountId" from mailed)`
  const { rows } = await sql<Order & { eventAt: string; mailedIds: string[] }>`with ${sql.join(parts)}
    select ${listedColumns}, event.at as "eventAt", ${mailedIds} as "mailedIds" from event cross join (select ${ownColumnsFor(organizationId)} from changed o) o
      ${partiesOfOrder}`.execute(tx)
  return rows[0]
}

/** Returns the statement that inserts the row of a lost order. @param from rows of orders, with a condition if needed */
export function insertOfWithdrawal(labId: string, from: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into order_withdrawal (lab_id, order_id, order_created_at)
    select ${labId}::uuid, id, created_at from ${from}
    on conflict (lab_id, order_id) do update set withdrawn_at = excluded.withdrawn_at`
}
