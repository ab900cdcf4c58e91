import { createHash } from 'node:crypto'
import {
  actorKindOf,
  type BusinessType,
  businessTypes,
  type Language,
  limits,
  type Permission,
  type Reach,
  reachOf,
  type twoFactorRequirements,
} from '@pontic/contract'
import type { Config } from '../../config/config.ts'
import type { Database } from '../db/database.ts'
import { fail } from './fail.ts'
import type { RequestFacts } from './handlers.ts'
import { rememberCaller } from './known-callers.ts'
import type { Actor, Scope } from './scope.ts'

const columns = `s.id as session_id, a.id as account_id, a.name, a.email, a.language, a.membership,
  a.is_organization_administrator, o.id as organization_id, o.name as organization_name, o.business_type,
  a.two_factor_at, o.requires_two_factor, s.authenticated_at`
const ownerJoins = 'join account a on a.id = s.account_id join organization o on o.id = a.organization_id'
const isSessionValid = `s.revoked_at is null and s.expires_at > $2
  and a.disabled_at is null and a.deleted_at is null and o.banned_at is null and o.deleted_at is null`
/** The statement that finds the session of an access token. Its values are the hash of the token and the current time. */
export const queryByToken = `
  select ${columns} from access_token t join session s on s.id = t.session_id ${ownerJoins}
  where t.token_sha256 = $1 and t.expires_at > $2 and ${isSessionValid}`
const queryBySession = `select ${columns} from session s ${ownerJoins} where s.id = $1 and ${isSessionValid}`

/** A session with its account and organization. */
export type ActorRow = {
  session_id: string
  account_id: string
  name: string
  email: string
  language: Language
  membership: 'active' | 'waiting'
  is_organization_administrator: boolean
  organization_id: string
  organization_name: string
  business_type: BusinessType
  two_factor_at: string | null
  requires_two_factor: boolean
  authenticated_at: string | null
}

/** Returns the SHA-256 hash of a token, which the tables store instead of the token. A token has at least 128 random bits. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * Finds the actor of an access token. Every call with such a token runs this query, so that a logout, a
 * disabled account and a ban take effect immediately.
 * @returns undefined if the token is unknown or expired, its session is expired or revoked, its account is disabled or deleted,
 *   or its organization is banned or deleted
 */
export async function findActor(database: Database, token: string, now: Date): Promise<Actor | undefined> {
  const tokenSha256 = hashToken(token)
  const [row] = await database.readRows<ActorRow>(queryByToken, [tokenSha256, now.toISOString()])
  if (row === undefined) return undefined
  const actor = actorOfRow(row)
  rememberCaller(database, { tokenSha256, row: JSON.stringify(row), actor })
  return actor
}

/** Finds the actor of a session. A download ticket, for example, is bound to a session. @returns undefined as in `findActor` */
export async function findActorOfSession(
  database: Database,
  sessionId: string,
  now: Date,
): Promise<Actor | undefined> {
  const [row] = await database.readRows<ActorRow>(queryBySession, [sessionId, now.toISOString()])
  return row && actorOfRow(row)
}

/** Maps the row of a session. */
export function actorOfRow(row: ActorRow): Actor {
  return {
    account: { id: row.account_id, name: row.name, email: row.email, language: row.language },
    organization: { id: row.organization_id, name: row.organization_name, businessType: row.business_type },
    kind: actorKindOf(row.business_type, row.is_organization_administrator),
    membership: row.membership,
    sessionId: row.session_id,
    hasTwoFactor: row.two_factor_at !== null,
    isTwoFactorRequired: row.requires_two_factor,
    apiKeyPermissions: undefined,
    authenticatedAt: row.authenticated_at === null ? undefined : new Date(row.authenticated_at),
  }
}

/** Parses the token of an Authorization header. The scheme is case-insensitive (RFC 7235 §2.1). */
export function parseBearer(header: string | undefined): string | undefined {
  return /^bearer +([A-Za-z0-9._~+/-]{1,200}=*)$/i.exec(header ?? '')?.[1]
}

/**
 * Returns who requires two-factor sign-in of an actor: the organization, the platform (for its own users in production), or
 * nobody.
 */
export function twoFactorRequirementOf(
  who: { businessType: BusinessType; isTwoFactorRequired: boolean },
  mode: Config['mode'],
): (typeof twoFactorRequirements)[number] {
  if (mode === 'production' && who.businessType === businessTypes.platform) return 'platform'
  return who.isTwoFactorRequired ? 'organization' : 'nobody'
}

/**
 * Rules of a route in addition to the permission matrix: whether it can be called by members who wait for approval, and by
 * accounts that lack a required second factor.
 */
export type AccessRules = {
  allowsWaitingMembers: boolean
  allowsMissingTwoFactor: boolean
  mode: Config['mode']
}

/**
 * Checks that the actor may call the route, and creates the scope that proves it. Runs before any object is looked up.
 * @throws member.waiting, two_factor.needed, request.forbidden, key.not_allowed
 */
export function createScope(
  actor: Actor,
  permission: Permission,
  rules: AccessRules,
  request: Pick<RequestFacts, 'id' | 'address' | 'audit'>,
): Scope {
  if (actor.membership === 'waiting' && !rules.allowsWaitingMembers) fail('member.waiting')
  const { businessType } = actor.organization
  const requirement = twoFactorRequirementOf(
    { businessType, isTwoFactorRequired: actor.isTwoFactorRequired },
    rules.mode,
  )
  if (requirement !== 'nobody' && !actor.hasTwoFactor && !rules.allowsMissingTwoFactor)
    fail('two_factor.needed')
  const reach: Reach | undefined = reachOf(actor.kind, permission)
  if (reach === undefined) fail('request.forbidden')
  if (actor.apiKeyPermissions && !actor.apiKeyPermissions.includes(permission))
    fail('key.not_allowed', { permission })
  const { id: requestId, address, audit } = request
  return { ...actor, reach, permission, requestId, address, audit } as Scope
}

/**
 * Asserts that a person proved their identity within the last 5 minutes, so that a stolen token alone cannot change the
 * protection of an account. API keys pass, because they have no sign-in and their permissions limit them.
 * @throws session.reauthenticate
 */
export function assertRecentSignIn(
  { authenticatedAt, apiKeyPermissions }: Pick<Actor, 'authenticatedAt' | 'apiKeyPermissions'>,
  now: Date,
): void {
  if (apiKeyPermissions) return
  const ageMs = authenticatedAt ? now.getTime() - authenticatedAt.getTime() : Number.POSITIVE_INFINITY
  if (ageMs > limits.reauthenticationMinutes * 60_000) fail('session.reauthenticate')
}
