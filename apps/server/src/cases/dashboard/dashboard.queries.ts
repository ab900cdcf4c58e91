import type { StorageUse } from '@pontic/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** `scope_id` of the stored counts over all clinics. */
export const allClinicsScopeId = '00000000-0000-0000-0000-000000000000'

/**
 * A range of UTC days, both ends included. `scopeId` is the organization whose stored counts are read, or
 * `allClinicsScopeId`.
 */
export type DayWindow = { scopeId: string; firstDay: string; lastDay: string }

/**
 * Three lists with one element for each UTC day that has orders. `days` has the number of days since the first day of
 * the window, `totals` the number of orders of the complete day, and `befores` the number of orders before the
 * requested quarter of an hour.
 */
export type DayTotals = { days: number[]; totals: number[]; befores: number[] }

/**
 * Counts the orders of each UTC day in a window, for the complete day and for its first `quarter` quarters of an hour.
 * @param quarter 0 to 95
 */
export async function listTotals(tx: Tx, window: DayWindow, quarter: number): Promise<DayTotals> {
  const { scopeId, firstDay, lastDay } = window
  // Selects one JSON value, because the driver needs more time to parse ninety rows than the query takes.
  const { rows } = await sql<{ found: string }>`select json_build_array(array_agg(day - ${firstDay}::date),
      array_agg(upto[96]), array_agg(upto[${quarter}::int]))::text as found
    from order_day_count where scope_id = ${scopeId} and day between ${firstDay} and ${lastDay}`.execute(tx)
  const [days, totals, befores] = JSON.parse(rows[0]?.found ?? '[]') as (number[] | null)[]
  return { days: days ?? [], totals: totals ?? [], befores: befores ?? [] }
}

/**
 * Number of orders of one UTC day. `byType` has the orders of each type, with the type as the index. `detail` has the
 * orders of each quarter of an hour and type, with the key `quarter × 8 + type`; null unless requested.
 */
export type DayTypes = { day: string; byType: number[]; detail: Record<string, number> | null }

/**
 * Counts the orders of each UTC day in a window by type.
 * @param parts days that need `detail`, because the requested span covers them only in part
 */
export async function listTypes(tx: Tx, window: DayWindow, parts: readonly string[]): Promise<DayTypes[]> {
  const { scopeId, firstDay, lastDay } = window
  // Selects JSON, because the driver needs ten times as long to parse arrays.
  const { rows } = await sql<Omit<DayTypes, 'byType'> & { byType: string }>`select day,
      array_to_json(by_type)::text as "byType", case when day = any(${parts}::date[]) then detail end as detail
    from order_day_count where scope_id = ${scopeId} and day between ${firstDay} and ${lastDay}`.execute(tx)
  return rows.map((row) => ({ ...row, byType: JSON.parse(row.byType) as number[] }))
}

/** Returns the time of each share with an individual in the window, and the type of the shared order. */
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

/** Returns the storage use of an organization. */
export async function readStorage(tx: Tx, organizationId: string): Promise<StorageUse> {
  return await tx
    .selectFrom('organization')
    .select(['storage_used_bytes as usedBytes', 'storage_quota_bytes as totalBytes'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
}

/** Returns the total storage use of all clinics and laboratories. */
export async function readAllStorage(tx: Tx): Promise<StorageUse> {
  const { rows } = await sql<StorageUse>`select coalesce(sum(storage_used_bytes), 0)::bigint as "usedBytes",
      coalesce(sum(storage_quota_bytes), 0)::bigint as "totalBytes"
    from organization where business_type in (1, 2) and deleted_at is null`.execute(tx)
  return rows[0] ?? { usedBytes: 0, totalBytes: 0 }
}
