import * as z from 'zod/mini'
import { Done, Id, line, pageOf, paging, SearchWords, Time } from '../../fields.ts'
import { limits } from '../../limits.ts'
import type { RouteTable } from '../../route.ts'
import { pushKinds, transferLocationFields, transferSecretFields } from './places.ts'
import { Delivery, DeliveryDetail, DeliveryQuery, pushEvents } from './push-deliveries.ts'

/** Formats of a delivery: the case as a document in one of three formats, or only its original files. */
export const pushFormats = ['pontic', 'exocad', 'fhir', 'files'] as const
export type PushFormat = (typeof pushFormats)[number]

/** Formats of each kind. A webhook cannot send a folder of files, because it has one body. */
export const pushFormatsOfKind = {
  webhook: ['pontic', 'fhir'],
  sftp: pushFormats,
  s3: pushFormats,
  folder: pushFormats,
} as const satisfies Record<(typeof pushKinds)[number], readonly PushFormat[]>

/** Whether a text is a webhook secret (Standard Webhooks): `whsec_` and the base64 of 24 to 64 bytes. */
export function isWebhookSecret(text: string): boolean {
  const base64 = /^whsec_((?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(text)?.[1]
  if (base64 === undefined) return false
  const sizeBytes = (base64.replace(/=+$/, '').length * 3) >> 2
  return sizeBytes >= 24 && sizeBytes <= 64
}

const OrganizationName = z.strictObject({
  id: Id,
  /** Name of the organization. @example "Northfield Lab" */
  name: z.string(),
})

/** A push setting: a location to which steps of cases are delivered (rules §11). */
export const PushSetting = z.strictObject({
  id: Id,
  /** Name of the setting. @example "Laboratory software" */
  name: z.string(),
  kind: z.enum(pushKinds),
  /** URL of the receiver; empty for folders of the server. @example "https://lab.example/hooks/pontic" */
  address: z.string(),
  /** Folder to which deliveries are written. @example "" */
  folder: z.string(),
  /** Name of the S3 bucket, null for other kinds. @example null */
  bucket: z.nullable(z.string()),
  /** Region of the S3 bucket, null for other kinds. @example null */
  region: z.nullable(z.string()),
  /** User name or access key, null for none. @example null */
  userName: z.nullable(z.string()),
  /** Fingerprint of the SFTP host key, null for other kinds. @example null */
  hostFingerprint: z.nullable(z.string()),
  /** Names of the stored secrets; their values are never returned. */
  secretsSet: z.array(z.enum(['password', 'privateKey', 'passphrase'])),
  /** Steps that are delivered. */
  events: z.array(z.enum(pushEvents)),
  format: z.enum(pushFormats),
  /** Whether files are delivered with the document. */
  includesFiles: z.boolean(),
  /** False stops deliveries; steps that happen meanwhile are never delivered. */
  isEnabled: z.boolean(),
  /**
   * `gone` if the setting was disabled because the receiver answered 410; `platform` if the platform has stopped the setting of
   * an organization, which then cannot enable it; else null.
   */
  switchedOffBecause: z.nullable(z.enum(['gone', 'platform'])),
  /** Organization that owns the setting, null for a setting of the platform. */
  owner: z.nullable(OrganizationName),
  /** Organizations whose cases are delivered. */
  organizations: z.array(OrganizationName),
  /** Number of deliveries that wait for their first or next attempt. */
  waiting: z.int(),
  /** Number of failed deliveries; `pushSettings.replay` sends them again. */
  failed: z.int(),
  /** Time of the last delivery, null before the first. */
  lastDeliveredAt: z.nullable(Time),
  createdAt: Time,
  /** Time of the last change. */
  updatedAt: Time,
  /** Time of deletion, null if not deleted. */
  deletedAt: z.nullable(Time),
})
export type PushSetting = z.output<typeof PushSetting>

const name = line(2, 60)
const events = z
  .array(z.enum(pushEvents))
  .check(z.minLength(1, 'required'), z.maxLength(pushEvents.length, 'too_long'))

const settingFields = {
  /** Name of the setting. @example "Laboratory software" */
  name,
  kind: z.enum(pushKinds),
  ...transferLocationFields,
  ...transferSecretFields,
  /** Steps that are delivered. */
  events,
  format: z.enum(pushFormats),
  /** Whether files are delivered with the document. */
  includesFiles: z.boolean(),
  /** False stops deliveries; steps that happen meanwhile are never delivered. */
  isEnabled: z.boolean(),
}

/** A new push setting; fields that its kind does not use are empty or null. */
export const NewPushSetting = z.strictObject({
  ...settingFields,
  /** URL of the receiver; empty for folders of the server. @example "https://lab.example/hooks/pontic" */
  address: z._default(settingFields.address, ''),
  /** Folder to which deliveries are written. */
  folder: z._default(settingFields.folder, ''),
  bucket: z._default(settingFields.bucket, null),
  region: z._default(settingFields.region, null),
  userName: z._default(settingFields.userName, null),
  hostFingerprint: z._default(settingFields.hostFingerprint, null),
  /** Whether files are delivered with the document. */
  includesFiles: z._default(settingFields.includesFiles, true),
  /** False stops deliveries; steps that happen meanwhile are never delivered. */
  isEnabled: z._default(settingFields.isEnabled, true),
})
export type NewPushSetting = z.output<typeof NewPushSetting>

/** A change of a push setting; omitted fields stay. */
export const PushSettingChange = z.strictObject({ id: Id, ...z.partial(z.strictObject(settingFields)).shape })
export type PushSettingChange = z.output<typeof PushSettingChange>

const one = z.strictObject({ id: Id })
const some = z.strictObject({
  /** Ids of the deliveries. */
  ids: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(limits.pushReplayMax, 'too_long')),
})
const exampleId = '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'

/** Routes of push settings and the log of their deliveries (rules §11). */
export const pushSettingRoutes = {
  'pushSettings.list': {
    method: 'POST',
    path: '/push/list',
    permission: 'push.manage',
    reads: true,
    summary:
      'List push settings by name, with their organizations and the state of their deliveries; an organization lists its own',
    body: z.strictObject({
      words: SearchWords,
      /** True lists deleted settings instead. */
      isDeleted: z._default(z.boolean(), false),
      ...paging,
    }),
    reply: pageOf(PushSetting),
    errors: ['request.invalid'],
    example: { body: { words: 'lab' } },
  },
  'pushSettings.create': {
    method: 'POST',
    path: '/push',
    permission: 'push.manage',
    audit: 'pushSettings.create',
    reauthenticate: true,
    summary:
      'Create a push setting; its secrets are stored encrypted and never returned. An organization has up to 5 of its own',
    body: NewPushSetting,
    reply: PushSetting,
    errors: ['request.invalid', 'push.name_taken', 'push.too_many_settings'],
    example: {
      body: {
        name: 'Northlight production',
        kind: 'sftp',
        address: 'sftp://files.northlight.example:22',
        folder: 'cases',
        userName: 'pontic',
        hostFingerprint: 'SHA256:uNiVztksCsDhcc0u9e8BrDLlZTEiIGYjzlP4A2Vxf0s',
        password: 'a secret',
        events: ['send', 'recall'],
        format: 'pontic',
      },
    },
  },
  'pushSettings.update': {
    method: 'PUT',
    path: '/push',
    permission: 'push.manage',
    audit: 'pushSettings.update',
    reauthenticate: true,
    summary:
      'Change a push setting; omitted fields stay. Send the secrets again when address, user or host key change. The platform can only disable and enable a setting of an organization',
    body: PushSettingChange,
    reply: PushSetting,
    errors: ['request.invalid', 'push.not_found', 'push.name_taken', 'push.stopped', 'push.of_organization'],
    example: { body: { id: exampleId, isEnabled: false } },
  },
  'pushSettings.delete': {
    method: 'DELETE',
    path: '/push/:id',
    permission: 'push.manage',
    audit: 'pushSettings.delete',
    reauthenticate: true,
    summary: 'Delete a push setting; its waiting deliveries fail. It can be restored for 30 days',
    params: one,
    reply: Done,
    errors: ['push.not_found'],
  },
  'pushSettings.restore': {
    method: 'PUT',
    path: '/push/restore/:id',
    permission: 'push.manage',
    audit: 'pushSettings.restore',
    reauthenticate: true,
    summary: 'Restore a deleted push setting within 30 days; it is disabled',
    params: one,
    reply: PushSetting,
    errors: ['push.not_found', 'push.name_taken', 'push.too_many_settings'],
  },
  'pushSettings.listOptions': {
    method: 'GET',
    path: '/manage/pushoptions',
    permission: 'manage.push',
    reads: true,
    summary: 'List push settings for selects, by name',
    reply: z.strictObject({
      /** Settings, by name. */
      list: z.array(
        z.strictObject({
          id: Id,
          /** Name of the setting. @example "Laboratory software" */
          name: z.string(),
          kind: z.enum(pushKinds),
          /** False stops deliveries; steps that happen meanwhile are never delivered. */
          isEnabled: z.boolean(),
        }),
      ),
    }),
    errors: [],
  },
  'pushSettings.assign': {
    method: 'PUT',
    path: '/manage/editorgpush',
    permission: 'manage.push',
    audit: 'pushSettings.assign',
    reauthenticate: true,
    summary: 'Set the organizations of a push setting; their cases are delivered from the next step on',
    body: z.strictObject({
      id: Id,
      /** Ids of the organizations whose cases are delivered. */
      organizationIds: z.array(Id).check(z.maxLength(limits.pushOrganizationsMax, 'too_long')),
    }),
    reply: PushSetting,
    errors: ['push.not_found', 'push.of_organization', 'organization.not_found'],
    example: { body: { id: exampleId, organizationIds: [exampleId] } },
  },
  'pushSettings.test': {
    method: 'POST',
    path: '/push/test/:id',
    permission: 'push.manage',
    audit: 'pushSettings.test',
    summary:
      'Send a test: the message `pontic.test` to a webhook, or a file that is deleted again to other locations',
    params: one,
    reply: DeliveryDetail,
    errors: ['push.not_found', 'push.of_organization'],
  },
  'pushSettings.listDeliveries': {
    method: 'POST',
    path: '/push/deliveries',
    permission: 'push.manage',
    reads: true,
    summary: 'List deliveries, newest first',
    body: DeliveryQuery,
    reply: pageOf(Delivery),
    errors: ['request.invalid'],
    example: { body: { state: 'failed' } },
  },
  'pushSettings.getDelivery': {
    method: 'GET',
    path: '/push/deliveries/:id',
    permission: 'push.manage',
    reads: true,
    summary: 'Get a delivery with its attempts and their replies',
    params: one,
    reply: DeliveryDetail,
    errors: ['push.delivery_not_found'],
  },
  'pushSettings.replay': {
    method: 'POST',
    path: '/push/replay',
    permission: 'push.manage',
    audit: 'pushSettings.replayDelivery',
    summary: 'Send deliveries again with the same ids, except tests and deliveries of disabled settings',
    body: some,
    reply: z.strictObject({
      /** Number of deliveries that are tried again. */
      replayed: z.int(),
    }),
    errors: [],
    example: { body: { ids: [exampleId] } },
  },
  'pushSettings.drop': {
    method: 'POST',
    path: '/push/drop',
    permission: 'push.manage',
    audit: 'pushSettings.dropDelivery',
    summary: 'Cancel deliveries that wait or have failed',
    body: some,
    reply: z.strictObject({
      /** Number of canceled deliveries. */
      dropped: z.int(),
    }),
    errors: [],
    example: { body: { ids: [exampleId] } },
  },
} as const satisfies RouteTable
