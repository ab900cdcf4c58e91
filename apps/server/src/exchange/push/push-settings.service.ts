import {
  isWebhookSecret,
  limits,
  listLocationProblems,
  type NewPushSetting,
  ownPushKinds,
  type PushSetting,
  type PushSettingChange,
  pushFormatsOfKind,
  pushKinds,
  type RouteReply,
  type Routes,
  type TransferLocation,
  type TransferSecrets,
} from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { type Changes, changesOf } from '../../platform/audit/changes.shared.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call, ReadCall } from '../../platform/http/handlers.ts'
import { type Paging, parseWindow, toPage } from '../../platform/http/list-cursor.ts'
import type { Scope } from '../../platform/http/scope.ts'
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
  countOwnSettings,
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

/**
 * Lists a page of settings by name, without their secrets. An organization lists its own, the platform all.
 * @throws request.invalid (a cursor of another list)
 */
export async function listSettings(
  { tx, scope }: ReadCall<'scope'>,
  wanted: Paging & { words: string; isDeleted: boolean },
): Promise<RouteReply<Routes['pushSettings.list']>> {
  const found = await listSettingRows(tx, scope, wanted, parseWindow(listName, 'text', wanted))
  return toPage(listName, wanted, found, {
    show: toSetting,
    cursorOf: (row) => ({ key: row.sortName, id: row.id }),
  })
}

/**
 * Creates a setting. The setting of an organization belongs to it, and delivers only its own cases (rules §16).
 * @throws request.invalid at the fields that are invalid for its kind, push.name_taken, push.too_many_settings
 */
export async function createSetting(
  call: Call<'tx' | 'scope' | 'services'>,
  input: NewPushSetting,
): Promise<PushSetting> {
  const { tx, scope } = call
  const { now, encryptor } = call.services
  const id = newId()
  const ownerId = ownerIdOf(scope)
  assertValid(input, ownerId)
  if (ownerId !== null) await assertOwnLimit(tx, ownerId)
  const secrets = assertSecrets(input, mergeSecrets(toLocation(input), undefined, input))
  const at = now()
  await tx
    .insertInto('push_setting')
    .values({
      id,
      ...columnsOf(input),
      ...encryptSecrets(encryptor, secrets, secretContext(id)),
      organization_id: ownerId,
      created_at: at,
      updated_at: at,
    })
    .execute()
  if (ownerId !== null) await replaceOrganizations(tx, id, [ownerId])
  const { password: _, privateKey: __, passphrase: ___, ...withoutSecrets } = input
  await record(call, 'create', { id, ownerId }, { after: withoutSecrets, withheld: namesOf(input) })
  return await readBack(call, id)
}

/**
 * Updates a setting. Omitted fields do not change. Secrets must be entered again if they would be sent to another server or
 * for another user. The platform can only disable and enable a setting of an organization, and the organization cannot enable a
 * setting that the platform has stopped.
 * @throws push.not_found, push.name_taken, push.stopped, push.of_organization, request.invalid
 */
export async function updateSetting(
  call: Call<'tx' | 'scope' | 'services'>,
  input: PushSettingChange,
): Promise<PushSetting> {
  const { tx, scope } = call
  const { now, encryptor } = call.services
  const { id, ...change } = input
  const locked = (await lockSetting(tx, scope, id)) ?? fail('push.not_found')
  const before = (await findSetting(tx, scope, id)) ?? fail('push.not_found')
  const { ownerId } = locked
  if (ownerId !== ownerIdOf(scope)) return await stopOrEnable(call, before, { ...change, ownerId })
  const { password: _, privateKey: __, passphrase: ___, ...fields } = change
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const after: SettingFields = { ...before, ...given }
  assertValid(after, ownerId)
  const isStopped = before.switchedOffBecause === 'platform'
  if (isStopped && after.isEnabled) fail('push.stopped')
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
  await record(call, 'update', { id, ownerId }, { ...changes, withheld: namesOf(change) })
  return await readBack(call, id)
}

/** Stops or enables the setting of an organization by order of the platform. @throws push.of_organization for other changes */
async function stopOrEnable(
  call: Call<'tx' | 'scope' | 'services'>,
  before: PushSettingRow,
  { ownerId, ...change }: Omit<PushSettingChange, 'id'> & { ownerId: string | null },
): Promise<PushSetting> {
  const { isEnabled, ...others } = change
  const isOnlySwitch = Object.values(others).every((value) => value === undefined)
  // Only what the platform has stopped may be enabled by it.
  const mayEnable = before.switchedOffBecause === 'platform' || before.isEnabled
  if (isEnabled === undefined || !isOnlySwitch || (isEnabled && !mayEnable)) fail('push.of_organization')
  const { id } = before
  const switched_off_because = isEnabled ? null : 'platform'
  await updateSettingRow(call.tx, id, {
    is_enabled: isEnabled,
    switched_off_because,
    updated_at: call.services.now(),
  })
  const changes = changesOf(before, { isEnabled, switchedOffBecause: switched_off_because })
  await record(call, 'update', { id, ownerId }, changes)
  return await readBack(call, id)
}

/** Deletes a setting. It can be restored for 30 days. @throws push.not_found */
export async function deleteSetting(call: Call<'tx' | 'scope' | 'services'>, id: string): Promise<void> {
  const { tx, scope } = call
  const { now } = call.services
  const { ownerId } = (await lockSetting(tx, scope, id)) ?? fail('push.not_found')
  await updateSettingRow(tx, id, { is_enabled: false, deleted_at: now() })
  await record(call, 'delete', { id, ownerId }, {})
}

/** Restores a deleted setting, which stays disabled. @throws push.not_found, push.name_taken, push.too_many_settings */
export async function restoreSetting(
  call: Call<'tx' | 'scope' | 'services'>,
  id: string,
): Promise<PushSetting> {
  const { tx, scope } = call
  const { now } = call.services
  const setting = await findSetting(tx, scope, id)
  if (setting === undefined || setting.deletedAt === null) fail('push.not_found')
  const ownerId = setting.owner?.id ?? null
  if (ownerId !== null) await assertOwnLimit(tx, ownerId)
  await updateSettingRow(tx, id, { deleted_at: null, updated_at: now() })
  await record(call, 'restore', { id, ownerId }, {})
  return await readBack(call, id)
}

/**
 * Replaces the organizations that use a setting. Takes effect with the next step of a case.
 * @throws push.not_found, push.of_organization, organization.not_found (not a clinic or laboratory)
 */
export async function assignSetting(
  call: Call<'tx' | 'scope'>,
  { id, organizationIds }: { id: string; organizationIds: readonly string[] },
): Promise<PushSetting> {
  const { tx, scope } = call
  const { ownerId } = (await lockSetting(tx, scope, id)) ?? fail('push.not_found')
  if (ownerId !== null) fail('push.of_organization')
  const before = (await readBack(call, id)).organizations.map((one) => one.id).sort()
  const wanted = [...new Set(organizationIds)].sort()
  if ((await listAssignableOrganizations(tx, wanted)).length !== wanted.length) fail('organization.not_found')
  await replaceOrganizations(tx, id, wanted)
  await record(
    call,
    'assign',
    { id, ownerId },
    changesOf({ organizationIds: before }, { organizationIds: wanted }),
    [...new Set([...before, ...wanted])],
  )
  return await readBack(call, id)
}

async function readBack({ tx, scope }: Call<'tx' | 'scope'>, id: string): Promise<PushSetting> {
  return toSetting((await findSetting(tx, scope, id)) ?? fail('push.not_found'))
}

/** Returns the owner of the settings that the caller may change without restriction: null for the platform. */
const ownerIdOf = (scope: Scope): string | null => (scope.reach === 'any' ? null : scope.organization.id)

async function assertOwnLimit(tx: Tx, ownerId: string): Promise<void> {
  const max = limits.ownPushSettingsMax
  if ((await countOwnSettings(tx, ownerId)) >= max) fail('push.too_many_settings', { max })
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

/** Checks a setting. @throws request.invalid at the fields that are invalid for its kind or its owner */
function assertValid(setting: SettingFields, ownerId: string | null): void {
  const kinds: readonly string[] = ownerId === null ? pushKinds : ownPushKinds
  if (!kinds.includes(setting.kind)) fail('request.invalid', {}, { kind: 'choice' })
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
  { id, ownerId }: { id: string; ownerId: string | null },
  changes: Changes,
  subjectOrganizationIds: readonly string[] = ownerId === null ? [] : [ownerId],
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
  await notifySettingsChange(tx, ownerId)
}
