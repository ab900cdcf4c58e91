import type { InboxCase } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

/**
 * A position in the sequence of changes: the id of the writing transaction, and the index of the change in it. Both are
 * decimal texts of 64-bit numbers.
 */
export type ChangePosition = { transaction: string; index: string }

/**
 * Lists changes at the caller's laboratory after a position, in sequence. Returns only changes of transactions that are
 * older than every running one. Otherwise a transaction that commits late could add a change before a position that was
 * already returned. A change that is committed during a long transaction is therefore returned after the long one has ended.
 */
export async function listChanges(
  db: Db | Tx,
  scope: Scope,
  wanted: { after: ChangePosition | undefined; isWaiting: boolean; rowsMax: number },
): Promise<InboxCase[]> {
  const { after, isWaiting, rowsMax } = wanted
  const { rows } = await sql<InboxCase>`
    select o.id, o.number, o.type,
      case when o.lab_id = c.lab_id and o.discarded_at is null then o.status else 'withdrawn' end as status,
      k.name as "clinicName", o.version, c.changed_at as "changedAt",
      c.transaction || '.' || c.place as change, c.acknowledged_at as "acknowledgedAt"
    from order_change c join orders o on o.id = c.order_id join organization k on k.id = o.clinic_id
    where c.lab_id = ${scope.organization.id}::uuid
      and c.transaction < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
        + (select ahead from order_change_epoch)
      ${afterPosition(after)} ${isWaiting ? sql`and c.acknowledged_at is null` : sql``}
    order by c.transaction, c.place limit ${rowsMax}`.execute(db)
  return rows
}

function afterPosition(after: ChangePosition | undefined): RawBuilder<unknown> {
  if (after === undefined) return sql``
  return sql`and (c.transaction, c.place) > (${after.transaction}::bigint, ${after.index}::bigint)`
}

/**
 * Adjusts the offset that is added to transaction ids, after the database was restored into a cluster whose transaction
 * ids are lower than the stored ones. New positions start 1,000,000,000 above the highest stored position, because the old
 * cluster may have returned higher positions after the backup.
 * @returns whether an adjustment was necessary
 */
export async function advanceChangeEpoch(db: Db): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update order_change_epoch e
    set ahead = newest.transaction + 1000000000 - pg_snapshot_xmax(pg_current_snapshot())::text::bigint
    from (select max(transaction) as transaction from order_change) newest
    where newest.transaction >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint + e.ahead`.execute(db)
  return numAffectedRows === 1n
}

/**
 * Records that the laboratory's software has acknowledged a change.
 * @returns false if the order has changed again, or was never at the laboratory
 */
export async function saveAcknowledgement(
  tx: Tx,
  scope: Scope,
  change: { orderId: string; position: ChangePosition },
  now: Date,
): Promise<boolean> {
  const { orderId, position } = change
  const { numUpdatedRows } = await tx
    .updateTable('order_change')
    .set({ acknowledged_at: now })
    .where('lab_id', '=', scope.organization.id)
    .where('order_id', '=', orderId)
    .where('transaction', '=', sql<number>`${position.transaction}::bigint`)
    .where('place', '=', sql<number>`${position.index}::bigint`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
