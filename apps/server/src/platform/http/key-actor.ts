import { actorKindOf, apiKeyPrefix, type BusinessType, type KeyPermission, limits } from '@pontic/contract'
import { sql } from 'kysely'
import type { Services } from '../services.ts'
import { findActor, hashToken } from './actor.ts'
import { recordAttemptOrFail } from './attempts.ts'
import type { Actor } from './scope.ts'

const queryByKey = `
  select k.id as key_id, k.scopes, k.last_used_at, k.last_used_from, s.id as session_id, a.id as account_id, a.name,
    a.email, o.id as organization_id, o.name as organization_name, o.business_type
  from api_key k join session s on s.id = k.session_id join account a on a.id = k.account_id
    join organization o on o.id = a.organization_id
  where k.secret_sha256 = $1 and k.revoked_at is null and k.expires_at > $2
    and s.revoked_at is null and s.expires_at > $2
    and a.disabled_at is null and a.deleted_at is null and o.banned_at is null and o.deleted_at is null`

type Row = {
  key_id: string
  scopes: KeyPermission[]
  last_used_at: string | null
  last_used_from: string | null
  session_id: string
  account_id: string
  name: string
  email: string
  organization_id: string
  organization_name: string
  business_type: BusinessType
}

// The last use from the same address is recorded at most once a minute; otherwise a busy key would update its row at each call.
const usedEveryMs = 60_000
const minuteSeconds = 60

/**
 * Finds the caller of a bearer token: a person by an access token, or an organization's software by an API key. Every call
 * reads the caller from the database, so that a revocation takes effect at the next call.
 * @returns undefined if the bearer token is unknown, expired or revoked, its account is disabled or deleted, or its
 *   organization is banned or deleted
 * @throws request.too_many for a key with more than 600 calls a minute
 */
export async function findCaller(
  services: Services,
  bearer: string,
  address: string,
): Promise<Actor | undefined> {
  const now = services.now()
  if (!bearer.startsWith(apiKeyPrefix)) return findActor(services.database, bearer, now)
  const [row] = await services.database.readRows<Row>(queryByKey, [hashToken(bearer), now.toISOString()])
  if (row === undefined) return undefined
  const limit = { windowSeconds: minuteSeconds, max: limits.apiKeyCallsPerMinute }
  await recordAttemptOrFail(services.database.db, `key:${row.key_id}`, limit, now)
  await recordUse(services, row, address, now)
  return {
    account: { id: row.account_id, name: row.name, email: row.email, language: 'en_US' },
    organization: { id: row.organization_id, name: row.organization_name, businessType: row.business_type },
    // A key is never an administrator, even if an administrator created it.
    kind: actorKindOf(row.business_type, false),
    membership: 'active',
    sessionId: row.session_id,
    // Two-factor sign-in does not apply to API keys.
    hasTwoFactor: true,
    isTwoFactorRequired: false,
    apiKeyPermissions: row.scopes,
    authenticatedAt: undefined,
  }
}

async function recordUse({ database }: Services, row: Row, address: string, now: Date): Promise<void> {
  const isFresh =
    row.last_used_at !== null && now.getTime() - new Date(row.last_used_at).getTime() < usedEveryMs
  if (isFresh && row.last_used_from === address) return
  await sql`update api_key set last_used_at = ${now}, last_used_from = ${address} where id = ${row.key_id}::uuid`.execute(
    database.db,
  )
}
