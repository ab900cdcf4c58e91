import type { PushSetting } from '@pontic/contract'
import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { likePatterns } from '../../platform/db/text-search.ts'
import type { PageWindow } from '../../platform/http/list-cursor.ts'
import type { Scope } from '../../platform/http/scope.ts'

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
  (select json_build_object('id', w.id, 'name', w.name) from organization w where w.id = s.organization_id) as owner,
  s.created_at as "createdAt", s.updated_at as "updatedAt", s.deleted_at as "deletedAt", lower(s.name) as "sortName"`

/** Restricts settings `s` to those that the caller may see: an organization sees its own, the platform all. */
export const isVisible = (scope: Scope): RawBuilder<unknown> =>
  scope.reach === 'any' ? sql`true` : sql`s.organization_id = ${scope.organization.id}`

/**
 * Lists a page of the settings that the caller may see, by name. `isDeleted`: lists the deleted settings instead of the others.
 */
export async function listSettingRows(
  db: Db | Tx,
  scope: Scope,
  filter: { words: string; isDeleted: boolean },
  page: PageWindow,
): Promise<{ rows: PushSettingRow[]; total: number }> {
  const base = sql`from push_setting s
    where ${isVisible(scope)} and s.deleted_at is ${filter.isDeleted ? sql`not null` : sql`null`}
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

/** Finds a setting that the caller may see, also a deleted one. */
export async function findSetting(
  db: Db | Tx,
  scope: Scope,
  id: string,
): Promise<PushSettingRow | undefined> {
  const { rows } = await sql<PushSettingRow>`select ${columns} from push_setting s
    where s.id = ${id} and ${isVisible(scope)}`.execute(db)
  return rows[0]
}

/**
 * Counts the settings that an organization owns, without deleted ones. Locks the organization, so that concurrent calls do not
 * exceed the limit.
 */
export async function countOwnSettings(tx: Tx, organizationId: string): Promise<number> {
  await sql`select 1 from organization where id = ${organizationId} for no key update`.execute(tx)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from push_setting
    where organization_id = ${organizationId} and deleted_at is null`.execute(tx)
  return rows[0]?.count ?? 0
}

/**
 * Locks a setting that the caller may see.
 * @returns its encrypted secrets and its owner, null for the platform; undefined if it does not exist or is deleted
 */
export async function lockSetting(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<{ secrets: Buffer | null; ownerId: string | null } | undefined> {
  const { rows } = await sql<{ secrets: Buffer | null; ownerId: string | null }>`
    select s.secrets, s.organization_id as "ownerId" from push_setting s
    where s.id = ${id} and s.deleted_at is null and ${isVisible(scope)} for update of s`.execute(tx)
  return rows[0]
}

/** Lists the settings of the platform for select fields, by name. */
export async function listSettingOptions(db: Db | Tx) {
  const rows = await db
    .selectFrom('push_setting')
    .select(['id', 'name', 'kind', 'is_enabled as isEnabled'])
    .where('deleted_at', 'is', null)
    .where('organization_id', 'is', null)
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

/**
 * Disables a setting whose receiver has answered 410 Gone.
 * @returns its owner, null for the platform; undefined if it was not enabled
 */
export async function disableSetting(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ ownerId: string | null } | undefined> {
  const row = await tx
    .updateTable('push_setting')
    .set({ is_enabled: false, switched_off_because: 'gone', updated_at: now })
    .where('id', '=', id)
    .where('is_enabled', '=', true)
    .returning('organization_id as ownerId')
    .executeTakeFirst()
  return row
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
