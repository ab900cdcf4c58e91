import * as z from 'zod/mini'
import { Day, Done, Id, line, Time } from '../../fields.ts'
import { limits } from '../../limits.ts'
import {
  type ActorKind,
  actorKindOf,
  type BusinessType,
  type Permission,
  reachOf,
} from '../../permissions.ts'
import type { RouteTable } from '../../route.ts'
import { linkStates } from '../session/account-recovery.ts'
import { EmailCode } from '../session/session.ts'

/** Prefix of API keys, by which people and secret scanners recognize them. */
export const apiKeyPrefix = 'pontic_'

// Only people can manage members, organizations, partnerships, keys and the erasure of patients.
/** Permissions that a key can have: rows of the permission matrix that concern cases. */
export const keyPermissions = [
  'order.read',
  'order.receive',
  'order.create',
  'order.send',
  'order.recall',
  'order.accept',
  'order.reject',
  'order.ship',
  'order.complete',
  'order.remark',
  'order.discard',
  'file.read',
  'file.write',
  'conversation.read',
  'conversation.write',
  'remake.read',
  'review.read',
  'review.request',
  'review.judge',
  'delivery.read',
  'dashboard.read',
  'organization.read',
  'partner.read',
  'event.read',
] as const satisfies readonly Permission[]
export type KeyPermission = (typeof keyPermissions)[number]

/** Returns the matrix column for API keys of an organization: that of its members without the administrator flag. */
export const keyKindOf = (businessType: BusinessType): ActorKind => actorKindOf(businessType, false)

/** Lists the permissions that keys of this type of organization can have, in the order of `keyPermissions`. */
export const listKeyPermissions = (businessType: BusinessType): KeyPermission[] =>
  keyPermissions.filter((permission) => reachOf(keyKindOf(businessType), permission) !== undefined)

/** States of a key. */
export const apiKeyStates = ['active', 'expired', 'revoked'] as const
export type ApiKeyState = (typeof apiKeyStates)[number]

/** An API key as administrators see it, without its secret. */
export const ApiKey = z.strictObject({
  id: Id,
  /** Name of the key. @example "Laboratory software" */
  name: z.string(),
  /** First characters of the secret, to tell keys apart. @example "pontic_3fQx" */
  start: z.string(),
  /** Permissions of the key; other calls are refused with `key.not_allowed`. */
  scopes: z.array(z.enum(keyPermissions)),
  /** Whether the key works. */
  state: z.enum(apiKeyStates),
  createdAt: Time,
  /** Person who created it. @example "Alice Moreau" */
  createdBy: z.string(),
  /** Whether that person still has an active account. The key works in either case. */
  isMakerActive: z.boolean(),
  /** Whether the key works but has not been used for 90 days. */
  isUnused: z.boolean(),
  expiresAt: Time,
  /** Time of the last call, to the minute; null before the first. */
  lastUsedAt: z.nullable(Time),
  /** IP address of the last call, null before the first. @example null */
  lastUsedFrom: z.nullable(z.string()),
  /** Time of revocation, null if not revoked. */
  revokedAt: z.nullable(Time),
  /** Person who revoked it, null if not revoked. @example null */
  revokedBy: z.nullable(z.string()),
})
export type ApiKey = z.output<typeof ApiKey>

/** An API key as shown by the link in the mail about its creation. */
export const ApiKeyLink = z.strictObject({
  /** `used` if the key no longer works. */
  state: z.enum(linkStates),
  /** Name of the key. @example "Laboratory software" */
  name: z.string(),
  /** Name of the organization. @example "Brookside Dental" */
  organizationName: z.string(),
  /** Person who created it. @example "Alice Moreau" */
  createdBy: z.string(),
  createdAt: Time,
})
export type ApiKeyLink = z.output<typeof ApiKeyLink>

/** A new API key. */
export const NewApiKey = z.strictObject({
  /** Name of the key, 2 to 60 characters. @example "Laboratory software" */
  name: line(2, limits.apiKeyNameLengthMax),
  /** Permissions of the key; other calls are refused with `key.not_allowed`. */
  scopes: z.array(z.enum(keyPermissions)).check(z.minLength(1, 'required')),
  /** Last day of validity (UTC), at most a year away. */
  expiresOn: Day,
})
export type NewApiKey = z.output<typeof NewApiKey>

const exampleCode = 'q7hE2m0dYbXk3s9TzR4uVwA6cPf8iLnJ1oG5tKxMvB2'

/** Routes of the API keys of the caller's organization (decision 0037). */
export const apiKeyRoutes = {
  'keys.list': {
    method: 'GET',
    path: '/organizations/keys',
    permission: 'key.manage',
    reads: true,
    summary: 'List the organization’s API keys, newest first; expired and revoked ones for 90 days',
    reply: z.strictObject({
      /** Keys of the organization, newest first. */
      list: z.array(ApiKey),
    }),
    errors: [],
  },
  'keys.create': {
    method: 'POST',
    path: '/organizations/keys',
    permission: 'key.manage',
    audit: 'keys.create',
    reauthenticate: true,
    secretReply: true,
    summary:
      'Create an API key; only this reply contains its secret. All administrators are notified by mail',
    body: NewApiKey,
    reply: z.strictObject({
      key: ApiKey,
      /** The secret. No other reply contains it. @example "pontic_3fQ" */
      secret: z.string(),
    }),
    errors: ['key.scope_refused', 'key.expiry_refused', 'key.too_many'],
    example: {
      body: {
        name: 'Order desk of the lab software',
        scopes: ['order.receive', 'order.accept'],
        expiresOn: '2026-09-02',
      },
    },
  },
  'keys.revoke': {
    method: 'DELETE',
    path: '/organizations/keys/:id',
    permission: 'key.manage',
    audit: 'keys.revoke',
    summary: 'Revoke a key: its next call is refused, and its streams and uploads are closed',
    params: z.strictObject({ id: Id }),
    reply: ApiKey,
    errors: ['key.not_found', 'key.revoked'],
  },
  'keys.readLink': {
    method: 'POST',
    path: '/organizations/keys/link/read',
    permission: 'public',
    reads: true,
    summary: 'Get the key that the link in the mail about its creation revokes',
    body: z.strictObject({
      code: EmailCode,
    }),
    reply: ApiKeyLink,
    errors: ['account.code_invalid'],
    example: {
      body: { code: exampleCode },
    },
  },
  'keys.revokeByLink': {
    method: 'POST',
    path: '/organizations/keys/link/revoke',
    permission: 'public',
    audit: 'keys.revoke',
    summary: 'Revoke a key with the link in the mail about its creation, without signing in',
    body: z.strictObject({
      code: EmailCode,
    }),
    reply: Done,
    errors: ['account.code_invalid', 'link.used', 'link.expired'],
    example: { body: { code: exampleCode } },
  },
} as const satisfies RouteTable
