import type { LabCalendar, Order, OrderStatus, OrderType, TimelineKind } from '@pontic/contract'
import { type RawBuilder, sql, type UpdateObject } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { listedColumns, ownColumnsFor, partiesOfOrder } from '../access/order-columns.shared.ts'
import { type Reader, selectReaders } from './order-notices.service.ts'
import { orderEventCondition } from './order-steps.hooks.ts'

/** The columns that a step changes. Those that decide the risk day are values, not expressions. */
export type StepColumns = UpdateObject<Tables, 'orders'> & {
  lab_id?: string | null
  send_waiting_lab_id?: string | null
  delivery_on?: string | null
}

/** What a step reads before it is written. */
export type StepFacts = {
  type: OrderType
  deliveryOn: string | null
  /** The calendar of the order's laboratory after the step, or of the laboratory of a deferred send; null for the default. */
  calendar: LabCalendar | null
  /** Organizations of individuals with a share. */
  sharedIds: string[]
  /** Whether a handler of `orderEventWritten` has something to do. */
  hasHandler: boolean
  /** The readers of the step's notice; null if it has none. */
  readers: Reader[] | null
}

/** A party of the order `o`, or an organization by its id. */
export type AskedOrganization = { party: 'clinic' | 'lab' } | { id: string | null }

/** A step for which facts are read. */
export type AskedStep = {
  orderId: string
  kind: TimelineKind
  /** The laboratory after the step. */
  lab: AskedOrganization
  /** The laboratory that may read the timeline entry. */
  eventLab: AskedOrganization
  /** The notified organization; undefined if none is. */
  reader: AskedOrganization | undefined
  /** The laboratory of the deferred send after the step; undefined if it stays. */
  waitingLabId: string | null | undefined
}

const idOf = (asked: AskedOrganization): RawBuilder<string | null> =>
  'id' in asked ? sql`${asked.id}::uuid` : sql.raw(`o.${asked.party}_id`)

/** Returns the statement that reads all facts of a step. It must run after the statement that locks the order. */
export function selectStepFacts(step: AskedStep): RawBuilder<StepFacts> {
  const { orderId, kind, lab, eventLab, reader, waitingLabId } = step
  const organizationIds = sql<string[]>`array[o.clinic_id, ${idOf(eventLab)}]`
  const readers =
    reader === undefined
      ? sql`null::json`
      : sql`(select coalesce(json_agg(r), '[]') from (${selectReaders(orderId, idOf(reader))}) r)`
  return sql<StepFacts>`
    select o.type, o.delivery_on as "deliveryOn",
      (select json_build_object('workingDays', k.working_days, 'holidays', k.holidays, 'usualDays', k.usual_days)
        from lab_calendar k where k.organization_id = coalesce(${idOf(lab)},
          ${waitingLabId === undefined ? sql`o.send_waiting_lab_id` : sql`${waitingLabId}::uuid`})) as calendar,
      array(select a.organization_id from order_share s join account a on a.id = s.account_id
        where s.order_id = o.id) as "sharedIds",
      ${orderEventCondition.of({ kind, organizationIds })} as "hasHandler", ${readers} as readers
    from orders o where o.id = ${orderId}`
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
 * @returns the order after the step, with the time of the timeline entry and the accounts whose mail is sent at once; undefined if another transaction has changed the
 *   order. The other rows are then written as well, and the caller must abort the transaction
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
