import type { ChartPoint, OrderType, RemakeCause } from '@pontic/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** The days of a reader: the start of each day, and the end of the last, in ascending order. */
export type ReaderDays = { firstDay: string; startsMs: readonly number[] }

// Counters have a resolution of a quarter of an hour, so that days of every time zone consist of whole rows.
const startsOf = ({ startsMs }: ReaderDays) =>
  sql`${startsMs.map((ms) => new Date(ms).toISOString())}::timestamptz[]`
const firstOf = ({ startsMs }: ReaderDays) => new Date(startsMs[0] ?? 0)
const endOf = ({ startsMs }: ReaderDays) => new Date(startsMs.at(-1) ?? 0)

/** Counts the orders that clinics sent to a laboratory. @returns the counts by day, with the place of the day among the days */
export async function listReceived(
  tx: Tx,
  labId: string,
  days: ReaderDays,
): Promise<{ place: number; count: number }[]> {
  const { rows } = await sql<{ place: number; count: number }>`
    select width_bucket(at, ${startsOf(days)}) - 1 as place, sum(count)::int as count from lab_received_count
    where lab_id = ${labId} and at >= ${firstOf(days)} and at < ${endOf(days)} group by 1`.execute(tx)
  return rows
}

/** Counts the open orders of a laboratory by delivery day, both days included. Reads only the open orders of these days. */
export async function listDue(tx: Tx, labId: string, from: string, to: string): Promise<ChartPoint[]> {
  const { rows } = await sql<ChartPoint>`
    select delivery_on as day, count(*)::int as count from orders
    where lab_id = ${labId} and discarded_at is null and status in ('pending', 'accepted')
      and delivery_on between ${from}::date and ${to}::date
    group by delivery_on`.execute(tx)
  return rows
}

/** Shipped orders of one type. `dated` have a delivery day, `onTime` were shipped on that day or before. */
export type ShippedRow = {
  type: OrderType
  shipped: number
  seconds: number
  dated: number
  onTime: number
}

/** Counts the orders that a laboratory shipped, by type. */
export async function listShipped(tx: Tx, labId: string, days: ReaderDays): Promise<ShippedRow[]> {
  const { rows } = await sql<ShippedRow>`
    select type, sum(count)::int as shipped, sum(seconds)::float8 as seconds,
      coalesce(sum(count) filter (where due_on <> 'infinity'), 0)::int as dated,
      coalesce(sum(count) filter (where due_on <> 'infinity'
        and ${days.firstDay}::date + width_bucket(at, ${startsOf(days)}) - 1 <= due_on), 0)::int as "onTime"
    from lab_shipped_count
    where lab_id = ${labId} and at >= ${firstOf(days)} and at < ${endOf(days)} group by type`.execute(tx)
  return rows
}

/** Remakes with one clinic and one pair of causes. */
export type RemakeRow = {
  partnerId: string
  partnerName: string
  clinicCause: RemakeCause
  labCause: RemakeCause | null
  count: number
}

/** Counts the remakes of a laboratory by clinic and causes. Discarded orders do not count. */
export async function listRemakes(tx: Tx, labId: string, days: ReaderDays): Promise<RemakeRow[]> {
  const { rows } = await sql<RemakeRow>`
    select r.clinic_id as "partnerId", g.name as "partnerName", r.clinic_cause as "clinicCause", r.lab_cause as "labCause",
      count(*)::int as count
    from order_remake r join organization g on g.id = r.clinic_id join orders n on n.id = r.order_id
    where r.lab_id = ${labId} and r.created_at >= ${firstOf(days)} and r.created_at < ${endOf(days)}
      and n.discarded_at is null
    group by 1, 2, 3, 4`.execute(tx)
  return rows
}
