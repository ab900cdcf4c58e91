import type { BusinessType, Language } from '@pontic/contract'
import type { Db, Tx } from '../../platform/db/database.ts'
import { deleteAccessTokens } from '../../platform/http/revoke-sessions.ts'

/** Row of an account with its organization, for a sign-in. */
export type SignInAccount = {
  id: string
  email: string
  name: string
  password_hash: string
  is_organization_administrator: boolean
  membership: 'active' | 'waiting'
  language: Language
  must_change_password: boolean
  disabled_at: string | null
  /** Whether the platform banned the account. `disabled_at` is then set as well. */
  is_banned: boolean
  email_verified_at: string | null
  organization_id: string
  organization_name: string
  business_type: BusinessType
  organization_verified_at: string | null
  banned_at: string | null
  two_factor_at: string | null
  requires_two_factor: boolean
}

/** Row of a session. */
export type SessionRow = {
  id: string
  account_id: string
  is_remembered: boolean
  expires_at: string
  revoked_at: string | null
  authenticated_at: string | null
}

/** Row of a refresh token. `spent_at`: when it was used. `died_at`: when the pair of a repeated refresh replaced it. */
export type RefreshRow = {
  session_id: string
  spent_at: string | null
  died_at: string | null
  expires_at: string
}

function signInAccounts(db: Db | Tx) {
  return db
    .selectFrom('account as a')
    .innerJoin('organization as o', 'o.id', 'a.organization_id')
    .select(['a.id', 'a.email', 'a.name', 'a.password_hash', 'a.is_organization_administrator'])
    .select(['a.membership', 'a.language', 'a.disabled_at', 'a.is_banned'])
    .select(['a.email_verified_at', 'a.must_change_password'])
    .select(['o.id as organization_id', 'o.name as organization_name', 'o.business_type'])
    .select(['o.verified_at as organization_verified_at', 'o.banned_at'])
    .select(['a.two_factor_at', 'o.requires_two_factor'])
    .where('a.deleted_at', 'is', null)
    .where('o.deleted_at', 'is', null)
    .$castTo<SignInAccount>()
}

/** Finds the account with this email address, unless it or its organization is deleted. */
export function findAccountByEmail(db: Db | Tx, email: string): Promise<SignInAccount | undefined> {
  return signInAccounts(db).where('a.email', '=', email).executeTakeFirst()
}

/** Finds the account with this id, unless it or its organization is deleted. */
export function findAccountById(db: Db | Tx, id: string): Promise<SignInAccount | undefined> {
  return signInAccounts(db).where('a.id', '=', id).executeTakeFirst()
}

/** Inserts a session. */
export async function createSessionRow(
  tx: Tx,
  session: {
    id: string
    accountId: string
    isRemembered: boolean
    now: Date
    expiresAt: Date
    userAgent: string
    address: string
  },
): Promise<void> {
  await tx
    .insertInto('session')
    .values({
      id: session.id,
      account_id: session.accountId,
      is_remembered: session.isRemembered,
      created_at: session.now,
      last_used_at: session.now,
      authenticated_at: session.now,
      expires_at: session.expiresAt,
      user_agent: session.userAgent,
      address: session.address,
    })
    .execute()
}

/** Inserts the two tokens of a pair. `parentSha256` is the hash of the refresh token that was used, null at a sign-in. */
export async function createTokenRows(
  tx: Tx,
  pair: {
    sessionId: string
    accessSha256: Buffer
    accessExpiresAt: Date
    refreshSha256: Buffer
    refreshExpiresAt: Date
    parentSha256: Buffer | null
    now: Date
  },
): Promise<void> {
  await tx
    .insertInto('access_token')
    .values({ token_sha256: pair.accessSha256, session_id: pair.sessionId, expires_at: pair.accessExpiresAt })
    .execute()
  await tx
    .insertInto('refresh_token')
    .values({
      token_sha256: pair.refreshSha256,
      session_id: pair.sessionId,
      parent_sha256: pair.parentSha256,
      created_at: pair.now,
      expires_at: pair.refreshExpiresAt,
    })
    .execute()
}

/** Finds the session of a refresh token and locks its row, so that refreshes of a session run one after the other. */
export function lockSessionOfRefreshToken(tx: Tx, tokenSha256: Buffer): Promise<SessionRow | undefined> {
  return tx
    .selectFrom('session')
    .select(['id', 'account_id', 'is_remembered', 'expires_at', 'revoked_at', 'authenticated_at'])
    .where('id', '=', (eb) =>
      eb.selectFrom('refresh_token').select('session_id').where('token_sha256', '=', tokenSha256),
    )
    .forUpdate()
    .executeTakeFirst()
}

/** Finds the session of an access or refresh token, unless it is revoked, and locks its row. */
export function lockSessionOfToken(tx: Tx, tokenSha256: Buffer): Promise<SessionRow | undefined> {
  return tx
    .selectFrom('session')
    .select(['id', 'account_id', 'is_remembered', 'expires_at', 'revoked_at', 'authenticated_at'])
    .where('id', '=', (eb) =>
      eb
        .selectFrom('access_token')
        .select('session_id')
        .where('token_sha256', '=', tokenSha256)
        .union(eb.selectFrom('refresh_token').select('session_id').where('token_sha256', '=', tokenSha256)),
    )
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Finds a refresh token. */
export function findRefreshToken(tx: Tx, tokenSha256: Buffer): Promise<RefreshRow | undefined> {
  return tx
    .selectFrom('refresh_token')
    .select(['session_id', 'spent_at', 'died_at', 'expires_at'])
    .where('token_sha256', '=', tokenSha256)
    .executeTakeFirst()
}

/** Marks a refresh token as used. */
export async function updateRefreshTokenSpent(tx: Tx, tokenSha256: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('refresh_token')
    .set({ spent_at: now })
    .where('token_sha256', '=', tokenSha256)
    .execute()
}

/** Returns whether a successor of a used refresh token has been used. */
export async function hasUsedSuccessor(tx: Tx, parentSha256: Buffer): Promise<boolean> {
  const row = await tx
    .selectFrom('refresh_token')
    .select('session_id')
    .where('parent_sha256', '=', parentSha256)
    .where('spent_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Invalidates the unused successor of a refresh token, and deletes all access tokens of the session. */
export async function invalidateUnusedSuccessor(
  tx: Tx,
  sessionId: string,
  parentSha256: Buffer,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('refresh_token')
    .set({ died_at: now })
    .where('parent_sha256', '=', parentSha256)
    .where('died_at', 'is', null)
    .execute()
  await deleteAccessTokens(tx, [sessionId])
}

/** Records the use of a session. */
export async function updateSessionUsed(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.updateTable('session').set({ last_used_at: now }).where('id', '=', sessionId).execute()
}

/** Records that the user of a session has verified their identity again. */
export async function updateSessionAuthenticated(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.updateTable('session').set({ authenticated_at: now }).where('id', '=', sessionId).execute()
}
