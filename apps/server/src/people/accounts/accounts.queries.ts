import type { Account, BusinessType, Language } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { isEmailReserved } from './email-undo.queries.ts'

/** Purpose of a mailed code. */
export type CodePurpose = 'verify_email' | 'reset_password'

/** Row of the caller's account with its organization. */
export type AccountRow = {
  id: string
  email: string
  name: string
  avatar_image_id: string | null
  telephone: string | null
  location: string | null
  license_number: string | null
  is_organization_administrator: boolean
  membership: 'active' | 'waiting'
  accepts_order_sms: boolean
  accepts_order_email: boolean
  mail_frequency: Account['mailFrequency']
  language: Language
  interface_size: Account['interfaceSize']
  teeth_numbering: Account['teethNumbering']
  time_zone: string | null
  password_changed_at: string | null
  api_keys: number
  organization_id: string
  organization_name: string
  business_type: BusinessType
}

// Counts the active API keys that a user created for their current organization.
const countKeysCreatedBy = (accountId: RawBuilder<unknown>, now: Date) => sql<number>`(
  select count(*)::int from api_key k join account m on m.id = k.created_by and m.organization_id = k.organization_id
  where k.created_by = ${accountId} and k.revoked_at is null and k.expires_at > ${now})`

/** Finds the caller's own account. */
export function findOwnAccount(tx: Tx, scope: Scope, now: Date): Promise<AccountRow | undefined> {
  return tx
    .selectFrom('account as a')
    .innerJoin('organization as o', 'o.id', 'a.organization_id')
    .select([
      'a.id',
      'a.email',
      'a.name',
      'a.avatar_image_id',
      'a.telephone',
      'a.location',
      'a.license_number',
    ])
    .select(['a.is_organization_administrator', 'a.membership', 'a.accepts_order_sms'])
    .select([
      'a.accepts_order_email',
      'a.mail_frequency',
      'a.language',
      'a.interface_size',
      'a.teeth_numbering',
    ])
    .select(['a.time_zone', 'a.password_changed_at', 'o.id as organization_id'])
    .select(['o.name as organization_name', 'o.business_type'])
    .select(countKeysCreatedBy(sql.ref('a.id'), now).as('api_keys'))
    .where('a.id', '=', scope.account.id)
    .$castTo<AccountRow>()
    .executeTakeFirst()
}

/** Sets the language of mails to the caller. */
export async function updateLanguage(tx: Tx, scope: Scope, language: Language): Promise<void> {
  await tx.updateTable('account').set({ language }).where('id', '=', scope.account.id).execute()
}

/**
 * Returns whether any account, even a deleted one, has this email address, or whether the address is reserved for an
 * account other than `accountId`.
 */
export async function hasAccountWithEmail(
  tx: Tx,
  email: string,
  now: Date,
  accountId?: string,
): Promise<boolean> {
  const row = await tx.selectFrom('account').select('id').where('email', '=', email).executeTakeFirst()
  return row !== undefined || (await isEmailReserved(tx, email, now, accountId))
}

/** Inserts an account. @returns false if the email address is in use or reserved; the caller must then roll back */
export async function createAccountRow(
  tx: Tx,
  account: {
    id: string
    email: string
    name: string
    passwordHash: string
    organizationId: string
    isOrganizationAdministrator: boolean
    membership: 'active' | 'waiting'
    /** Whether the address is verified: the owner has used a secret that was mailed to it. */
    isVerified: boolean
    mustChangePassword: boolean
    language: Language
    now: Date
  },
): Promise<boolean> {
  const row = await tx
    .insertInto('account')
    .values({
      id: account.id,
      email: account.email,
      name: account.name,
      password_hash: account.passwordHash,
      organization_id: account.organizationId,
      is_organization_administrator: account.isOrganizationAdministrator,
      membership: account.membership,
      email_verified_at: account.isVerified ? account.now : null,
      must_change_password: account.mustChangePassword,
      language: account.language,
      created_at: account.now,
      updated_at: account.now,
    })
    .onConflict((oc) => oc.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  // The insert waits for a concurrent email change that frees and reserves this address. A check before the insert would
  // miss that reservation.
  return row !== undefined && !(await isEmailReserved(tx, account.email, account.now))
}

/** An account that can receive a mailed code. */
export type CodeOwner = {
  id: string
  name: string
  email: string
  language: Language
  email_verified_at: string | null
  membership: 'active' | 'waiting'
  organization_id: string
  organization_name: string
}

/** Finds the account to which a code can be mailed. Excludes disabled accounts and accounts of banned organizations. */
export function findCodeOwner(tx: Tx, email: string): Promise<CodeOwner | undefined> {
  return codeOwners(tx)
    .where('a.email', '=', email)
    .where('a.disabled_at', 'is', null)
    .where('o.banned_at', 'is', null)
    .executeTakeFirst()
}

/** Finds an account that is not deleted, as the owner of a code. */
export function findCodeOwnerById(tx: Tx, id: string): Promise<CodeOwner | undefined> {
  return codeOwners(tx).where('a.id', '=', id).executeTakeFirst()
}

function codeOwners(tx: Tx) {
  return tx
    .selectFrom('account as a')
    .innerJoin('organization as o', 'o.id', 'a.organization_id')
    .select(['a.id', 'a.name', 'a.email', 'a.language', 'a.email_verified_at', 'a.membership'])
    .select(['o.id as organization_id', 'o.name as organization_name'])
    .where('a.deleted_at', 'is', null)
    .where('o.deleted_at', 'is', null)
    .$castTo<CodeOwner>()
}

/** Inserts a code, and deletes older ones of the account with the same purpose. */
export async function replaceCode(
  tx: Tx,
  code: {
    sha256: Buffer
    accountId: string
    purpose: CodePurpose
    email: string
    now: Date
    expiresAt: Date
  },
): Promise<void> {
  await tx
    .deleteFrom('email_code')
    .where('account_id', '=', code.accountId)
    .where('purpose', '=', code.purpose)
    .execute()
  await tx
    .insertInto('email_code')
    .values({
      code_sha256: code.sha256,
      account_id: code.accountId,
      purpose: code.purpose,
      email: code.email,
      created_at: code.now,
      expires_at: code.expiresAt,
    })
    .execute()
}

/** Returns whether `redeemCode` would accept a code of this purpose now. */
export async function isValidCode(db: Db, sha256: Buffer, purpose: CodePurpose, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('email_code as c')
    .innerJoin('account as a', (join) =>
      join.onRef('a.id', '=', 'c.account_id').onRef('a.email', '=', 'c.email'),
    )
    .innerJoin('organization as o', 'o.id', 'a.organization_id')
    .select('c.account_id')
    .where('c.code_sha256', '=', sha256)
    .where('c.purpose', '=', purpose)
    .where('c.used_at', 'is', null)
    .where('c.expires_at', '>', now.toISOString())
    .where('a.deleted_at', 'is', null)
    .where('o.deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Counts the active API keys that the owner of a code created. */
export async function countKeysOfCode(db: Db | Tx, sha256: Buffer, now: Date): Promise<number> {
  const row = await db
    .selectFrom('email_code')
    .select(countKeysCreatedBy(sql.ref('email_code.account_id'), now).as('keys'))
    .where('code_sha256', '=', sha256)
    .executeTakeFirstOrThrow()
  return row.keys
}

/**
 * Marks a code as used. One of two concurrent uses succeeds.
 * @returns the owner; undefined if the code is unknown, used, expired, for another purpose, or was mailed to a former
 *   email address of the account
 */
export async function redeemCode(
  tx: Tx,
  sha256: Buffer,
  purpose: CodePurpose,
  now: Date,
): Promise<CodeOwner | undefined> {
  const code = await tx
    .updateTable('email_code')
    .set({ used_at: now })
    .where('code_sha256', '=', sha256)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning(['account_id', 'email'])
    .executeTakeFirst()
  if (!code) return undefined
  return codeOwners(tx)
    .where('a.id', '=', code.account_id)
    .where('a.email', '=', code.email)
    .executeTakeFirst()
}

/**
 * Marks the email address of an account as verified. For an administrator, also marks the organization as verified.
 * @returns whether the call has verified the organization, which was not verified before
 */
export async function updateEmailVerified(tx: Tx, owner: CodeOwner, now: Date): Promise<boolean> {
  const account = await tx
    .updateTable('account')
    .set({ email_verified_at: now, updated_at: now })
    .where('id', '=', owner.id)
    .returning('is_organization_administrator')
    .executeTakeFirst()
  if (!account?.is_organization_administrator) return false
  const organization = await tx
    .updateTable('organization')
    .set({ verified_at: now })
    .where('id', '=', owner.organization_id)
    .where('verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return organization !== undefined
}

/** Sets the hash of a password that the user has chosen. */
export async function updatePassword(
  tx: Tx,
  accountId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('account')
    .set({
      password_hash: passwordHash,
      must_change_password: false,
      password_changed_at: now,
      updated_at: now,
    })
    .where('id', '=', accountId)
    .execute()
}

/** An administrator who receives mails about the organization. */
export type MailRecipient = { id: string; email: string; name: string; language: Language }

/** Returns the enabled, verified administrators of an organization. */
export function listAdministrators(tx: Tx, organizationId: string): Promise<MailRecipient[]> {
  return tx
    .selectFrom('account')
    .select(['id', 'email', 'name', 'language'])
    .where('organization_id', '=', organizationId)
    .where('is_organization_administrator', '=', true)
    .where('membership', '=', 'active')
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('email_verified_at', 'is not', null)
    .orderBy('email')
    .$castTo<MailRecipient>()
    .execute()
}
