import {
  businessTypes,
  type ErrorKey,
  type PullFormat,
  type PullRun,
  type PullSetting,
  type TransferLocation,
} from '@pontic/contract'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { fail } from '../../platform/http/fail.ts'
import type { PageWindow } from '../../platform/http/list-cursor.ts'
import { PullRefusal } from './pull-refusal.ts'

/** A row of `pull_setting`, with the types of the contract for format and kind. */
export type PullSettingRow = Omit<Selectable<Tables['pull_setting']>, 'format' | 'kind'> & {
  format: PullFormat
  kind: PullSetting['kind']
}

/** A row of `pull_run`. */
export type PullRunRow = Selectable<Tables['pull_run']>

/** Finds a setting that is not deleted. */
export async function findSettingRow(
  db: Db | Tx,
  id: string,
  options: { forUpdate?: boolean } = {},
): Promise<PullSettingRow | undefined> {
  const query = db.selectFrom('pull_setting').selectAll().where('id', '=', id).where('deleted_at', 'is', null)
  const row = await (options.forUpdate ? query.forUpdate() : query).executeTakeFirst()
  return row as PullSettingRow | undefined
}

/** The location of a pull setting: a transfer location of a kind that supports pulling. */
export type PullLocation = TransferLocation & { kind: PullSetting['kind'] }

/** Maps a setting to its location, for the transports. */
export const toLocation = (row: PullSettingRow): PullLocation => ({
  kind: row.kind,
  address: row.address,
  folder: row.folder,
  bucket: row.bucket,
  region: row.region,
  userName: row.user_name,
  hostFingerprint: row.host_fingerprint,
})

/**
 * Loads the id of a clinic's administrator. If several are enabled, the one with the oldest account is used.
 * @throws PullRefusal peer if no administrator is enabled, or the clinic is deleted or banned
 */
export async function getClinicAdministrator(db: Db | Tx, clinicId: string): Promise<string> {
  const row = await db
    .selectFrom('account')
    .innerJoin('organization', 'organization.id', 'account.organization_id')
    .select('account.id')
    .where('organization_id', '=', clinicId)
    .where('organization.deleted_at', 'is', null)
    .where('organization.banned_at', 'is', null)
    .where('is_organization_administrator', '=', true)
    .where('account.deleted_at', 'is', null)
    .where('account.disabled_at', 'is', null)
    .orderBy('account.id')
    .executeTakeFirst()
  if (row === undefined) throw new PullRefusal('peer', 'pull.clinic_wrong')
  return row.id
}

/**
 * Asserts that an organization is a clinic that is neither deleted nor banned.
 * @throws organization.not_found, pull.clinic_wrong
 */
export async function assertClinic(tx: Tx, clinicId: string): Promise<void> {
  const row = await tx
    .selectFrom('organization')
    .select(['business_type', 'banned_at'])
    .where('id', '=', clinicId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) fail('organization.not_found')
  if (row.business_type !== businessTypes.clinic || row.banned_at !== null) fail('pull.clinic_wrong')
}

/** Adds a run to the log. Marks an unfinished earlier run as failed, because its node has died. */
export async function createRun(
  db: Db,
  run: { id: string; settingId: string; cause: PullRun['cause']; now: Date },
): Promise<void> {
  const { id, settingId, cause, now } = run
  await db
    .updateTable('pull_run')
    .set({ finished_at: now, failure: 'transport.broken_off' })
    .where('setting_id', '=', settingId)
    .where('finished_at', 'is', null)
    .execute()
  await db.insertInto('pull_run').values({ id, setting_id: settingId, cause, started_at: now }).execute()
}

/** Marks a run as finished, with its counts and its error. */
export async function finishRun(
  db: Db,
  id: string,
  result: { taken: number; waiting: number; refused: number; failure: ErrorKey | null; now: Date },
): Promise<void> {
  await db
    .updateTable('pull_run')
    .set({
      finished_at: result.now,
      taken_count: result.taken,
      waiting_count: result.waiting,
      refused_count: result.refused,
      failure: result.failure,
    })
    .where('id', '=', id)
    .execute()
}

/** A setting of a list, with its clinic's name and its last run. `key`: sort key. */
export type ListedSetting = PullSettingRow & { clinic_name: string; last_run: PullRunRow | null; key: string }

const fromClause = sql`select s.*, g.name as clinic_name, lower(s.name) as key,
    (select to_jsonb(r) from pull_run r where r.setting_id = s.id order by r.started_at desc, r.id desc limit 1) as last_run
  from pull_setting s join organization g on g.id = s.clinic_id`

/** Lists a page of settings by name. `words`: part of the setting's or the clinic's name. */
export async function listSettingRows(
  db: Db | Tx,
  query: { words: string; clinicId: string | null; isDeleted: boolean },
  { cursor, offset, limit }: PageWindow,
): Promise<{ rows: ListedSetting[]; total: number }> {
  const words = `%${query.words.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  const where = sql`(s.deleted_at is not null) = ${query.isDeleted}::boolean and (${query.clinicId}::uuid is null or s.clinic_id = ${query.clinicId}::uuid)
    and (lower(s.name) like ${words} or lower(g.name) like ${words})`
  const after = cursor ? sql`and (lower(s.name), s.id) > (${cursor.key}, ${cursor.id}::uuid)` : sql``
  const { rows } = await sql<ListedSetting>`${fromClause} where ${where} ${after}
    order by lower(s.name), s.id limit ${limit} offset ${offset}`.execute(db)
  const count = await sql<{ total: number }>`select count(*)::int as total
    from pull_setting s join organization g on g.id = s.clinic_id where ${where}`.execute(db)
  return { rows, total: count.rows[0]?.total ?? 0 }
}

/** Loads one setting with the columns of a list, even if it is deleted. @throws pull.not_found */
export async function getListedSetting(db: Db | Tx, id: string): Promise<ListedSetting> {
  const { rows } = await sql<ListedSetting>`${fromClause} where s.id = ${id}::uuid`.execute(db)
  return rows[0] ?? fail('pull.not_found')
}

/** Lists a page of a setting's runs, newest first. */
export async function listRunRows(
  db: Db | Tx,
  settingId: string,
  { cursor, offset, limit }: PageWindow,
): Promise<{ rows: (PullRunRow & { key: string })[]; total: number }> {
  const after = cursor ? sql`and (started_at, id) < (${cursor.key}::timestamptz, ${cursor.id}::uuid)` : sql``
  const { rows } = await sql<PullRunRow & { key: string }>`
    select r.*, to_char(started_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as key
    from pull_run r where setting_id = ${settingId}::uuid ${after}
    order by started_at desc, id desc limit ${limit} offset ${offset}`.execute(db)
  const count = await sql<{ total: number }>`select count(*)::int as total from pull_run
    where setting_id = ${settingId}::uuid`.execute(db)
  return { rows, total: count.rows[0]?.total ?? 0 }
}

const isoOf = (time: string) => new Date(time).toISOString()

/** Maps a run to its DTO. */
export const toPullRun = (row: PullRunRow): PullRun => ({
  id: row.id,
  startedAt: isoOf(row.started_at),
  finishedAt: row.finished_at === null ? null : isoOf(row.finished_at),
  cause: row.cause,
  takenCount: row.taken_count,
  waitingCount: row.waiting_count,
  refusedCount: row.refused_count,
  failure: row.failure,
})

/** Maps a setting to its DTO. */
export const toPullSetting = (row: ListedSetting): PullSetting => ({
  id: row.id,
  name: row.name,
  clinicId: row.clinic_id,
  clinicName: row.clinic_name,
  ...toLocation(row),
  secretsSet: row.secret_names as PullSetting['secretsSet'],
  format: row.format,
  intervalMinutes: row.interval_minutes,
  isEnabled: row.is_enabled,
  createdAt: row.created_at,
  nextRunAt: row.is_enabled ? row.next_run_at : null,
  deletedAt: row.deleted_at,
  isRunning: row.last_run !== null && row.last_run.finished_at === null,
  lastRun: row.last_run === null ? null : toPullRun(row.last_run),
})
