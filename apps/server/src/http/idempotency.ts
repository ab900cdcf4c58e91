import { createHash } from 'node:crypto'
import { limits } from '@pontic/contract'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import { sqlStateOf } from '../db/database.ts'
import { fail } from './fail.ts'

/** An answer as it was sent the first time. */
export type KeptReply = { status: number; body: string }

/** One repeated-safe write: whose, under which key, and what it asks for. */
export type Attempt = { accountId: string; key: string; requestSha256: Buffer }

/**
 * The Idempotency-Key of a request.
 * @throws request.invalid unless it is 1–200 visible ASCII characters
 */
export function readKey(header: string | undefined): string | undefined {
  if (header !== undefined && !/^[\x21-\x7e]{1,200}$/.test(header)) fail('request.invalid')
  return header
}

/** What tells two requests apart: the call and everything that was passed to it. */
export function hashRequest(routeName: string, parts: unknown): Buffer {
  return createHash('sha256')
    .update(`${routeName}\n${JSON.stringify(parts)}`)
    .digest()
}

/**
 * Takes the key for this transaction, or finds the answer that it got first. A second request that comes while the
 * first runs waits for it.
 * @returns the first answer, or undefined when this request is the first
 * @throws request.key_reused for another request under the same key, request.key_in_use when the first takes long
 */
export async function takeKey(tx: Tx, attempt: Attempt, now: Date): Promise<KeptReply | undefined> {
  const { accountId, key, requestSha256 } = attempt
  await sql`set local lock_timeout = '10s'`.execute(tx)
  const taken = await tx
    .insertInto('idempotency_key')
    .values({ account_id: accountId, key, request_sha256: requestSha256, created_at: now })
    .onConflict((oc) =>
      oc
        .columns(['account_id', 'key'])
        .doUpdateSet({ request_sha256: requestSha256, created_at: now, status: null, reply: null })
        .where('idempotency_key.created_at', '<', spentBefore(now).toISOString()),
    )
    .returning('key')
    .executeTakeFirst()
    .catch((error: unknown) =>
      sqlStateOf(error) === '55P03' ? fail('request.key_in_use') : Promise.reject(error),
    )
  await sql`set local lock_timeout = 0`.execute(tx)
  return taken ? undefined : await findFirst(tx, attempt)
}

const spentBefore = (now: Date) => new Date(now.getTime() - limits.idempotencyHours * 3_600_000)

async function findFirst(tx: Tx, attempt: Attempt): Promise<KeptReply | undefined> {
  const first = await tx
    .selectFrom('idempotency_key')
    .select(['request_sha256', 'status', 'reply'])
    .where('account_id', '=', attempt.accountId)
    .where('key', '=', attempt.key)
    .executeTakeFirst()
  if (!first || first.status === null) fail('request.key_in_use')
  if (!first.request_sha256.equals(attempt.requestSha256)) fail('request.key_reused')
  return { status: first.status, body: first.reply ?? '' }
}

/** Keeps the answer, in the transaction that did the work. */
export async function keepReply(tx: Tx, attempt: Attempt, reply: KeptReply): Promise<void> {
  await tx
    .updateTable('idempotency_key')
    .set({ status: reply.status, reply: reply.body })
    .where('account_id', '=', attempt.accountId)
    .where('key', '=', attempt.key)
    .execute()
}

/** Keeps a refusal, whose transaction was rolled back and with it the key. */
export async function keepRefusal(
  database: Database,
  attempt: Attempt,
  reply: KeptReply,
  now: Date,
): Promise<void> {
  await database.db
    .insertInto('idempotency_key')
    .values({
      account_id: attempt.accountId,
      key: attempt.key,
      request_sha256: attempt.requestSha256,
      status: reply.status,
      reply: reply.body,
      created_at: now,
    })
    // A key of the day before, whose renewal was rolled back with the refused work, is free too.
    .onConflict((oc) =>
      oc
        .columns(['account_id', 'key'])
        .doUpdateSet((eb) => ({
          request_sha256: eb.ref('excluded.request_sha256'),
          status: eb.ref('excluded.status'),
          reply: eb.ref('excluded.reply'),
          created_at: eb.ref('excluded.created_at'),
        }))
        .where('idempotency_key.created_at', '<', spentBefore(now).toISOString()),
    )
    .execute()
}
