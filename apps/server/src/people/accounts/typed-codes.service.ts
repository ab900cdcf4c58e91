import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { limits } from '@pontic/contract'
import type { Tx } from '../../platform/db/database.ts'
import { recordAttemptOrFail } from '../../platform/http/attempts.ts'
import { failWithRetryAfter } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import type { Services } from '../../platform/services.ts'

/** Purpose of a code of six digits: to set another password, or to verify a mobile number. */
export type TypedCodePurpose = 'reset_password' | 'mobile'

const digits = 6

function hmacOf(
  services: Services,
  accountId: string,
  purpose: TypedCodePurpose,
  target: string,
  code: string,
) {
  return createHmac('sha256', services.config.secretKey)
    .update(`typed code\n${purpose}\n${accountId}\n${target}\n${code}`)
    .digest()
}

/**
 * Creates a code of six digits and replaces older ones of the same purpose (rules §3: one code a minute, valid for ten
 * minutes).
 * @param target email address or mobile number to which the caller sends the code; the code is valid only for this target
 * @throws request.too_many with Retry-After
 */
export async function createTypedCode(
  { tx, services }: Call<'tx' | 'services'>,
  accountId: string,
  purpose: TypedCodePurpose,
  target: string,
): Promise<string> {
  const now = services.now()
  // Serializes concurrent requests, so that the second finds the code of the first and is refused.
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
  const last = await lockCode(tx, accountId, purpose)
  const ageMs = last === undefined ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(last.created_at)
  const leftMs = limits.typedCodeEverySeconds * 1000 - ageMs
  if (leftMs > 0) failWithRetryAfter('request.too_many', Math.ceil(leftMs / 1000))
  const limit = { windowSeconds: 86_400, max: limits.typedCodesPerDay }
  await recordAttemptOrFail(tx, `typed-code:${purpose}:${accountId}`, limit, now)
  const code = String(randomInt(10 ** digits)).padStart(digits, '0')
  const row = {
    code_hmac: hmacOf(services, accountId, purpose, target, code),
    target,
    tries: 0,
    created_at: now,
    expires_at: new Date(now.getTime() + limits.typedCodeMinutes * 60_000),
  }
  await tx
    .insertInto('typed_code')
    .values({ account_id: accountId, purpose, ...row })
    .onConflict((oc) => oc.columns(['account_id', 'purpose']).doUpdateSet(row))
    .execute()
  return code
}

/**
 * Marks a code of six digits as used. One of two concurrent uses succeeds. A code is invalid after five wrong tries.
 * The caller must commit `tx` even if the code is wrong, so that the try counts.
 * @param target email address or mobile number to which the code must have been sent; any by default
 * @returns whether the code was right
 */
export async function redeemTypedCode(
  { tx, services }: Call<'tx' | 'services'>,
  accountId: string,
  purpose: TypedCodePurpose,
  code: string,
  target?: string,
): Promise<boolean> {
  const row = await lockCode(tx, accountId, purpose)
  const isOpen =
    row !== undefined &&
    Date.parse(row.expires_at) > services.now().getTime() &&
    row.tries < limits.typedCodeTriesMax
  if (!isOpen) return false
  const given = hmacOf(services, accountId, purpose, target ?? row.target, code)
  const isRight = timingSafeEqual(given, row.code_hmac)
  await updateTried(tx, accountId, purpose, isRight ? limits.typedCodeTriesMax : row.tries + 1)
  return isRight
}

/** Deletes all codes of six digits of an account. */
export async function deleteTypedCodes(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('typed_code').where('account_id', '=', accountId).execute()
}

function lockCode(tx: Tx, accountId: string, purpose: TypedCodePurpose) {
  return tx
    .selectFrom('typed_code')
    .select(['code_hmac', 'target', 'tries', 'created_at', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .forUpdate()
    .executeTakeFirst()
}

// A used code remains, so that the next one is not sent within the same minute.
async function updateTried(
  tx: Tx,
  accountId: string,
  purpose: TypedCodePurpose,
  tries: number,
): Promise<void> {
  await tx
    .updateTable('typed_code')
    .set({ tries })
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .execute()
}
