import type { StorageUse } from '@pontic/contract'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** The scope of the counters of all clinics together. */
export const everybody = '00000000-0000-0000-0000-000000000000'

/** UTC days from one to another, both included. */
export type DayWindow = { scopeId: string; firstDay: string; lastDay: string }

/** A moment as counters know it: a UTC day, and how many of its quarters of an hour have passed. */
export type CountedMoment = { day: string; quarter: number }

/** A UTC day with cases: how many there were in all, and until a moment of it, where one was asked for. */
export type DayTotal = { day: string; total: number; quarter: number | null; before: number }

/** The numbers of some UTC days, in all and until some moments of them; days without cases have no row. */
export async function listTotals(
  tx: Tx,
  window: DayWindow,
  moments: readonly CountedMoment[],
): Promise<DayTotal[]> {
  const { scopeId, firstDay, lastDay } = window
  const days = moments.map(({ day }) => day).join()
  const quarters = moments.map(({ quarter }) => quarter).join()
  // In one value: to read ninety rows takes the driver longer than PostgreSQL to find them.
  const { rows } = await sql<{ totals: string | null }>`select json_agg(json_build_object('day', c.day,
      'total', c.upto[96], 'quarter', m.quarter, 'before', coalesce(c.upto[m.quarter], 0)))::text as totals
    from order_day_count c left join unnest(string_to_array(${days}, ',')::date[],
      string_to_array(${quarters}, ',')::int[]) as m (day, quarter) on m.day = c.day
    where c.scope_id = ${scopeId} and c.day between ${firstDay} and ${lastDay}`.execute(tx)
  return JSON.parse(rows[0]?.totals ?? '[]') as DayTotal[]
}

/** Cases of one UTC day by type (at type + 1), and where it was asked for by quarter and type (`quarter × 8 + type`). */
export type DayTypes = { day: string; byType: number[]; detail: Record<string, number> | null }

/** The numbers by type of some days; in detail for those of which only a part is meant. */
export async function listTypes(tx: Tx, window: DayWindow, parts: readonly string[]): Promise<DayTypes[]> {
  const { scopeId, firstDay, lastDay } = window
  // As JSON: the driver's own reading of arrays takes ten times as long.
  const { rows } = await sql<Omit<DayTypes, 'byType'> & { byType: string }>`select day,
      array_to_json(by_type)::text as "byType", case when day = any(${parts}::date[]) then detail end as detail
    from order_day_count where scope_id = ${scopeId} and day between ${firstDay} and ${lastDay}`.execute(tx)
  return rows.map((row) => ({ ...row, byType: JSON.parse(row.byType) as number[] }))
}

/** When each case was shared with a person, and its type; few are. */
export async function listShared(
  tx: Tx,
  accountId: string,
  window: { from: Date; to: Date },
): Promise<{ at: string; type: number }[]> {
  return await tx
    .selectFrom('order_share as s')
    .innerJoin('orders as o', 'o.id', 's.order_id')
    .select(['s.shared_at as at', 'o.type'])
    .where('s.account_id', '=', accountId)
    .where('s.shared_at', '>=', window.from.toISOString())
    .where('s.shared_at', '<', window.to.toISOString())
    .where('o.discarded_at', 'is', null)
    .execute()
}

/** What an organization's files take. */
export async function readStorage(tx: Tx, organizationId: string): Promise<StorageUse> {
  return await tx
    .selectFrom('organization')
    .select(['storage_used_bytes as usedBytes', 'storage_quota_bytes as totalBytes'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
}

/** What the files of all clinics and laboratories take together. */
export async function readAllStorage(tx: Tx): Promise<StorageUse> {
  const { rows } = await sql<StorageUse>`select coalesce(sum(storage_used_bytes), 0)::bigint as "usedBytes",
      coalesce(sum(storage_quota_bytes), 0)::bigint as "totalBytes"
    from organization where business_type in (1, 2) and deleted_at is null`.execute(tx)
  return rows[0] ?? { usedBytes: 0, totalBytes: 0 }
}
