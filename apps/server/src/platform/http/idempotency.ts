import { limits } from '@pontic/contract'
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Db, Tx } from '../db/database.ts'
import { sqlStateOf } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { fail } from './fail.ts'

/** A stored reply: status and body of the first response. */
export type StoredReply = { status: number; body: string }

/** A write with an Idempotency-Key. `accountId` is null for calls without a session, which share one set of keys. */
export type IdempotentWrite = { accountId: string | null; key: string; requestSha256: Buffer }

/**
 * Returns the Idempotency-Key of a request, or undefined if there is none.
 * @throws request.invalid unless the key is 1–200 visible ASCII characters
 */
export function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header !== undefined && !/^[\x21-\x7e]{1,200}$/.test(header)) fail('request.invalid')
  return header
}

/**
 * Claims the key for a write, or finds the reply stored under it. A second request waits up to 10 seconds while the
 * first one runs in its transaction.
 * @returns the stored reply, or undefined if this request is the first
 * @throws request.key_reused for another request under the same key; request.key_in_use while the first one still runs
 */
export async function claimKey(tx: Tx, write: IdempotentWrite, now: Date): Promise<StoredReply | undefined> {
  const { accountId, key, requestSha256 } = write
  await sql`set local lock_timeout = '10s'`.execute(tx)
  const claimed = await tx
    .insertInto('idempotency_key')
    .values({ account_id: accountId, key, request_sha256: requestSha256, created_at: now })
    .onConflict((oc) =>
      oc
        .columns(['account_id', 'key'])
        .doUpdateSet({ request_sha256: requestSha256, created_at: now, status: null, reply: null })
        .where(isFree(now)),
    )
    .returning('key')
    .executeTakeFirst()
    .catch((error: unknown) =>
      sqlStateOf(error) === '55P03' ? fail('request.key_in_use') : Promise.reject(error),
    )
  await sql`set local lock_timeout = 0`.execute(tx)
  return claimed ? undefined : await findFirst(tx, write)
}

// A key is free again after a day. A key that has no stored reply after five minutes is free too: its request has failed.
function isFree(now: Date) {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const expired = ago(limits.idempotencyHours * 3_600_000)
  const abandoned = ago(limits.idempotencyClaimMinutes * 60_000)
  return sql<SqlBool>`idempotency_key.created_at < ${expired}
    or (idempotency_key.status is null and idempotency_key.created_at < ${abandoned})`
}

// `is null` uses the index, `is not distinct from` does not.
function isSameKey({ accountId, key }: IdempotentWrite) {
  return (eb: ExpressionBuilder<Tables, 'idempotency_key'>) =>
    eb.and([eb('account_id', accountId === null ? 'is' : '=', accountId), eb('key', '=', key)])
}

async function findFirst(tx: Tx, write: IdempotentWrite): Promise<StoredReply | undefined> {
  const first = await tx
    .selectFrom('idempotency_key')
    .select(['request_sha256', 'status', 'reply'])
    .where(isSameKey(write))
    .executeTakeFirst()
  if (!first) fail('request.key_in_use')
  if (!first.request_sha256.equals(write.requestSha256)) fail('request.key_reused')
  if (first.status === null) fail('request.key_in_use')
  return { status: first.status, body: first.reply ?? '' }
}

/** Stores the reply of a write that has claimed its key. */
export async function storeReply(db: Db | Tx, write: IdempotentWrite, reply: StoredReply): Promise<void> {
  await db
    .updateTable('idempotency_key')
    .set({ status: reply.status, reply: reply.body })
    .where(isSameKey(write))
    .execute()
}

/** Releases the key of a failed write, so that a repeat runs it again. */
export async function releaseKey({ db }: Database, write: IdempotentWrite): Promise<void> {
  await db.deleteFrom('idempotency_key').where(isSameKey(write)).where('status', 'is', null).execute()
}

/** Stores a refusal in a new row, because the call's transaction was rolled back together with its claim of the key. */
export async function storeRefusal(
  { db }: Database,
  write: IdempotentWrite,
  reply: StoredReply,
  now: Date,
): Promise<void> {
  await db
    .insertInto('idempotency_key')
    .values({
      account_id: write.accountId,
      key: write.key,
      request_sha256: write.requestSha256,
      status: reply.status,
      reply: reply.body,
      created_at: now,
    })
    // The row of an expired key still exists, because its renewal was rolled back.
    .onConflict((oc) =>
      oc
        .columns(['account_id', 'key'])
        .doUpdateSet((eb) => ({
          request_sha256: eb.ref('excluded.request_sha256'),
          status: eb.ref('excluded.status'),
          reply: eb.ref('excluded.reply'),
          created_at: eb.ref('excluded.created_at'),
        }))
        .where(isFree(now)),
    )
    .execute()
}
