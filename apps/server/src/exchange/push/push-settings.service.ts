import {
  isWebhookSecret,
  listLocationProblems,
  type NewPushSetting,
  type PushSetting,
  type PushSettingChange,
  pushFormatsOfKind,
  type RouteReply,
  type Routes,
  type TransferLocation,
  type TransferSecrets,
} from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { type Changes, changesOf } from '../../platform/audit/changes.shared.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { type Paging, parseWindow, toPage } from '../../platform/http/list-cursor.ts'
import {
  canRetainSecrets,
  decryptSecrets,
  encryptSecrets,
  mergeSecrets,
  type SecretsInput,
} from '../../platform/transports/transfer-secrets.ts'
import { notifySettingsChange } from './notify-settings-change.ts'
import { secretContext } from './push.shared.ts'
import {
  findSetting,
  listAssignableOrganizations,
  listSettingRows,
  lockSetting,
  type PushSettingRow,
  replaceOrganizations,
  updateSettingRow,
} from './push-settings.queries.ts'

const listName = 'pushSettings'
const secretNames = ['password', 'privateKey', 'passphrase'] as const

const toSetting = ({ sortName: _, ...setting }: PushSettingRow): PushSetting => setting

/** Lists a page of settings by name, without their secrets. @throws request.invalid (a cursor of another list) */
export async function listSettings(
  db: Db | Tx,
  wanted: Paging & { words: string; isDeleted: boolean },
): Promise<RouteReply<Routes['pushSettings.list']>> {
  const found = await listSettingRows(db, wanted, parseWindow(listName, 'text', wanted))
  return toPage(listName, wanted, found, {
    show: toSetting,
    cursorOf: (row) => ({ key: row.sortName, id: row.id }),
  })
}

/** Creates a setting. @throws request.invalid at the fields that are invalid for its kind, push.name_taken */
export async function createSetting(
  call: Call<'tx' | 'scope' | 'services'>,
  input: NewPushSetting,
): Promise<PushSetting> {
  const { tx } = call
  const { now, encryptor } = call.services
  const id = newId()
  assertValid(input)
  const secrets = assertSecrets(input, mergeSecrets(toLocation(input), undefined, input))
  const at = now()
  await tx
    .insertInto('push_setting')
    .values({
      id,
      ...columnsOf(input),
      ...encryptSecrets(encryptor, secrets, secretContext(id)),
      created_at: at,
      updated_at: at,
    })
    .execute()
  const { password: _, privateKey: __, passphrase: ___, ...withoutSecrets } = input
  await record(call, 'create', id, { after: withoutSecrets, withheld: namesOf(input) })
  return await readBack(tx, id)
}

/**
 * Updates a setting. Omitted fields do not change. Secrets must be entered again if they would be sent to another server or
 * for another user.
 * @throws push.not_found, push.name_taken, request.invalid
 */
export async function updateSetting(
  call: Call<'tx' | 'scope' | 'services'>,
  input: PushSettingChange,
): Promise<PushSetting> {
  const { tx } = call
  const { now, encryptor } = call.services
  const { id, ...change } = input
  const locked = (await lockSetting(tx, id)) ?? fail('push.not_found')
  const before = (await findSetting(tx, id)) ?? fail('push.not_found')
  const { password: _, privateKey: __, passphrase: ___, ...fields } = change
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const after: SettingFields = { ...before, ...given }
  assertValid(after)
  const context = secretContext(id)
  const old = canRetainSecrets(before, after) ? decryptSecrets(encryptor, locked, context) : undefined
  const secrets = assertSecrets(after, mergeSecrets(toLocation(after), old, change))
  await updateSettingRow(tx, id, {
    ...columnsOf(after),
    ...encryptSecrets(encryptor, secrets, context),
    ...(after.isEnabled ? { switched_off_because: null } : {}),
    updated_at: now(),
  })
  const changes = changesOf(before, given)
  await record(call, 'update', id, { ...changes, withheld: namesOf(change) })
  return await readBack(tx, id)
}

/** Deletes a setting. It can be restored for 30 days. @throws push.not_found */
export async function deleteSetting(call: Call<'tx' | 'scope' | 'services'>, id: string): Promise<void> {
  const { tx } = call
  const { now } = call.services
  if (!(await lockSetting(tx, id))) fail('push.not_found')
  await updateSettingRow(tx, id, { is_enabled: false, deleted_at: now() })
  await record(call, 'delete', id, {})
}

/** Restores a deleted setting, which stays disabled. @throws push.not_found, push.name_taken */
export async function restoreSetting(
  call: Call<'tx' | 'scope' | 'services'>,
  id: string,
): Promise<PushSetting> {
  const { tx } = call
  const { now } = call.services
  const setting = await findSetting(tx, id)
  if (setting === undefined || setting.deletedAt === null) fail('push.not_found')
  await updateSettingRow(tx, id, { deleted_at: null, updated_at: now() })
  await record(call, 'restore', id, {})
  return await readBack(tx, id)
}

/**
 * Replaces the organizations that use a setting. Takes effect with the next step of a case.
 * @throws push.not_found, organization.not_found (not a clinic or laboratory)
 */
export async function assignSetting(
  call: Call<'tx' | 'scope'>,
  { id, organizationIds }: { id: string; organizationIds: readonly string[] },
): Promise<PushSetting> {
  const { tx } = call
  if (!(await lockSetting(tx, id))) fail('push.not_found')
  const before = (await readBack(tx, id)).organizations.map((one) => one.id).sort()
  const wanted = [...new Set(organizationIds)].sort()
  if ((await listAssignableOrganizations(tx, wanted)).length !== wanted.length) fail('organization.not_found')
  await replaceOrganizations(tx, id, wanted)
  await record(call, 'assign', id, changesOf({ organizationIds: before }, { organizationIds: wanted }), [
    ...new Set([...before, ...wanted]),
  ])
  return await readBack(tx, id)
}

async function readBack(tx: Tx, id: string): Promise<PushSetting> {
  return toSetting((await findSetting(tx, id)) ?? fail('push.not_found'))
}

type SettingFields = Pick<
  PushSetting,
  | 'name'
  | 'kind'
  | 'address'
  | 'folder'
  | 'bucket'
  | 'region'
  | 'userName'
  | 'hostFingerprint'
  | 'events'
  | 'format'
  | 'includesFiles'
  | 'isEnabled'
>

const toLocation = (setting: SettingFields): TransferLocation => {
  const { kind, address, folder, bucket, region, userName, hostFingerprint } = setting
  return { kind, address, folder, bucket, region, userName, hostFingerprint }
}

/** Checks a setting. @throws request.invalid at the fields that are invalid for its kind */
function assertValid(setting: SettingFields): void {
  const wrong = listLocationProblems(toLocation(setting))
  const formats: readonly string[] = pushFormatsOfKind[setting.kind]
  if (Object.keys(wrong).length > 0) fail('request.invalid', {}, wrong)
  if (!formats.includes(setting.format)) fail('request.invalid', {}, { format: 'choice' })
}

/** Checks the secret of a webhook. @throws request.invalid at `password` if it is malformed */
function assertSecrets({ kind }: SettingFields, secrets: TransferSecrets): TransferSecrets {
  if (kind === 'webhook' && !isWebhookSecret(secrets.password ?? ''))
    fail('request.invalid', {}, { password: 'webhook_secret' })
  return secrets
}

// Maps a setting to its columns. Clears columns that the kind does not use. The format `files` always includes the files.
function columnsOf(setting: SettingFields) {
  const { kind } = setting
  const isWeb = kind !== 'folder'
  return {
    name: setting.name,
    kind,
    address: isWeb ? setting.address : '',
    folder: kind === 'webhook' ? '' : setting.folder,
    bucket: kind === 's3' ? setting.bucket : null,
    region: kind === 's3' ? setting.region : null,
    user_name: kind === 's3' || kind === 'sftp' ? setting.userName : null,
    host_fingerprint: kind === 'sftp' ? setting.hostFingerprint : null,
    events: [...new Set(setting.events)],
    format: setting.format,
    includes_files: setting.includesFiles || setting.format === 'files',
    is_enabled: setting.isEnabled,
  }
}

const namesOf = (given: SecretsInput): string[] => secretNames.filter((name) => given[name] !== undefined)

async function record(
  { tx, scope }: Call<'tx' | 'scope'>,
  verb: 'create' | 'update' | 'delete' | 'restore' | 'assign',
  id: string,
  changes: Changes,
  subjectOrganizationIds: readonly string[] = [],
): Promise<void> {
  const { withheld = [], ...values } = changes
  await recordAudit(tx, scope, {
    action: `pushSettings.${verb}`,
    objectType: 'push_setting',
    objectId: id,
    subjectOrganizationIds,
    ...values,
    ...(withheld.length > 0 ? { withheld } : {}),
  })
  await notifySettingsChange(tx)
}
