import { randomBytes } from 'node:crypto'
import {
  type ApiKey,
  type ApiKeyState,
  apiKeyPrefix,
  type KeyPermission,
  limits,
  listKeyPermissions,
  type NewApiKey,
  toLanguage,
} from '@pontic/contract'
import { type AuditSource, recordAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { hashToken } from '../../platform/http/actor.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call, ReadCall } from '../../platform/http/handlers.ts'
import { revokeSessionsOfAccount } from '../../platform/http/revoke-sessions.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import { newSecret } from '../../platform/secrets/tokens.ts'
import type { KeyCreator } from '../accounts/accounts.hooks.ts'
import { lockAdministrators } from '../accounts/administrators.service.ts'
import { createKeyLink } from './api-key-links.queries.ts'
import {
  type ApiKeyRow,
  countActiveKeys,
  createKeyRows,
  findApiKey,
  listApiKeyRows,
  listKeysOfCreator,
  updateKeyRevoked,
} from './api-keys.queries.ts'

const dayMs = 86_400_000
const secretBytes = 32
// Lists show the first 24 of the 256 bits. They distinguish keys, but do not help to guess the other bits.
const startLength = apiKeyPrefix.length + 4

/** Creates a link that revokes a new key, for the mail to one administrator. @returns its path */
export async function createRevokeLink(
  tx: Tx,
  link: { keyId: string; accountId: string },
  now: Date,
): Promise<string> {
  const code = newSecret()
  const expiresAt = new Date(now.getTime() + limits.apiKeyRevokeLinkDays * dayMs)
  await createKeyLink(tx, { ...link, sha256: code.sha256, expiresAt })
  return `/revokeKey#code=${code.text}`
}

/** Returns keys of the caller's organization, newest first. Revoked and expired keys are listed for 90 days. */
export async function listApiKeys({
  tx,
  scope,
  services: { now },
}: ReadCall<'scope' | 'services'>): Promise<ApiKey[]> {
  const endedSince = new Date(now().getTime() - limits.apiKeyListedDays * dayMs)
  const rows = await listApiKeyRows(tx, scope, endedSince)
  return rows.map((row) => toApiKey(row, now()))
}

function stateOf(row: ApiKeyRow, now: Date): ApiKeyState {
  if (row.revoked_at !== null) return 'revoked'
  return new Date(row.expires_at) <= now ? 'expired' : 'active'
}

function isUnused(row: ApiKeyRow, now: Date): boolean {
  const lastMs = Date.parse(row.last_used_at ?? row.created_at)
  return stateOf(row, now) === 'active' && now.getTime() - lastMs >= limits.apiKeyUnusedDays * dayMs
}

function toApiKey(row: ApiKeyRow, now: Date): ApiKey {
  return {
    id: row.id,
    name: row.name,
    start: row.start,
    scopes: row.scopes,
    state: stateOf(row, now),
    createdAt: row.created_at,
    createdBy: row.created_by_name,
    isMakerActive: row.is_maker_active,
    isUnused: isUnused(row, now),
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    lastUsedFrom: row.last_used_from,
    revokedAt: row.revoked_at,
    revokedBy: row.revoked_by_name,
  }
}

/**
 * Returns when a key expires: the end of its last day in UTC.
 * @throws key.expiry_refused for the past and beyond a year
 */
function parseExpiry(expiresOn: string, now: Date): Date {
  const end = new Date(Date.parse(`${expiresOn}T00:00:00Z`) + dayMs)
  const latest = now.getTime() + (limits.apiKeyDaysMax + 1) * dayMs
  if (end <= now || end.getTime() > latest)
    fail('key.expiry_refused', { days: limits.apiKeyDaysMax }, { expiresOn: 'date' })
  return end
}

/**
 * Returns the chosen permissions in the order of the contract.
 * @throws key.scope_refused for a permission that this kind of organization never has
 */
function parseScopes(scope: Scope, wanted: readonly KeyPermission[]): KeyPermission[] {
  const allowed = listKeyPermissions(scope.organization.businessType)
  const refused = wanted.find((one) => !allowed.includes(one))
  if (refused !== undefined) fail('key.scope_refused', { permission: refused }, { scopes: 'choice' })
  return allowed.filter((one) => wanted.includes(one))
}

/**
 * Creates a key. No other call returns its secret. Audits the key and mails all administrators, so that they notice a
 * key that somebody created with a stolen session.
 * @throws key.scope_refused, key.expiry_refused, key.too_many
 */
export async function createApiKey(
  call: Call<'tx' | 'scope' | 'services'>,
  input: NewApiKey,
): Promise<{ key: ApiKey; secret: string }> {
  const { tx, scope, services } = call
  const now = services.now()
  const scopes = parseScopes(scope, input.scopes)
  const expiresAt = parseExpiry(input.expiresOn, now)
  // The lock makes concurrent calls count each other's keys.
  await lockAdministrators(tx, scope)
  if ((await countActiveKeys(tx, scope, now)) >= limits.apiKeysMax)
    fail('key.too_many', { max: limits.apiKeysMax })
  const secret = apiKeyPrefix + randomBytes(secretBytes).toString('base64url')
  const id = newId(now.getTime())
  await createKeyRows(tx, scope, {
    id,
    accountId: newId(now.getTime()),
    sessionId: newId(now.getTime()),
    name: input.name,
    start: secret.slice(0, startLength),
    secretSha256: hashToken(secret),
    scopes,
    expiresAt,
    now,
  })
  const detail = { name: input.name, scopes, expiresAt: expiresAt.toISOString() }
  await recordAudit(tx, scope, { objectType: 'key', objectId: id, detail })
  await notifyAdministrators(call, revokerOf(scope), async (accountId) => ({
    template: 'key_created',
    key: input.name,
    link: await createRevokeLink(tx, { keyId: id, accountId }, now),
  }))
  const row = (await findApiKey(tx, scope, id)) ?? fail('key.not_found')
  return { key: toApiKey(row, now), secret }
}

/** The person who revokes a key, and the organization of the key. */
type Revoker = { organization: { id: string; name: string }; name: string; source: Scope | AuditSource }

type RevocableKey = Pick<ApiKeyRow, 'id' | 'account_id' | 'name'>

/** Revokes a key, closes its streams and uploads, and mails all administrators. @throws key.revoked */
export async function revokeKeyAs(
  call: Call<'tx' | 'services'>,
  by: Revoker,
  key: RevocableKey,
  detail: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { tx, services } = call
  const now = services.now()
  const { name, source } = by
  const accountId = 'account' in source ? source.account.id : (source.accountId ?? null)
  if (!(await updateKeyRevoked(tx, key, { accountId, name }, now))) fail('key.revoked')
  await revokeSessionsOfAccount(tx, key.account_id, 'disabled', now)
  await recordAudit(tx, by.source, {
    action: 'keys.revoke',
    objectType: 'key',
    objectId: key.id,
    detail: { name: key.name, ...detail },
  })
  await notifyAdministrators(call, by, () => ({
    template: 'key_revoked',
    key: key.name,
    link: '/organization/keys',
  }))
}

/** Revokes a key of the caller's organization. @throws key.not_found, key.revoked */
export async function revokeApiKey(call: Call<'tx' | 'scope' | 'services'>, id: string): Promise<ApiKey> {
  const { tx, scope, services } = call
  const found = (await findApiKey(tx, scope, id)) ?? fail('key.not_found')
  await revokeKeyAs(call, revokerOf(scope), found)
  const row = (await findApiKey(tx, scope, id)) ?? fail('key.not_found')
  return toApiKey(row, services.now())
}

const revokerOf = (scope: Scope): Revoker => ({
  organization: scope.organization,
  name: scope.account.name,
  source: scope,
})

/** Revokes the active keys that a person created. @param since earliest creation time; undefined for all */
export async function revokeKeysOfCreator(
  call: Call<'tx' | 'services'>,
  creator: KeyCreator,
  since?: Date,
): Promise<void> {
  const { tx, services } = call
  const { id, name, organizationId, request } = creator
  const keys = await listKeysOfCreator(tx, creator, services.now(), since)
  if (keys.length === 0) return
  const organization = await findOrganizationName(tx, organizationId)
  const source = { accountId: id, accountName: name, organizationId, request }
  for (const key of keys) await revokeKeyAs(call, { organization, name, source }, key)
}

function findOrganizationName(tx: Tx, id: string): Promise<{ id: string; name: string }> {
  return tx.selectFrom('organization').select(['id', 'name']).where('id', '=', id).executeTakeFirstOrThrow()
}

/** A mail about a key: its template, the name of the key, and the path of its button. */
type KeyMail = { template: 'key_created' | 'key_revoked'; key: string; link: string }

async function notifyAdministrators(
  { tx, services }: Call<'tx' | 'services'>,
  by: Pick<Revoker, 'organization' | 'name'>,
  toMail: (accountId: string) => KeyMail | Promise<KeyMail>,
): Promise<void> {
  const { id: organizationId, name: organization } = by.organization
  await notifyChange(tx, { feature: 'keys', id: null, organizationIds: [organizationId] })
  const accountIds = await lockAdministrators(tx, by)
  if (accountIds.length === 0) return
  const readers = await tx
    .selectFrom('account')
    .select(['id', 'email', 'name', 'language'])
    .where('id', 'in', accountIds)
    .execute()
  for (const { id, email, name, language } of readers) {
    const { template, key, link } = await toMail(id)
    await sendMail(tx, services, {
      to: email,
      name,
      language: toLanguage(language),
      template,
      params: { organization, key, by: by.name },
      link,
    })
  }
}
