import type { Language } from '@pontic/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** Columns of an account for changes of its two-factor sign-in. */
export type GuardedAccount = {
  id: string
  name: string
  email: string
  language: Language
  organization_id: string
  password_hash: string
  two_factor_at: string | null
}

const columns = [
  'id',
  'name',
  'email',
  'language',
  'organization_id',
  'password_hash',
  'two_factor_at',
] as const

/** Finds an account and locks its row, so that changes of its second factors run one after the other. */
export function lockAccount(tx: Tx, id: string): Promise<GuardedAccount | undefined> {
  return tx
    .selectFrom('account')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .$castTo<GuardedAccount>()
    .executeTakeFirst()
}

/** Finds the secret of an account's authenticator app. */
export function findTotp(db: Db | Tx, accountId: string) {
  return db.selectFrom('totp').selectAll().where('account_id', '=', accountId).executeTakeFirst()
}

/** Inserts an unconfirmed secret, and deletes an earlier unconfirmed one. */
export async function replaceUnconfirmedTotp(
  tx: Tx,
  totp: { accountId: string; secretEncrypted: Buffer; now: Date },
): Promise<void> {
  const { accountId, secretEncrypted, now } = totp
  await tx.deleteFrom('totp').where('account_id', '=', accountId).where('confirmed_at', 'is', null).execute()
  await tx
    .insertInto('totp')
    .values({ account_id: accountId, secret_encrypted: secretEncrypted, created_at: now })
    .execute()
}

/** Marks a secret as confirmed. */
export async function updateTotpConfirmed(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx.updateTable('totp').set({ confirmed_at: now }).where('account_id', '=', accountId).execute()
}

/** Marks the code of a period as used. @returns false if this or a later code was already used */
export async function updateTotpStep(tx: Tx, accountId: string, step: number): Promise<boolean> {
  const row = await tx
    .updateTable('totp')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the authenticator app. @returns whether a confirmed one existed */
export async function deleteTotp(tx: Tx, accountId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('totp')
    .where('account_id', '=', accountId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return row !== undefined && row.confirmed_at !== null
}

/** Returns the passkeys of an account, oldest first. */
export function listPasskeys(db: Db | Tx, accountId: string) {
  return db
    .selectFrom('passkey')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Finds the passkey with this credential id. */
export function findPasskeyByCredential(tx: Tx, credentialId: Buffer) {
  return tx.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
}

/** Inserts a passkey. @returns false if its credential id already exists */
export async function createPasskeyRow(
  tx: Tx,
  passkey: {
    id: string
    accountId: string
    credentialId: Buffer
    publicKey: Buffer
    signCount: number
    transports: string[]
    name: string
    isSynced: boolean
    now: Date
  },
): Promise<boolean> {
  const row = await tx
    .insertInto('passkey')
    .values({
      id: passkey.id,
      account_id: passkey.accountId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      transports: passkey.transports,
      name: passkey.name,
      is_synced: passkey.isSynced,
      created_at: passkey.now,
    })
    .onConflict((oc) => oc.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Records the use of a passkey. */
export async function updatePasskeyUsed(
  tx: Tx,
  id: string,
  use: { signCount: number; isSynced: boolean; now: Date },
): Promise<void> {
  await tx
    .updateTable('passkey')
    .set({ sign_count: use.signCount, is_synced: use.isSynced, last_used_at: use.now })
    .where('id', '=', id)
    .execute()
}

/** Deletes a passkey of an account. @returns whether it existed */
export async function deletePasskey(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Counts the unused recovery codes of an account. */
export async function countRecoveryCodes(db: Db | Tx, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Replaces all recovery codes of the account. */
export async function replaceRecoveryCodes(tx: Tx, accountId: string, digests: Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  await tx
    .insertInto('recovery_code')
    .values(digests.map((code_sha256) => ({ account_id: accountId, code_sha256 })))
    .execute()
}

/** Marks a recovery code as used. One of two concurrent uses succeeds. @returns whether it was valid */
export async function updateRecoveryCodeUsed(
  tx: Tx,
  accountId: string,
  digests: readonly Buffer[],
  now: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('code_sha256', 'in', digests)
    .where('used_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Updates `account.two_factor_at` after a factor was added or removed. Without factors, deletes the recovery codes.
 * @returns whether a factor remains
 */
export async function updateTwoFactorAt(tx: Tx, accountId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ two_factor_at: string | null }>`
    update account set two_factor_at = case
      when exists (select from totp where account_id = account.id and confirmed_at is not null)
        or exists (select from passkey where account_id = account.id)
      then coalesce(two_factor_at, ${now}) end
    where id = ${accountId} returning two_factor_at`.execute(tx)
  const isLeft = (rows[0]?.two_factor_at ?? null) !== null
  if (!isLeft) await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  return isLeft
}

/** Deletes all second factors and pending challenges of an account. */
export async function deleteFactors(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('totp').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('passkey').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('sign_in_challenge').where('account_id', '=', accountId).execute()
}

/** Deletes the second factors added since a given time, and all recovery codes, which somebody may have read. */
export async function deleteFactorsSince(tx: Tx, accountId: string, since: Date): Promise<void> {
  await tx
    .deleteFrom('totp')
    .where('account_id', '=', accountId)
    .where('confirmed_at', '>=', since.toISOString())
    .execute()
  await tx
    .deleteFrom('passkey')
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since.toISOString())
    .execute()
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
}

/** Sets whether an organization requires two-factor sign-in. @returns whether it changed */
export async function updateTwoFactorRequired(
  tx: Tx,
  organizationId: string,
  isRequired: boolean,
): Promise<boolean> {
  const row = await tx
    .updateTable('organization')
    .set({ requires_two_factor: isRequired })
    .where('id', '=', organizationId)
    .where('requires_two_factor', '!=', isRequired)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
