import type { PushSetting } from '@pontic/contract'
import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { likePatterns } from '../../platform/db/text-search.ts'
import type { PageWindow } from '../../platform/http/list-cursor.ts'

/** A setting with its sort key `sortName`, the name in lower case. */
export type PushSettingRow = PushSetting & { sortName: string }

const columns = sql`s.id, s.name, s.kind, s.address, s.folder, s.bucket, s.region, s.user_name as "userName",
  s.host_fingerprint as "hostFingerprint", s.secret_names as "secretsSet", s.events, s.format,
  s.includes_files as "includesFiles", s.is_enabled as "isEnabled", s.switched_off_because as "switchedOffBecause",
  coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name) order by lower(g.name), g.id)
    from push_setting_organization u join organization g on g.id = u.organization_id
    where u.setting_id = s.id and g.deleted_at is null), '[]'::json) as organizations,
  (select count(*)::int from push_delivery d where d.setting_id = s.id and d.state = 'waiting') as waiting,
  (select count(*)::int from push_delivery d where d.setting_id = s.id and d.state = 'failed'
    and d.event is not null) as failed,
  (select max(d.ended_at) from push_delivery d where d.setting_id = s.id and d.state = 'delivered'
    and d.event is not null) as "lastDeliveredAt",
  s.created_at as "createdAt", s.updated_at as "updatedAt", s.deleted_at as "deletedAt", lower(s.name) as "sortName"`

/** Lists a page of settings by name. `isDeleted`: lists the deleted settings instead of the others. */
export async function listSettingRows(
  db: Db | Tx,
  filter: { words: string; isDeleted: boolean },
  page: PageWindow,
): Promise<{ rows: PushSettingRow[]; total: number }> {
  const base = sql`from push_setting s
    where s.deleted_at is ${filter.isDeleted ? sql`not null` : sql`null`}
      and lower(concat_ws(' ', s.name, s.address, s.folder, s.bucket)) like all (${likePatterns(filter.words)}::text[])`
  const after = page.cursor
    ? sql`and (lower(s.name), s.id) > (${page.cursor.key}, ${page.cursor.id}::uuid)`
    : sql``
  const { rows } = await sql<PushSettingRow>`select ${columns} ${base} ${after}
    order by lower(s.name), s.id limit ${page.limit} offset ${page.offset}`.execute(db)
  return { rows, total: await countRows(db, base) }
}

async function countRows(db: Db | Tx, base: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${base}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Finds a setting, also a deleted one. */
export async function findSetting(db: Db | Tx, id: string): Promise<PushSettingRow | undefined> {
  const { rows } =
    await sql<PushSettingRow>`select ${columns} from push_setting s where s.id = ${id}`.execute(db)
  return rows[0]
}

/** Locks a setting. @returns its encrypted secrets; undefined if it does not exist or is deleted */
export async function lockSetting(tx: Tx, id: string): Promise<{ secrets: Buffer | null } | undefined> {
  return await tx
    .selectFrom('push_setting')
    .select('secrets')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Lists settings for select fields, by name. */
export async function listSettingOptions(db: Db | Tx) {
  const rows = await db
    .selectFrom('push_setting')
    .select(['id', 'name', 'kind', 'is_enabled as isEnabled'])
    .where('deleted_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
  return rows
}

/** Updates columns of a setting. @throws push.name_taken */
export async function updateSettingRow(
  tx: Tx,
  id: string,
  set: Updateable<Tables['push_setting']>,
): Promise<void> {
  await tx.updateTable('push_setting').set(set).where('id', '=', id).execute()
}

/** Disables a setting whose receiver has answered 410 Gone. @returns whether it was enabled */
export async function disableSetting(tx: Tx, id: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('push_setting')
    .set({ is_enabled: false, switched_off_because: 'gone', updated_at: now })
    .where('id', '=', id)
    .where('is_enabled', '=', true)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks the organizations that a setting can be assigned to: clinics and laboratories that are not deleted.
 * @returns their ids
 */
export async function listAssignableOrganizations(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from organization where id = any(${ids}::uuid[])
    and business_type in (1, 2) and deleted_at is null for key share`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Replaces the organizations that use a setting. */
export async function replaceOrganizations(
  tx: Tx,
  settingId: string,
  organizationIds: readonly string[],
): Promise<void> {
  await sql`delete from push_setting_organization where setting_id = ${settingId}
    and organization_id <> all (${organizationIds}::uuid[])`.execute(tx)
  await sql`insert into push_setting_organization (setting_id, organization_id)
    select ${settingId}, unnest(${organizationIds}::uuid[]) on conflict do nothing`.execute(tx)
}
