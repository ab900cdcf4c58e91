import type { DatedOrder, LabCalendar } from '@pontic/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

type CalendarRow = {
  workingDays: number[]
  holidays: unknown
  usualDays: unknown
  casesPerDay: number | null
}

/** Returns the calendar that a laboratory has set; undefined if it has set none. */
export async function findCalendarRow(tx: Tx, labId: string): Promise<LabCalendar | undefined> {
  const row: CalendarRow | undefined = await tx
    .selectFrom('lab_calendar')
    .select([
      'working_days as workingDays',
      'holidays',
      'usual_days as usualDays',
      'cases_per_day as casesPerDay',
    ])
    .where('organization_id', '=', labId)
    .executeTakeFirst()
  return row as LabCalendar | undefined
}

/**
 * Whether the caller may read the calendar of a laboratory: their own, a partner's, or that of a laboratory that has
 * orders of the caller's clinic.
 */
export async function canReadCalendar(tx: Tx, scope: Scope, labId: string): Promise<boolean> {
  const own = scope.organization.id
  const { rows } = await sql<{ found: boolean }>`select
    exists (select 1 from organization l where l.id = ${labId}::uuid and l.business_type = 2 and l.deleted_at is null)
    and (${labId}::uuid = ${own}::uuid
      or exists (select 1 from partnership p where p.status = 'partner'
        and p.low_id = least(${own}::uuid, ${labId}::uuid) and p.high_id = greatest(${own}::uuid, ${labId}::uuid))
      or exists (select 1 from orders o where o.clinic_id = ${own}::uuid and o.lab_id = ${labId}::uuid)) as found`.execute(
    tx,
  )
  return rows[0]?.found ?? false
}

/** Inserts or replaces a laboratory's calendar. */
export async function saveCalendar(tx: Tx, labId: string, calendar: LabCalendar, at: Date): Promise<void> {
  const row = {
    working_days: calendar.workingDays,
    holidays: JSON.stringify(calendar.holidays),
    usual_days: JSON.stringify(calendar.usualDays),
    cases_per_day: calendar.casesPerDay,
    updated_at: at,
  }
  await tx
    .insertInto('lab_calendar')
    .values({ organization_id: labId, ...row })
    .onConflict((oc) => oc.column('organization_id').doUpdateSet(row))
    .execute()
}

/**
 * The values from which an order's risk day is computed, and the stored risk day as `atRiskOn`. The risk day is the
 * first day on which the order may miss its delivery day.
 */
export type RiskRow = DatedOrder & { labId: string | null; atRiskOn: string | null }

/**
 * Returns the values from which an order's risk day is computed, and the stored risk day. `labId` is the current
 * laboratory, or that of the deferred send.
 */
export async function findRiskRow(tx: Tx, orderId: string): Promise<RiskRow | undefined> {
  return await tx
    .selectFrom('orders')
    .select([
      'type',
      'status',
      'delivery_on as deliveryOn',
      'at_risk_on as atRiskOn',
      sql<string | null>`coalesce(lab_id, send_waiting_lab_id)`.as('labId'),
    ])
    .where('id', '=', orderId)
    .executeTakeFirst()
}

/** Saves an order's risk day. */
export async function saveRiskDay(tx: Tx, orderId: string, day: string | null): Promise<void> {
  await tx.updateTable('orders').set({ at_risk_on: day }).where('id', '=', orderId).execute()
}

/**
 * Returns the distinct combinations of type, status and delivery day of a laboratory's pending and accepted orders.
 * Leaves out discarded orders and orders without a delivery day.
 */
export async function listRiskInputs(tx: Tx, labId: string): Promise<DatedOrder[]> {
  const { rows } = await sql<DatedOrder>`select distinct type, status, delivery_on as "deliveryOn" from orders
    where lab_id = ${labId} and discarded_at is null and delivery_on is not null
      and status in ('pending', 'accepted')`.execute(tx)
  return rows
}

/** Saves the risk days of a laboratory's orders, one for each combination of type, status and delivery day. */
export async function saveRiskDays(
  tx: Tx,
  labId: string,
  kinds: readonly (DatedOrder & { atRiskOn: string | null })[],
): Promise<void> {
  await sql`update orders o set at_risk_on = k."atRiskOn"
    from jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb)
      as k (type smallint, status text, "deliveryOn" date, "atRiskOn" date)
    where o.lab_id = ${labId} and o.discarded_at is null and o.status = k.status and o.type = k.type
      and o.delivery_on = k."deliveryOn" and o.at_risk_on is distinct from k."atRiskOn"`.execute(tx)
}
