import {
  limits,
  listLocationProblems,
  locationFieldsOfKind,
  type NewPullSetting,
  type PullSetting,
  type PullSettingChange,
  type PullState,
  type RouteReply,
  type Routes,
} from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { type Paging, parseWindow, toPage } from '../../platform/http/list-cursor.ts'
import { encryptedColumns } from '../../platform/secrets/encrypted-columns.ts'
import {
  canRetainSecrets,
  decryptSecrets,
  encryptSecrets,
  mergeSecrets,
} from '../../platform/transports/transfer-secrets.ts'
import { listItemRows, toPullItem } from './pull-items.queries.ts'
import {
  assertClinic,
  findSettingRow,
  getListedSetting,
  listRunRows,
  listSettingRows,
  type PullLocation,
  type PullSettingRow,
  toLocation,
  toPullRun,
  toPullSetting,
} from './pull-settings.queries.ts'
import { enqueueRun } from './run-setting.ts'

const dayMs = 86_400_000

/** Lists pull settings by name. @throws request.invalid for a cursor of another list */
export async function listSettings(
  tx: Db | Tx,
  body: Paging & { words: string; clinicId: string | null; isDeleted: boolean },
): Promise<RouteReply<Routes['pullSettings.list']>> {
  const found = await listSettingRows(tx, body, parseWindow('pull', 'text', body))
  return toPage('pull', body, found, { show: toPullSetting, cursorOf: ({ key, id }) => ({ key, id }) })
}

async function getSetting(tx: Tx, id: string): Promise<PullSettingRow> {
  return (await findSettingRow(tx, id, { forUpdate: true })) ?? fail('pull.not_found')
}

type Fields = Pick<NewPullSetting, 'name' | 'clinicId' | 'format' | 'intervalMinutes' | 'isEnabled'>

/**
 * Checks a location and clears the fields that its kind does not use, so that they do not reappear when the kind changes.
 * @throws request.invalid at the invalid fields
 */
function toValidLocation(given: PullLocation): PullLocation {
  const known: readonly string[] = locationFieldsOfKind[given.kind]
  const location: PullLocation = {
    kind: given.kind,
    address: known.includes('address') ? given.address : '',
    folder: known.includes('folder') ? given.folder : '',
    bucket: known.includes('bucket') ? given.bucket : null,
    region: known.includes('region') ? given.region : null,
    userName: known.includes('userName') ? given.userName : null,
    hostFingerprint: known.includes('hostFingerprint') ? given.hostFingerprint : null,
  }
  const wrong = listLocationProblems(location)
  if (Object.keys(wrong).length > 0) fail('request.invalid', {}, wrong)
  return location
}

const columnsOf = (fields: Fields, location: PullLocation) => ({
  name: fields.name,
  clinic_id: fields.clinicId,
  kind: location.kind,
  address: location.address,
  folder: location.folder,
  bucket: location.bucket,
  region: location.region,
  user_name: location.userName,
  host_fingerprint: location.hostFingerprint,
  format: fields.format,
  interval_minutes: fields.intervalMinutes,
  is_enabled: fields.isEnabled,
})

const fieldsOf = (row: PullSettingRow): Fields => ({
  name: row.name,
  clinicId: row.clinic_id,
  format: row.format,
  intervalMinutes: row.interval_minutes,
  isEnabled: row.is_enabled,
})

const secretContext = encryptedColumns.pull.contextOf

/** Creates a pull setting for a clinic. @throws organization.not_found, pull.clinic_wrong, pull.name_taken, request.invalid */
export async function createSetting(
  call: Call<'tx' | 'scope' | 'services'>,
  given: NewPullSetting,
): Promise<PullSetting> {
  const { tx, services } = call
  const location = toValidLocation(given)
  const secrets = mergeSecrets(location, undefined, given)
  await assertClinic(tx, given.clinicId)
  const now = services.now()
  const id = newId(now.getTime())
  await tx
    .insertInto('pull_setting')
    .values({
      id,
      ...columnsOf(given, location),
      ...encryptSecrets(services.encryptor, secrets, secretContext(id)),
      created_at: now,
      next_run_at: now,
    })
    .execute()
  await record(call, 'create', id, [given.clinicId], { after: { ...pickFields(given), ...location } })
  return toPullSetting(await getListedSetting(tx, id))
}

const pickFields = ({ name, clinicId, format, intervalMinutes, isEnabled }: Fields): Fields => ({
  name,
  clinicId,
  format,
  intervalMinutes,
  isEnabled,
})

type Verb = 'create' | 'update' | 'delete' | 'restore' | 'assign' | 'run'

/** Records a change in the audit log, without secrets, and notifies open pages. */
async function record(
  { tx, scope }: Call<'tx' | 'scope'>,
  verb: Verb,
  id: string,
  clinicIds: readonly string[],
  changes: { before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
): Promise<void> {
  await recordAudit(tx, scope, {
    action: `pullSettings.${verb}`,
    objectType: 'pull_setting',
    objectId: id,
    subjectOrganizationIds: [...new Set(clinicIds)],
    ...changes,
  })
  await notifyChange(tx, { feature: 'pullSettings', id, organizationIds: [scope.organization.id] })
}

/**
 * Updates a pull setting. Omitted fields do not change. Secrets must be entered again if they would be sent to another server
 * or for another user.
 * @throws pull.not_found, organization.not_found, pull.clinic_wrong, pull.name_taken, request.invalid
 */
export async function updateSetting(
  call: Call<'tx' | 'scope' | 'services'>,
  { id, ...given }: PullSettingChange,
): Promise<PullSetting> {
  const { tx, services } = call
  const row = await getSetting(tx, id)
  const before = toLocation(row)
  const change = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const location = toValidLocation({ ...before, ...change })
  const fields = pickFields({ ...fieldsOf(row), ...change })
  const kept = canRetainSecrets(before, location)
    ? decryptSecrets(services.encryptor, row, secretContext(id))
    : undefined
  const secrets = mergeSecrets(location, kept, given)
  if (fields.clinicId !== row.clinic_id) await assertClinic(tx, fields.clinicId)
  await tx
    .updateTable('pull_setting')
    .set({
      ...columnsOf(fields, location),
      ...encryptSecrets(services.encryptor, secrets, secretContext(id)),
      next_run_at: services.now(),
    })
    .where('id', '=', id)
    .execute()
  await record(call, 'update', id, [row.clinic_id, fields.clinicId], {
    before: { ...fieldsOf(row), ...before },
    after: { ...fields, ...location },
  })
  return toPullSetting(await getListedSetting(tx, id))
}

/**
 * Assigns a pull setting to another clinic. Orders that were imported before stay with the previous clinic.
 * @throws pull.not_found, organization.not_found, pull.clinic_wrong
 */
export async function assignSetting(
  call: Call<'tx' | 'scope'>,
  { id, clinicId }: { id: string; clinicId: string },
): Promise<PullSetting> {
  const { tx } = call
  const before = await getSetting(tx, id)
  await assertClinic(tx, clinicId)
  await tx.updateTable('pull_setting').set({ clinic_id: clinicId }).where('id', '=', id).execute()
  await record(call, 'assign', id, [before.clinic_id, clinicId], {
    before: { clinicId: before.clinic_id },
    after: { clinicId },
  })
  return toPullSetting(await getListedSetting(tx, id))
}

/** Deletes a pull setting. It can be restored for 30 days. @throws pull.not_found */
export async function deleteSetting(call: Call<'tx' | 'scope' | 'services'>, id: string): Promise<void> {
  const { tx, services } = call
  const row = await getSetting(tx, id)
  await tx
    .updateTable('pull_setting')
    .set({ deleted_at: services.now(), is_enabled: false })
    .where('id', '=', id)
    .execute()
  await record(call, 'delete', id, [row.clinic_id])
}

/**
 * Restores a deleted setting, which stays disabled.
 * @throws pull.not_found, organization.not_found, pull.clinic_wrong, pull.name_taken
 */
export async function restoreSetting(
  call: Call<'tx' | 'scope' | 'services'>,
  id: string,
): Promise<PullSetting> {
  const { tx, services } = call
  const since = new Date(services.now().getTime() - limits.pullSettingRestoreDays * dayMs)
  const row = await tx
    .updateTable('pull_setting')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('deleted_at', '>', since.toISOString())
    .returning('clinic_id')
    .executeTakeFirst()
  if (row === undefined) fail('pull.not_found')
  await assertClinic(tx, row.clinic_id)
  await record(call, 'restore', id, [row.clinic_id])
  return toPullSetting(await getListedSetting(tx, id))
}

/**
 * Enqueues a poll in addition to the polls at the interval. Replaces a poll that is already enqueued.
 * @throws pull.not_found
 */
export async function runNow(call: Call<'tx' | 'scope'>, id: string): Promise<void> {
  const { tx } = call
  const row = await getSetting(tx, id)
  await enqueueRun(tx, row, 'demand')
  await record(call, 'run', id, [row.clinic_id])
}

/** Lists the runs of a setting, newest first. @throws pull.not_found */
export async function listRuns(
  tx: Db | Tx,
  body: Paging & { id: string },
): Promise<RouteReply<Routes['pullSettings.listRuns']>> {
  const window = parseWindow('pull.runs', 'moment', body)
  if ((await findSettingRow(tx, body.id)) === undefined) fail('pull.not_found')
  const found = await listRunRows(tx, body.id, window)
  return toPage('pull.runs', body, found, { show: toPullRun, cursorOf: ({ key, id }) => ({ key, id }) })
}

/** Lists the items of one or all settings, most recently seen first. */
export async function listItems(
  tx: Db | Tx,
  body: Paging & { settingId: string | null; state: PullState | null },
): Promise<RouteReply<Routes['pullSettings.listItems']>> {
  const found = await listItemRows(tx, body, parseWindow('pull.items', 'moment', body))
  return toPage('pull.items', body, found, { show: toPullItem, cursorOf: ({ key, id }) => ({ key, id }) })
}

/** Lists settings for select fields, by name. */
export async function listSettingOptions(
  tx: Db | Tx,
): Promise<RouteReply<Routes['pullSettings.listOptions']>> {
  const rows = await tx
    .selectFrom('pull_setting')
    .innerJoin('organization', 'organization.id', 'clinic_id')
    .select(['pull_setting.id', 'pull_setting.name', 'clinic_id', 'organization.name as clinic_name'])
    .where('pull_setting.deleted_at', 'is', null)
    .orderBy('pull_setting.name')
    .execute()
  return {
    list: rows.map((row) => ({
      id: row.id,
      name: row.name,
      clinicId: row.clinic_id,
      clinicName: row.clinic_name,
    })),
  }
}
