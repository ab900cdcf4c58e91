import type { CaptchaKind, CaptchaPurpose } from '@pontic/contract'
import { limits } from '@pontic/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'

/** A captcha that can still be answered. */
export type ValidCaptcha = { id: string; purpose: CaptchaPurpose; kind: CaptchaKind; email: string }

/** Inserts a captcha. */
export async function createCaptchaRow(tx: Tx, captcha: ValidCaptcha & { expiresAt: Date }): Promise<void> {
  const { expiresAt: expires_at, ...row } = captcha
  await tx
    .insertInto('captcha')
    .values({ ...row, expires_at })
    .execute()
}

/** Returns the captcha, or undefined if it is unknown, used, expired or was tried too often. */
export function findValidCaptcha(db: Db | Tx, id: string, now: Date): Promise<ValidCaptcha | undefined> {
  return db
    .selectFrom('captcha')
    .select(['id', 'purpose', 'kind', 'email'])
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('tries', '<', limits.captchaTries)
    .where('expires_at', '>', now.toISOString())
    .$castTo<ValidCaptcha>()
    .executeTakeFirst()
}

/**
 * Increments the tries of a captcha. Every concurrent try is counted.
 * @returns the captcha with its number of tries, including this one; undefined if it has another purpose, or
 *   is unknown, used, expired or was tried too often
 */
export function incrementCaptchaTries(
  tx: Tx,
  id: string,
  purpose: CaptchaPurpose,
  now: Date,
): Promise<(ValidCaptcha & { tries: number }) | undefined> {
  return tx
    .updateTable('captcha')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('tries', '<', limits.captchaTries)
    .where('expires_at', '>', now.toISOString())
    .returning(['id', 'purpose', 'kind', 'email', 'tries'])
    .$castTo<ValidCaptcha & { tries: number }>()
    .executeTakeFirst()
}

/** Marks a captcha as used. */
export async function updateCaptchaUsed(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('captcha').set({ used_at: now }).where('id', '=', id).execute()
}

/** Finds the name and language of the account with this email address. Ignores an account that cannot sign in. */
export function findCodeRecipient(tx: Tx, email: string) {
  return tx
    .selectFrom('account as a')
    .innerJoin('organization as o', 'o.id', 'a.organization_id')
    .select(['a.name', 'a.language'])
    .where('a.email', '=', email)
    .where('a.disabled_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .where('o.banned_at', 'is', null)
    .where('o.deleted_at', 'is', null)
    .executeTakeFirst()
}
