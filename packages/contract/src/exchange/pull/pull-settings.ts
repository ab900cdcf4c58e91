import * as z from 'zod/mini'
import type { ErrorKey } from '../../errors.ts'
import { Done, Id, line, pageOf, paging, SearchWords, Time } from '../../fields.ts'
import { limits } from '../../limits.ts'
import type { RouteTable } from '../../route.ts'
import { documentRefusals, documentSystems } from '../order-documents/order-documents.ts'
import { pullKinds, transferLocationFields, transferSecretFields } from '../push/places.ts'

/** Formats that a setting imports: documents of one system, folders of scans (`folder`), or all of them (`any`). */
export const pullFormats = ['any', ...documentSystems] as const
/** Format of the imported documents. */
export const PullFormat = z.enum(pullFormats)
export type PullFormat = z.output<typeof PullFormat>

/**
 * State of a found case: `waiting` until it is complete, `taken` after the import, `refused` if it cannot be imported.
 */
export const pullStates = ['waiting', 'taken', 'refused'] as const
export type PullState = (typeof pullStates)[number]

/** Reasons why a found case waits: its files still change, are empty, or are named in its document but missing. */
export const pullWaitReasons = ['changing', 'empty', 'files_missing'] as const

/** Reasons to refuse the files of a case or the case itself. */
const caseRefusals = [
  'file_kind',
  'file_name',
  'file_too_large',
  'too_many_files',
  'quota_full',
  'wrong_format',
] as const

/** All reasons of found cases. The texts are under `transfers.pull.reason`. */
export const pullReasons = [...pullWaitReasons, ...documentRefusals, ...caseRefusals, 'peer'] as const
export type PullReason = (typeof pullReasons)[number]

/** Temporary reasons: the next poll tries the case again even if its files have not changed. */
export const temporaryPullReasons: readonly PullReason[] = ['quota_full', 'peer']

/** One poll of a pull setting. */
export const PullRun = z.strictObject({
  id: Id,
  startedAt: Time,
  /** End of the poll, null while it runs. */
  finishedAt: z.nullable(Time),
  /** Cause of the poll: `interval`, `demand` of a user, or `look`, a second look at incomplete cases. */
  cause: z.enum(['interval', 'demand', 'look']),
  /** Number of imported cases. */
  takenCount: z.int(),
  /** Number of cases that are not complete at the source yet. */
  waitingCount: z.int(),
  /** Number of refused cases. */
  refusedCount: z.int(),
  /** Error key if the source could not be read, else null. @example null */
  failure: z.nullable(z.string()),
})
export type PullRun = Omit<z.output<typeof PullRun>, 'failure'> & { failure: ErrorKey | null }

/** A pull setting: a source from which the cases of a clinic are imported (rules §11). */
export const PullSetting = z.strictObject({
  id: Id,
  /** Name of the setting. @example "Scanner in room 2" */
  name: z.string(),
  clinicId: Id,
  /** Name of the clinic. @example "Brookside Dental" */
  clinicName: z.string(),
  kind: z.enum(pullKinds),
  /** URL of the source; empty for folders of the server. @example "sftp://sftp.scanner.example" */
  address: z.string(),
  /** Folder that the polls read. @example "/cases" */
  folder: z.string(),
  /** Name of the S3 bucket, null for other kinds. @example null */
  bucket: z.nullable(z.string()),
  /** Region of the S3 bucket, null for other kinds. @example null */
  region: z.nullable(z.string()),
  /** User name or access key, null for none. @example "pontic" */
  userName: z.nullable(z.string()),
  /** Fingerprint of the SFTP host key, null for other kinds. @example null */
  hostFingerprint: z.nullable(z.string()),
  /** Names of the stored secrets; their values are never returned. */
  secretsSet: z.array(z.enum(['password', 'privateKey', 'passphrase'])),
  format: PullFormat,
  /** Minutes between two polls. */
  intervalMinutes: z.int(),
  /** False stops all polls but those on demand. */
  isEnabled: z.boolean(),
  createdAt: Time,
  /** Time of the next poll, null if there is none. */
  nextRunAt: z.nullable(Time),
  /** Time of deletion, null if not deleted. */
  deletedAt: z.nullable(Time),
  /** Whether a poll is running. */
  isRunning: z.boolean(),
  /** The last poll, null before the first. */
  lastRun: z.nullable(PullRun),
})
export type PullSetting = z.output<typeof PullSetting>

/** A case that a pull setting has found. */
export const PullItem = z.strictObject({
  id: Id,
  settingId: Id,
  /** Name of the setting. @example "Laboratory software" */
  settingName: z.string(),
  /** Path of the case at the source. @example "/cases/c-4711" */
  path: z.string(),
  state: z.enum(pullStates),
  /** Coded reason why it was not imported, null if it was. */
  reason: z.nullable(z.enum(pullReasons)),
  /** Details of the reason. @example "" */
  detail: z.string(),
  /** Kind of source, null if unknown. */
  system: z.nullable(z.enum(documentSystems)),
  /** Id of the imported case, null if there is none. */
  orderId: z.nullable(Id),
  /** Number of the case, null for none. @example null */
  orderNumber: z.nullable(z.string()),
  /** Time of the first poll that found it. */
  firstSeenAt: Time,
  /** Time of the last poll that found it. */
  seenAt: Time,
})
export type PullItem = z.output<typeof PullItem>

const minutes = z
  .int()
  .check(
    z.minimum(limits.pullIntervalMinutesMin, 'too_small'),
    z.maximum(limits.pullIntervalMinutesMax, 'too_large'),
  )

const settingFields = {
  /** Name of the setting. @example "Scanner in room 2" */
  name: line(2, 60),
  clinicId: Id,
  kind: z.enum(pullKinds),
  ...transferLocationFields,
  ...transferSecretFields,
  format: PullFormat,
  /** Minutes between two polls. */
  intervalMinutes: minutes,
  /** False stops all polls but those on demand. */
  isEnabled: z.boolean(),
}

/** A new pull setting. Fields that its kind does not have are empty or null. */
export const NewPullSetting = z.strictObject({
  ...settingFields,
  /** URL of the source; empty for folders of the server. @example "sftp://sftp.scanner.example" */
  address: z._default(settingFields.address, ''),
  /** Folder that the polls read. @example "/cases" */
  folder: z._default(settingFields.folder, ''),
  bucket: z._default(settingFields.bucket, null),
  region: z._default(settingFields.region, null),
  userName: z._default(settingFields.userName, null),
  hostFingerprint: z._default(settingFields.hostFingerprint, null),
  /** Format of the documents. */
  format: z._default(settingFields.format, 'any'),
  /** Minutes between two polls. */
  intervalMinutes: z._default(settingFields.intervalMinutes, limits.pullIntervalMinutesDefault),
  /** False stops all polls but those on demand. */
  isEnabled: z._default(settingFields.isEnabled, true),
})
export type NewPullSetting = z.output<typeof NewPullSetting>

/** A change of a pull setting; omitted fields stay. */
export const PullSettingChange = z.strictObject({ id: Id, ...z.partial(z.strictObject(settingFields)).shape })
export type PullSettingChange = z.output<typeof PullSettingChange>

const target = z.strictObject({ id: Id })
const errors = ['organization.not_found', 'pull.not_found', 'pull.clinic_wrong', 'pull.name_taken'] as const

const exampleBody = {
  name: 'Scanner share',
  clinicId: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e10',
  kind: 'sftp',
  address: 'sftp://files.harbour.example:22',
  folder: 'exports',
  bucket: null,
  region: null,
  userName: 'pontic',
  hostFingerprint: 'SHA256:uNiVztksCsDhcc0u9e8BrDLlZTEiIGYjzlP4A2Vxf0s',
  password: 'a secret',
  intervalMinutes: 15,
} as const

/** Routes of pull settings under /pull and /manage (rules §10–11). */
export const pullSettingRoutes = {
  'pullSettings.list': {
    method: 'POST',
    path: '/pull/list',
    permission: 'manage.pull',
    reads: true,
    summary: 'List pull settings by name, with their last polls',
    body: z.strictObject({
      words: SearchWords,
      /** Only settings of this clinic. */
      clinicId: z._default(z.nullable(Id), null),
      /** True lists deleted settings instead. */
      isDeleted: z._default(z.boolean(), false),
      ...paging,
    }),
    reply: pageOf(PullSetting),
    errors: ['request.invalid'],
  },
  'pullSettings.create': {
    method: 'POST',
    path: '/pull',
    permission: 'manage.pull',
    audit: 'pullSettings.create',
    reauthenticate: true,
    summary: 'Create a pull setting for a clinic, which owns the imported cases',
    body: NewPullSetting,
    reply: PullSetting,
    errors: [...errors, 'request.invalid'],
    example: { body: exampleBody },
  },
  'pullSettings.update': {
    method: 'PUT',
    path: '/pull',
    permission: 'manage.pull',
    audit: 'pullSettings.update',
    reauthenticate: true,
    summary:
      'Change a pull setting; omitted fields stay. Send the secrets again when address, user or host key change',
    body: PullSettingChange,
    reply: PullSetting,
    errors: [...errors, 'request.invalid'],
  },
  'pullSettings.delete': {
    method: 'DELETE',
    path: '/pull/:id',
    permission: 'manage.pull',
    audit: 'pullSettings.delete',
    reauthenticate: true,
    summary: 'Delete a pull setting; it can be restored for 30 days. Imported cases stay',
    params: target,
    reply: Done,
    errors: ['pull.not_found'],
  },
  'pullSettings.restore': {
    method: 'PUT',
    path: '/pull/restore/:id',
    permission: 'manage.pull',
    audit: 'pullSettings.restore',
    reauthenticate: true,
    summary: 'Restore a deleted pull setting within 30 days; it is disabled',
    params: target,
    reply: PullSetting,
    errors,
  },
  'pullSettings.run': {
    method: 'POST',
    path: '/pull/run',
    permission: 'manage.pull',
    audit: 'pullSettings.run',
    summary: 'Start a poll',
    body: target,
    reply: Done,
    errors: ['pull.not_found'],
  },
  'pullSettings.listRuns': {
    method: 'POST',
    path: '/pull/runs/:id',
    permission: 'manage.pull',
    reads: true,
    summary: 'List the polls of a pull setting, newest first',
    params: z.strictObject({ id: Id }),
    body: z.strictObject(paging),
    reply: pageOf(PullRun),
    errors: ['pull.not_found', 'request.invalid'],
  },
  'pullSettings.listItems': {
    method: 'POST',
    path: '/pull/items',
    permission: 'manage.pull',
    reads: true,
    summary:
      'List the cases that polls have found, last seen first: imported, waiting, or refused with the reason',
    body: z.strictObject({
      /** Only cases of this setting. */
      settingId: z._default(z.nullable(Id), null),
      /** Only cases of this state. */
      state: z._default(z.nullable(z.enum(pullStates)), null),
      ...paging,
    }),
    reply: pageOf(PullItem),
    errors: ['request.invalid'],
  },
  'pullSettings.listOptions': {
    method: 'GET',
    path: '/manage/pulloptions',
    permission: 'manage.pull',
    reads: true,
    summary: 'List pull settings for selects',
    reply: z.strictObject({
      /** Settings, by name. */
      list: z.array(
        z.strictObject({
          id: Id,
          /** Name of the setting. @example "Scanner in room 2" */
          name: z.string(),
          clinicId: Id,
          /** Name of the clinic. @example "Brookside Dental" */
          clinicName: z.string(),
        }),
      ),
    }),
    errors: [],
  },
  'pullSettings.assign': {
    method: 'PUT',
    path: '/manage/editorgpull',
    permission: 'manage.pull',
    audit: 'pullSettings.assign',
    reauthenticate: true,
    summary: 'Choose the clinic that owns future imports of a pull setting',
    body: z.strictObject({
      id: Id,
      clinicId: Id,
    }),
    reply: PullSetting,
    errors: ['organization.not_found', 'pull.not_found', 'pull.clinic_wrong'],
  },
} as const satisfies RouteTable
