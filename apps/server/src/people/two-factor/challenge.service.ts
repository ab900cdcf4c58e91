import { randomBytes } from 'node:crypto'
import { limits, type MfaChallenge } from '@pontic/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { hashToken } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { newSecret } from '../../platform/secrets/tokens.ts'
import { passkeyRequest } from './passkey.shared.ts'
import { findTotp, listPasskeys } from './two-factor.queries.ts'

/** `mfa`: second step after a password. `passkey`: sign-in without a password. `register`: new passkey. */
export type ChallengePurpose = 'mfa' | 'passkey' | 'register'

/** A challenge that is not used yet. */
export type Challenge = { accountId: string | null; challenge: Buffer; tries: number }

const minuteMs = 60_000
const challengeBytes = 32

/**
 * Creates a challenge for 5 minutes, 5 tries and one use (rules §3).
 * @returns its token, and the bytes that a passkey signs
 */
export async function createChallenge(
  tx: Tx,
  purpose: ChallengePurpose,
  accountId: string | null,
  now: Date,
): Promise<{ token: string; challenge: Buffer }> {
  const token = newSecret()
  const challenge = randomBytes(challengeBytes)
  await tx
    .insertInto('sign_in_challenge')
    .values({
      token_sha256: token.sha256,
      purpose,
      account_id: accountId,
      challenge,
      expires_at: new Date(now.getTime() + limits.mfaMinutes * minuteMs),
    })
    .execute()
  return { token: token.text, challenge }
}

/**
 * Counts a try of a challenge and locks its row until the transaction ends.
 * @returns undefined if the challenge is unknown, used, expired, tried too often, or has another purpose
 */
export async function countChallengeTry(
  tx: Tx,
  token: string,
  purpose: ChallengePurpose,
  now: Date,
): Promise<Challenge | undefined> {
  const row = await tx
    .updateTable('sign_in_challenge')
    .set({ tries: sql<number>`tries + 1` })
    .where('token_sha256', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('tries', '<', limits.mfaTries)
    .where('expires_at', '>', now.toISOString())
    .returning(['account_id', 'challenge', 'tries'])
    .executeTakeFirst()
  return row && { accountId: row.account_id, challenge: row.challenge, tries: row.tries }
}

/** Finds the account of a valid challenge with the purpose `mfa`, without counting a try. */
export async function findChallengeAccount(db: Db, token: string, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('sign_in_challenge')
    .select('account_id')
    .where('token_sha256', '=', hashToken(token))
    .where('purpose', '=', 'mfa')
    .where('used_at', 'is', null)
    .where('tries', '<', limits.mfaTries)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return row?.account_id ?? undefined
}

/** Marks a challenge as used. */
export async function updateChallengeUsed(tx: Tx, token: string, now: Date): Promise<void> {
  await tx
    .updateTable('sign_in_challenge')
    .set({ used_at: now })
    .where('token_sha256', '=', hashToken(token))
    .execute()
}

/** Starts the second step of a sign-in. @returns the fields of the error `mfa_required`: token and available factors */
export async function beginSecondFactor(
  { tx, services: { config, now } }: Call<'tx' | 'services'>,
  accountId: string,
): Promise<MfaChallenge> {
  const passkeys = await listPasskeys(tx, accountId)
  const totp = await findTotp(tx, accountId)
  const hasApp = (totp?.confirmed_at ?? null) !== null
  const { token, challenge } = await createChallenge(tx, 'mfa', accountId, now())
  return {
    mfa_token: token,
    mfa_expires_in: limits.mfaMinutes * 60,
    mfa_methods: [
      ...(hasApp ? (['otp'] as const) : []),
      ...(passkeys.length > 0 ? (['passkey'] as const) : []),
      'recovery_code',
    ],
    passkey_options: passkeys.length > 0 ? passkeyRequest(config, challenge, passkeys) : null,
  }
}
