import type { StorageUse } from '@pontic/contract'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** The scope of the counters of all clinics together. */
export const everybody = '00000000-0000-0000-0000-000000000000'

/** Cases of one UTC day: by quarter of an hour (96), by type (at type + 1), and by both (`quarter × 8 + type`). */
export type DayCount = {
  day: string
  quarters: number[]
  byType: number[]
  detail: Record<string, number> | null
}

/** UTC days from one to another, both included. */
export type DayWindow = { scopeId: string; firstDay: string; lastDay: string }

/** The numbers of each quarter of an hour of some days, oldest first; days without cases have no row. */
export async function listQuarters(tx: Tx, window: DayWindow): Promise<Pick<DayCount, 'day' | 'quarters'>[]> {
  // As JSON: the driver's own reading of arrays takes ten times as long.
  const { rows } = await sql<{
    day: string
    quarters: string
  }>`select day, array_to_json(quarters)::text as quarters
    from order_day_count
    where scope_id = ${window.scopeId} and day between ${window.firstDay} and ${window.lastDay} order by day`.execute(
    tx,
  )
  return rows.map(({ day, quarters }) => ({ day, quarters: JSON.parse(quarters) as number[] }))
}

/** The numbers by type of some days; in detail for the first and the last, of which a reader's days have only a part. */
export async function listTypes(
  tx: Tx,
  window: DayWindow,
): Promise<Pick<DayCount, 'day' | 'byType' | 'detail'>[]> {
  const { scopeId, firstDay, lastDay } = window
  const { rows } = await sql<Pick<DayCount, 'day' | 'byType' | 'detail'>>`select day, by_type as "byType",
      case when day = ${firstDay} or day = ${lastDay} then detail end as detail
    from order_day_count where scope_id = ${scopeId} and day between ${firstDay} and ${lastDay}`.execute(tx)
  return rows
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
