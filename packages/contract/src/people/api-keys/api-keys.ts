import * as z from 'zod/mini'
import { Day, Done, Id, line } from '../../fields.ts'
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

/** Prefix of API keys, by which people and secret scanners recognize one. */
export const apiKeyPrefix = 'pontic_'

/**
 * Permissions that a key can have: rows of the matrix that concern cases. Members, organizations, partnerships, keys and the
 * erasure of patients can be managed by people only.
 */
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
  'delivery.read',
  'dashboard.read',
  'organization.read',
  'partner.read',
  'event.read',
] as const satisfies readonly Permission[]
export type KeyPermission = (typeof keyPermissions)[number]

/** The matrix column of an organization's software: that of its members without the administrator flag. */
export const keyKindOf = (businessType: BusinessType): ActorKind => actorKindOf(businessType, false)

/** The permissions that keys of an organization of this type can have, in the order of the list. */
export const listKeyPermissions = (businessType: BusinessType): KeyPermission[] =>
  keyPermissions.filter((permission) => reachOf(keyKindOf(businessType), permission) !== undefined)

/** States of a key. */
export const apiKeyStates = ['active', 'expired', 'revoked'] as const
export type ApiKeyState = (typeof apiKeyStates)[number]

/**
 * An API key for administrators; its secret is returned once, when it is created. `start`: its first characters, which
 * distinguish keys. `lastUsedAt`: to the minute. `isUnused`: active, but without a call for 90 days.
 */
export const ApiKey = z.strictObject({
  id: Id,
  name: z.string(),
  start: z.string(),
  scopes: z.array(z.enum(keyPermissions)),
  state: z.enum(apiKeyStates),
  createdAt: z.string(),
  createdBy: z.string(),
  isMakerActive: z.boolean(),
  isUnused: z.boolean(),
  expiresAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  lastUsedFrom: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  revokedBy: z.nullable(z.string()),
})
export type ApiKey = z.output<typeof ApiKey>

/** A key as shown by the revoke link in the mail about it. `used`: it was revoked, by this link or otherwise. */
export const ApiKeyLink = z.strictObject({
  state: z.enum(linkStates),
  name: z.string(),
  organizationName: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
})
export type ApiKeyLink = z.output<typeof ApiKeyLink>

/** Input for a new key. `expiresOn` is its last day (UTC), at most a year from now. */
export const NewApiKey = z.strictObject({
  name: line(2, limits.apiKeyNameLengthMax),
  scopes: z.array(z.enum(keyPermissions)).check(z.minLength(1, 'required')),
  expiresOn: Day,
})
export type NewApiKey = z.output<typeof NewApiKey>

const exampleKey = {
  id: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f',
  name: 'Order desk of the lab software',
  start: 'pontic_q7Zr',
  scopes: ['order.receive', 'order.read', 'file.read', 'order.accept', 'order.reject'],
  state: 'active',
  createdAt: '2026-03-02T08:15:00.000Z',
  createdBy: 'Bob Marsh',
  isMakerActive: true,
  isUnused: false,
  expiresAt: '2026-09-03T00:00:00.000Z',
  lastUsedAt: '2026-03-04T06:40:00.000Z',
  lastUsedFrom: '203.0.113.7',
  revokedAt: null,
  revokedBy: null,
} as const

const exampleCode = 'q7hE2m0dYbXk3s9TzR4uVwA6cPf8iLnJ1oG5tKxMvB2'

/** Calls about the API keys of the caller's organization (decision 0037). */
export const apiKeyRoutes = {
  'keys.list': {
    method: 'GET',
    path: '/organizations/keys',
    permission: 'key.manage',
    reads: true,
    summary: 'The API keys of one’s own organization, newest first; dead ones for 90 days',
    reply: z.strictObject({ list: z.array(ApiKey) }),
    errors: [],
    example: { reply: { list: [exampleKey] } },
  },
  'keys.create': {
    method: 'POST',
    path: '/organizations/keys',
    permission: 'key.manage',
    audit: 'keys.create',
    reauthenticate: true,
    secretReply: true,
    summary:
      'Make an API key for the organization’s own software; its secret is in this answer and nowhere else. All administrators are told by mail',
    body: NewApiKey,
    reply: z.strictObject({ key: ApiKey, secret: z.string() }),
    errors: ['key.scope_refused', 'key.expiry_refused', 'key.too_many'],
    example: {
      body: { name: exampleKey.name, scopes: exampleKey.scopes, expiresOn: '2026-09-02' },
      reply: { key: exampleKey, secret: 'pontic_q7Zr2nV0cBqz3sXw9yT6uLk1mA8eHd5fGjPoRiCvNxE' },
    },
  },
  'keys.revoke': {
    method: 'DELETE',
    path: '/organizations/keys/:id',
    permission: 'key.manage',
    audit: 'keys.revoke',
    summary: 'Revoke a key: its next call is refused, its streams and uploads are cut at once',
    params: z.strictObject({ id: Id }),
    reply: ApiKey,
    errors: ['key.not_found', 'key.revoked'],
    example: { reply: { ...exampleKey, state: 'revoked' } },
  },
  'keys.readLink': {
    method: 'POST',
    path: '/organizations/keys/link/read',
    permission: 'public',
    reads: true,
    summary: 'The key that the link in the mail about it revokes',
    body: z.strictObject({ code: EmailCode }),
    reply: ApiKeyLink,
    errors: ['account.code_invalid'],
    example: {
      body: { code: exampleCode },
      reply: {
        state: 'open',
        name: exampleKey.name,
        organizationName: 'Northlight Lab',
        createdBy: exampleKey.createdBy,
        createdAt: exampleKey.createdAt,
      },
    },
  },
  'keys.revokeByLink': {
    method: 'POST',
    path: '/organizations/keys/link/revoke',
    permission: 'public',
    audit: 'keys.revoke',
    summary: 'Revoke a key by the link in the mail about it; works without a sign-in, once',
    body: z.strictObject({ code: EmailCode }),
    reply: Done,
    errors: ['account.code_invalid', 'link.used', 'link.expired'],
    example: { body: { code: exampleCode }, reply: { done: true } },
  },
} as const satisfies RouteTable
