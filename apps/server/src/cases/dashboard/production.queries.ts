import type { ChartPoint, OrderType, RemakeCause } from '@pontic/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** The days of a reader: the start of each day, and the end of the last, in ascending order. */
export type ReaderDays = { firstDay: string; startsMs: readonly number[] }

const timesOf = (momentsMs: readonly number[]) => momentsMs.map((ms) => new Date(ms).toISOString())
/**
 * The days as rows `d` with their place, start and end. Counters have a resolution of a quarter of an hour, so that days of every
 * time zone consist of whole rows. A look-up for each day is faster than finding the day of each row.
 */
const daysOf = ({ startsMs }: ReaderDays) =>
  sql`unnest(${timesOf(startsMs.slice(0, -1))}::timestamptz[], ${timesOf(startsMs.slice(1))}::timestamptz[])
    with ordinality d(starts_at, ends_at, number)`
const firstOf = ({ startsMs }: ReaderDays) => new Date(startsMs[0] ?? 0)
const endOf = ({ startsMs }: ReaderDays) => new Date(startsMs.at(-1) ?? 0)

/** Counts the orders that clinics sent to a laboratory. @returns the counts by day, with the place of the day among the days */
export async function listReceived(
  tx: Tx,
  labId: string,
  days: ReaderDays,
): Promise<{ place: number; count: number }[]> {
  const { rows } = await sql<{ place: number; count: number }>`
    select d.number::int - 1 as place, c.count from ${daysOf(days)} cross join lateral (
      select coalesce(sum(count), 0)::int as count from lab_received_count
      where lab_id = ${labId} and at >= d.starts_at and at < d.ends_at
    ) c where c.count > 0`.execute(tx)
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
    select type, sum(shipped)::int as shipped, sum(seconds)::float8 as seconds, sum(dated)::int as dated,
      sum(on_time)::int as "onTime"
    from ${daysOf(days)} cross join lateral (
      select type, sum(count) as shipped, sum(seconds) as seconds,
        coalesce(sum(count) filter (where due_on <> 'infinity'), 0) as dated,
        coalesce(sum(count) filter (where due_on <> 'infinity'
          and due_on >= ${days.firstDay}::date + d.number::int - 1), 0) as on_time
      from lab_shipped_count where lab_id = ${labId} and at >= d.starts_at and at < d.ends_at group by type
    ) c group by type`.execute(tx)
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
