import type { AccountSettings, BusinessType, Language } from '@pontic/contract'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

/**
 * Updates the caller's account. Undefined fields stay unchanged.
 * @param zone IANA name of the device's time zone, which is stored with a new frequency of mails
 */
export async function updateSettings(
  tx: Tx,
  scope: Scope,
  settings: AccountSettings,
  { now, zone }: { now: Date; zone: string },
): Promise<void> {
  const changed = {
    name: settings.name,
    avatar_image_id: settings.avatar,
    location: settings.location,
    license_number: settings.licenseNumber,
    accepts_order_sms: settings.acceptsOrderSms,
    accepts_order_email: settings.acceptsOrderEmail,
    mail_frequency: settings.mailFrequency,
    mail_zone: settings.mailFrequency && zone,
    language: settings.language,
    interface_size: settings.interfaceSize,
    teeth_numbering: settings.teethNumbering,
    time_zone: settings.timeZone,
  }
  const given = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
  await tx
    .updateTable('account')
    .set({ ...given, updated_at: now })
    .where('id', '=', scope.account.id)
    .execute()
}

/**
 * Returns the settings of the caller's account. Locks the row: the second of two concurrent changes of the avatar must
 * read the avatar that the first has set, to mark it as unused.
 */
export function lockSettings(tx: Tx, scope: Scope) {
  return tx
    .selectFrom('account')
    .select([
      'name',
      'avatar_image_id as avatar',
      'location',
      'license_number as licenseNumber',
      'accepts_order_sms as acceptsOrderSms',
      'accepts_order_email as acceptsOrderEmail',
      'mail_frequency as mailFrequency',
      'mail_zone as mailZone',
      'language',
      'interface_size as interfaceSize',
      'teeth_numbering as teethNumbering',
      'time_zone as timeZone',
    ])
    .where('id', '=', scope.account.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Finds the stored password hash of an account. */
export async function findPasswordHash(db: Db | Tx, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.password_hash
}

/** Deletes the codes of links that were mailed to an account. @param purpose all purposes by default */
export async function deleteCodes(tx: Tx, accountId: string, purpose?: 'modify_email'): Promise<void> {
  await tx
    .deleteFrom('email_code')
    .where('account_id', '=', accountId)
    .$if(purpose !== undefined, (query) => query.where('purpose', '=', purpose!))
    .execute()
}

/** Sets or removes the caller's mobile number. Removing the number also turns off SMS about cases. */
export async function updateTelephone(
  tx: Tx,
  scope: Scope,
  telephone: string | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('account')
    .set({ telephone, updated_at: now, ...(telephone === null ? { accepts_order_sms: false } : {}) })
    .where('id', '=', scope.account.id)
    .execute()
}

/** Inserts a code that confirms a new email address, and deletes older such codes of the account. */
export async function replaceEmailCode(
  tx: Tx,
  code: { sha256: Buffer; accountId: string; email: string; now: Date; expiresAt: Date },
): Promise<void> {
  await deleteCodes(tx, code.accountId, 'modify_email')
  await tx
    .insertInto('email_code')
    .values({
      code_sha256: code.sha256,
      account_id: code.accountId,
      purpose: 'modify_email',
      email: code.email,
      created_at: code.now,
      expires_at: code.expiresAt,
    })
    .execute()
}

/** Columns of an account whose email address changes. */
export type EmailChangeAccount = {
  id: string
  name: string
  email: string
  language: Language
  organization_id: string
  organization_name: string
  business_type: BusinessType
}

/** Finds an account and locks its row. Excludes disabled and deleted accounts, and those of banned or deleted organizations. */
export function lockActiveAccount(tx: Tx, accountId: string): Promise<EmailChangeAccount | undefined> {
  return tx
    .selectFrom('account as a')
    .innerJoin('organization as o', 'o.id', 'a.organization_id')
    .select(['a.id', 'a.name', 'a.email', 'a.language', 'a.organization_id'])
    .select(['o.name as organization_name', 'o.business_type'])
    .where('a.id', '=', accountId)
    .where('a.disabled_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .where('o.banned_at', 'is', null)
    .where('o.deleted_at', 'is', null)
    .forUpdate('a')
    .$castTo<EmailChangeAccount>()
    .executeTakeFirst()
}

/**
 * Marks the code that confirms a new email address as used. One of two concurrent uses succeeds.
 * @returns the account and the new email address; undefined if the code is unknown, used or expired
 */
export function redeemEmailChange(
  tx: Tx,
  sha256: Buffer,
  now: Date,
): Promise<{ account_id: string; email: string } | undefined> {
  return tx
    .updateTable('email_code')
    .set({ used_at: now })
    .where('code_sha256', '=', sha256)
    .where('purpose', '=', 'modify_email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning(['account_id', 'email'])
    .executeTakeFirst()
}

/** Sets a new email address, which the user has verified. */
export async function updateEmail(tx: Tx, accountId: string, email: string, now: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ email, email_verified_at: now, updated_at: now })
    .where('id', '=', accountId)
    .execute()
}

/** Row of a session in the user's list of sessions. */
export type SessionListRow = {
  id: string
  user_agent: string
  address: string
  created_at: string
  last_used_at: string
  is_remembered: boolean
}

/**
 * Returns the caller's sessions with a valid token, most recently used first. The current session is always included.
 */
export function listActiveSessions(db: Db | Tx, scope: Scope, now: Date): Promise<SessionListRow[]> {
  return db
    .selectFrom('session as s')
    .select(['s.id', 's.user_agent', 's.address', 's.created_at', 's.last_used_at', 's.is_remembered'])
    .where('s.account_id', '=', scope.account.id)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now.toISOString())
    .where((eb) =>
      eb.or([
        eb('s.id', '=', scope.sessionId),
        eb.exists(
          eb
            .selectFrom('refresh_token as r')
            .select('r.session_id')
            .whereRef('r.session_id', '=', 's.id')
            .where('r.died_at', 'is', null)
            .where('r.expires_at', '>', now.toISOString()),
        ),
        eb.exists(
          eb
            .selectFrom('access_token as t')
            .select('t.session_id')
            .whereRef('t.session_id', '=', 's.id')
            .where('t.expires_at', '>', now.toISOString()),
        ),
      ]),
    )
    .orderBy('s.last_used_at', 'desc')
    .orderBy('s.id', 'desc')
    .execute()
}

/** Finds a session of the caller that is not revoked, and locks its row. */
export function lockOwnSession(tx: Tx, scope: Scope, id: string): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom('session')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', scope.account.id)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}
