import { documentSystems, type PullItem, type PullReason, type PullState } from '@pontic/contract'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { type FilterConditions, toConditions } from '../../platform/db/filter-conditions.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { PageWindow } from '../../platform/http/list-cursor.ts'

/** A row of `pull_item`. */
export type PullItemRow = Selectable<Tables['pull_item']>

/** Loads all items of a setting, by path. */
export async function listItemsOf(db: Db | Tx, settingId: string): Promise<Map<string, PullItemRow>> {
  const rows = await db.selectFrom('pull_item').selectAll().where('setting_id', '=', settingId).execute()
  return new Map(rows.map((row) => [row.path, row]))
}

/**
 * Inserts or updates the item of a path. If its fingerprint has changed, the item waits again and its waiting
 * time restarts.
 */
export async function upsertItem(
  db: Db | Tx,
  seen: { settingId: string; path: string; fingerprint: Buffer; headFingerprint: Buffer; now: Date },
): Promise<PullItemRow> {
  const { settingId, path, fingerprint, headFingerprint, now } = seen
  const times = { first_seen_at: now, unchanged_since: now, seen_at: now }
  return await db
    .insertInto('pull_item')
    .values({
      id: newId(now.getTime()),
      setting_id: settingId,
      path,
      state: 'waiting',
      reason: 'changing',
      fingerprint,
      head_fingerprint: headFingerprint,
      ...times,
    })
    .onConflict((on) =>
      on.columns(['setting_id', 'path']).doUpdateSet({
        seen_at: now,
        fingerprint,
        head_fingerprint: headFingerprint,
        state: sql`case when pull_item.fingerprint = excluded.fingerprint then pull_item.state else 'waiting' end`,
        reason: sql`case when pull_item.fingerprint = excluded.fingerprint then pull_item.reason else 'changing' end`,
        unchanged_since: sql`case when pull_item.fingerprint = excluded.fingerprint
          then pull_item.unchanged_since else excluded.unchanged_since end`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Saves why an item waits or is refused. */
export async function updateItemOutcome(
  db: Db | Tx,
  itemId: string,
  outcome: { state: Exclude<PullState, 'taken'>; reason: PullReason; detail: string; system?: string },
): Promise<void> {
  const { state, reason, detail, system = null } = outcome
  await db
    .updateTable('pull_item')
    .set({ state, reason, detail, system, order_id: null })
    .where('id', '=', itemId)
    .execute()
}

/** Marks an item as imported. */
export async function saveImported(
  db: Db | Tx,
  itemId: string,
  taken: { orderId: string; system: string; now: Date },
): Promise<void> {
  await db
    .updateTable('pull_item')
    .set({
      state: 'taken',
      reason: null,
      detail: '',
      system: taken.system,
      order_id: taken.orderId,
      seen_at: taken.now,
    })
    .where('id', '=', itemId)
    .execute()
}

/** Deletes items that are no longer at the source and were not imported. @param seenIds items that are still there */
export async function deleteMissingItems(
  db: Db | Tx,
  settingId: string,
  seenIds: readonly string[],
): Promise<void> {
  await sql`delete from pull_item where setting_id = ${settingId}::uuid and state <> 'taken'
    and id <> all (${[...seenIds]}::uuid[])`.execute(db)
}

type ShownItem = PullItemRow & { order_number: string | null; setting_name: string; key: string }

type ItemFilter = { settingId: string | null; state: PullState | null }

const filters: FilterConditions<ItemFilter> = {
  settingId: (id) => sql`i.setting_id = ${id}::uuid`,
  state: (state) => sql`i.state = ${state}`,
}

/** Lists a page of items, most recently seen first. */
export async function listItemRows(
  db: Db | Tx,
  query: ItemFilter,
  { cursor, offset, limit }: PageWindow,
): Promise<{ rows: ShownItem[]; total: number }> {
  const where = sql.join([sql`s.deleted_at is null`, ...toConditions(filters, query)], sql` and `)
  const after = cursor ? sql`and (i.seen_at, i.id) < (${cursor.key}::timestamptz, ${cursor.id}::uuid)` : sql``
  const { rows } = await sql<ShownItem>`
    select i.*, o.number as order_number, s.name as setting_name,
      to_char(i.seen_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as key
    from pull_item i join pull_setting s on s.id = i.setting_id left join orders o on o.id = i.order_id and o.discarded_at is null
    where ${where} ${after} order by i.seen_at desc, i.id desc limit ${limit} offset ${offset}`.execute(db)
  const count = await sql<{
    total: number
  }>`select count(*)::int as total
    from pull_item i join pull_setting s on s.id = i.setting_id where ${where}`.execute(db)
  return { rows, total: count.rows[0]?.total ?? 0 }
}

/** Maps an item to its DTO. */
export function toPullItem(row: ShownItem): PullItem {
  return {
    id: row.id,
    settingId: row.setting_id,
    settingName: row.setting_name,
    path: row.path,
    state: row.state,
    reason: row.reason,
    detail: row.detail,
    system: documentSystems.find((one) => one === row.system) ?? null,
    orderId: row.order_number === null ? null : row.order_id,
    orderNumber: row.order_number,
    firstSeenAt: row.first_seen_at,
    seenAt: row.seen_at,
  }
}
