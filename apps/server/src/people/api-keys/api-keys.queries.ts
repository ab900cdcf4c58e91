import type { KeyPermission } from '@pontic/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

/** Row of a key in a list. */
export type ApiKeyRow = {
  id: string
  account_id: string
  name: string
  start: string
  scopes: KeyPermission[]
  created_at: string
  created_by_name: string
  is_maker_active: boolean
  expires_at: string
  last_used_at: string | null
  last_used_from: string | null
  revoked_at: string | null
  revoked_by_name: string | null
}

const columns = sql`k.id, k.account_id, k.name, k.start, k.scopes, k.created_at, k.created_by_name, k.expires_at,
  k.last_used_at, k.last_used_from, k.revoked_at, k.revoked_by_name,
  exists (select 1 from account m where m.id = k.created_by and m.organization_id = k.organization_id
    and m.disabled_at is null and m.deleted_at is null) as is_maker_active`

/** Returns keys of the caller's organization, newest first, without those revoked or expired before `endedSince`. */
export async function listApiKeyRows(db: Db | Tx, scope: Scope, endedSince: Date): Promise<ApiKeyRow[]> {
  const { rows } = await sql<ApiKeyRow>`select ${columns} from api_key k
    where k.organization_id = ${scope.organization.id}::uuid and k.expires_at > ${endedSince}
      and (k.revoked_at is null or k.revoked_at > ${endedSince})
    order by k.created_at desc, k.id desc`.execute(db)
  return rows
}

/** Finds a key of the caller's organization. */
export async function findApiKey(db: Db | Tx, scope: Scope, id: string): Promise<ApiKeyRow | undefined> {
  const { rows } = await sql<ApiKeyRow>`select ${columns} from api_key k
    where k.id = ${id}::uuid and k.organization_id = ${scope.organization.id}::uuid`.execute(db)
  return rows[0]
}

/** Counts the active keys of the caller's organization. */
export async function countActiveKeys(tx: Tx, scope: Scope, now: Date): Promise<number> {
  const row = await tx
    .selectFrom('api_key')
    .select((on) => on.fn.countAll<number>().as('count'))
    .where('organization_id', '=', scope.organization.id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirstOrThrow()
  return row.count
}

/** A new key with its own account and session. */
export type NewKey = {
  id: string
  accountId: string
  sessionId: string
  name: string
  start: string
  secretSha256: Buffer
  scopes: readonly KeyPermission[]
  expiresAt: Date
  now: Date
}

/** Inserts a key, its account and its session. */
export async function createKeyRows(tx: Tx, scope: Scope, key: NewKey): Promise<void> {
  await tx
    .insertInto('account')
    .values({
      id: key.accountId,
      // The account has no mailbox and no password: it cannot sign in and gets no mail.
      email: `key-${key.id}@invalid`,
      name: key.name,
      password_hash: '!',
      is_software: true,
      organization_id: scope.organization.id,
      accepts_order_email: false,
      created_at: key.now,
      updated_at: key.now,
    })
    .execute()
  await tx
    .insertInto('session')
    .values({
      id: key.sessionId,
      account_id: key.accountId,
      is_remembered: true,
      created_at: key.now,
      last_used_at: key.now,
      expires_at: key.expiresAt,
    })
    .execute()
  await tx
    .insertInto('api_key')
    .values({
      id: key.id,
      organization_id: scope.organization.id,
      account_id: key.accountId,
      session_id: key.sessionId,
      name: key.name,
      start: key.start,
      secret_sha256: key.secretSha256,
      scopes: [...key.scopes],
      created_by: scope.account.id,
      created_by_name: scope.account.name,
      created_at: key.now,
      expires_at: key.expiresAt,
    })
    .execute()
}

/** Marks a key as revoked, and disables its account. @returns false if it was already revoked */
export async function updateKeyRevoked(
  tx: Tx,
  key: Pick<ApiKeyRow, 'id' | 'account_id'>,
  by: { accountId: string | null; name: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('api_key')
    .set({ revoked_at: now, revoked_by: by.accountId, revoked_by_name: by.name })
    .where('id', '=', key.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  await tx.updateTable('account').set({ disabled_at: now }).where('id', '=', key.account_id).execute()
  return numUpdatedRows === 1n
}

/** Returns active keys that a person created for an organization. @param since earliest creation time; undefined for all */
export async function listKeysOfCreator(
  tx: Tx,
  creator: { id: string; organizationId: string },
  now: Date,
  since: Date | undefined,
): Promise<Pick<ApiKeyRow, 'id' | 'account_id' | 'name'>[]> {
  return await tx
    .selectFrom('api_key')
    .select(['id', 'account_id', 'name'])
    .where('organization_id', '=', creator.organizationId)
    .where('created_by', '=', creator.id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .$if(since !== undefined, (query) => query.where('created_at', '>=', since!.toISOString()))
    .orderBy('id')
    .execute()
}
