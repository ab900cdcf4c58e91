import * as z from 'zod/mini'
import { Done, Id, line, pageOf, paging } from '../../fields.ts'
import { limits } from '../../limits.ts'
import type { RouteTable } from '../../route.ts'
import { pushKinds, transferPlaceFields, transferSecretFields } from './places.ts'
import { Delivery, DeliveryDetail, DeliveryQuery, pushEvents } from './push-deliveries.ts'

/** What is sent: a document of the case in one of three formats, or its original files alone. */
export const pushFormats = ['pontic', 'exocad', 'fhir', 'files'] as const
export type PushFormat = (typeof pushFormats)[number]

/** Formats that each kind can have: a webhook has one body, so that a folder of files is none of its. */
export const pushFormatsOfKind = {
  webhook: ['pontic', 'fhir'],
  sftp: pushFormats,
  s3: pushFormats,
  folder: pushFormats,
} as const satisfies Record<(typeof pushKinds)[number], readonly PushFormat[]>

/** `whsec_` and the base64 of 24 to 64 bytes (Standard Webhooks). */
export const isWebhookSecret = (text: string): boolean =>
  /^whsec_(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})?$/.test(text)

const OrganizationName = z.strictObject({ id: Id, name: z.string() })

/**
 * A push setting (rules §11). Its secrets are never told, only which there are.
 * - `switchedOffBecause`: the receiver answered that it is gone (410).
 * - `waiting`, `failed`: its deliveries that stand so.
 */
export const PushSetting = z.strictObject({
  id: Id,
  name: z.string(),
  kind: z.enum(pushKinds),
  address: z.string(),
  folder: z.string(),
  bucket: z.nullable(z.string()),
  region: z.nullable(z.string()),
  userName: z.nullable(z.string()),
  hostFingerprint: z.nullable(z.string()),
  secretsSet: z.array(z.enum(['password', 'privateKey', 'passphrase'])),
  events: z.array(z.enum(pushEvents)),
  format: z.enum(pushFormats),
  includesFiles: z.boolean(),
  isEnabled: z.boolean(),
  switchedOffBecause: z.nullable(z.enum(['gone'])),
  organizations: z.array(OrganizationName),
  waiting: z.int(),
  failed: z.int(),
  lastDeliveredAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.nullable(z.string()),
})
export type PushSetting = z.output<typeof PushSetting>

const name = line(2, 60)
const events = z
  .array(z.enum(pushEvents))
  .check(z.minLength(1, 'required'), z.maxLength(pushEvents.length, 'too_long'))

const settingFields = {
  name,
  kind: z.enum(pushKinds),
  ...transferPlaceFields,
  ...transferSecretFields,
  events,
  format: z.enum(pushFormats),
  includesFiles: z.boolean(),
  isEnabled: z.boolean(),
}

/** A push setting as it is made: fields that its kind does not have are empty or null. */
export const NewPushSetting = z.strictObject({
  ...settingFields,
  address: z._default(settingFields.address, ''),
  folder: z._default(settingFields.folder, ''),
  bucket: z._default(settingFields.bucket, null),
  region: z._default(settingFields.region, null),
  userName: z._default(settingFields.userName, null),
  hostFingerprint: z._default(settingFields.hostFingerprint, null),
  includesFiles: z._default(settingFields.includesFiles, true),
  isEnabled: z._default(settingFields.isEnabled, true),
})
export type NewPushSetting = z.output<typeof NewPushSetting>

/** A change of a push setting: what is left out stays. */
export const PushSettingChange = z.strictObject({ id: Id, ...z.partial(z.strictObject(settingFields)).shape })
export type PushSettingChange = z.output<typeof PushSettingChange>

const one = z.strictObject({ id: Id })
const some = z.strictObject({
  ids: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(limits.pushReplayMax, 'too_long')),
})
const exampleId = '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'

/** Calls about ways out: push settings and the log of their deliveries (rules §11). */
export const pushSettingRoutes = {
  'pushSettings.list': {
    method: 'POST',
    path: '/push/list',
    permission: 'manage.push',
    reads: true,
    summary:
      'Push settings by name, with who uses them and how their deliveries stand; `words` search names and addresses',
    body: z.strictObject({
      words: z._default(line(0, 100), ''),
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
    permission: 'manage.push',
    audit: 'pushSettings.create',
    reauthenticate: true,
    summary: 'Make a push setting; its secrets are kept encrypted and never told again',
    body: NewPushSetting,
    reply: PushSetting,
    errors: ['request.invalid', 'push.name_taken'],
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
    permission: 'manage.push',
    audit: 'pushSettings.update',
    reauthenticate: true,
    summary:
      'Change a push setting; what is left out stays. Secrets have to be given again where address, user or host key change',
    body: PushSettingChange,
    reply: PushSetting,
    errors: ['request.invalid', 'push.not_found', 'push.name_taken'],
    example: { body: { id: exampleId, isEnabled: false } },
  },
  'pushSettings.delete': {
    method: 'DELETE',
    path: '/push/:id',
    permission: 'manage.push',
    audit: 'pushSettings.delete',
    reauthenticate: true,
    summary: 'Delete a push setting; its waiting deliveries fail. For 30 days it can be brought back',
    params: one,
    reply: Done,
    errors: ['push.not_found'],
  },
  'pushSettings.restore': {
    method: 'PUT',
    path: '/push/restore/:id',
    permission: 'manage.push',
    audit: 'pushSettings.restore',
    reauthenticate: true,
    summary: 'Undo the delete of a push setting within 30 days; it comes back switched off',
    params: one,
    reply: PushSetting,
    errors: ['push.not_found', 'push.name_taken'],
  },
  'pushSettings.listOptions': {
    method: 'GET',
    path: '/manage/pushoptions',
    permission: 'manage.push',
    reads: true,
    summary: 'Push settings for selects, by name',
    reply: z.strictObject({
      list: z.array(
        z.strictObject({ id: Id, name: z.string(), kind: z.enum(pushKinds), isEnabled: z.boolean() }),
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
    summary:
      'Say which organizations use a push setting, all of them; their cases are told from the next step on',
    body: z.strictObject({
      id: Id,
      organizationIds: z.array(Id).check(z.maxLength(limits.pushOrganizationsMax, 'too_long')),
    }),
    reply: PushSetting,
    errors: ['push.not_found', 'organization.not_found'],
    example: { body: { id: exampleId, organizationIds: [exampleId] } },
  },
  'pushSettings.test': {
    method: 'POST',
    path: '/push/test/:id',
    permission: 'manage.push',
    audit: 'pushSettings.test',
    summary: 'Send a test: a webhook gets the message `pontic.test`, other ways a file that is removed again',
    params: one,
    reply: DeliveryDetail,
    errors: ['push.not_found'],
  },
  'pushSettings.listDeliveries': {
    method: 'POST',
    path: '/push/deliveries',
    permission: 'manage.push',
    reads: true,
    summary: 'The log of deliveries, newest first',
    body: DeliveryQuery,
    reply: pageOf(Delivery),
    errors: ['request.invalid'],
    example: { body: { state: 'failed' } },
  },
  'pushSettings.getDelivery': {
    method: 'GET',
    path: '/push/deliveries/:id',
    permission: 'manage.push',
    reads: true,
    summary: 'One delivery with its tries and the answers',
    params: one,
    reply: DeliveryDetail,
    errors: ['push.delivery_not_found'],
  },
  'pushSettings.replay': {
    method: 'POST',
    path: '/push/replay',
    permission: 'manage.push',
    audit: 'pushSettings.replayDelivery',
    summary:
      'Send deliveries again, under the ids they have; those of settings that are off, and tests, are left out',
    body: some,
    reply: z.strictObject({ replayed: z.int() }),
    errors: [],
    example: { body: { ids: [exampleId] } },
  },
  'pushSettings.drop': {
    method: 'POST',
    path: '/push/drop',
    permission: 'manage.push',
    audit: 'pushSettings.dropDelivery',
    summary: 'Give deliveries up that wait or have failed',
    body: some,
    reply: z.strictObject({ dropped: z.int() }),
    errors: [],
    example: { body: { ids: [exampleId] } },
  },
} as const satisfies RouteTable
