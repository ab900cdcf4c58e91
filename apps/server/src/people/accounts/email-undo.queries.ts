import type { Language } from '@pontic/contract'
import type { Db, Tx } from '../../platform/db/database.ts'

/** A link that reverts a change of email address, with the account. */
export type EmailUndoRow = {
  account_id: string
  email: string
  new_email: string
  created_at: string
  expires_at: string
  used_at: string | null
  current_email: string
  name: string
  language: Language
  organization_id: string
  organization_name: string
}

/** Inserts the link that reverts a change of email address. */
export async function createEmailUndo(
  tx: Tx,
  undo: { sha256: Buffer; accountId: string; email: string; newEmail: string; now: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('email_undo')
    .values({
      code_sha256: undo.sha256,
      account_id: undo.accountId,
      email: undo.email,
      new_email: undo.newEmail,
      created_at: undo.now,
      expires_at: undo.expiresAt,
    })
    .execute()
}

function emailUndos(db: Db | Tx, sha256: Buffer) {
  return db
    .selectFrom('email_undo as u')
    .innerJoin('account as a', 'a.id', 'u.account_id')
    .innerJoin('organization as o', 'o.id', 'a.organization_id')
    .select(['u.account_id', 'u.email', 'u.new_email', 'u.created_at', 'u.expires_at', 'u.used_at'])
    .select(['a.email as current_email', 'a.name', 'a.language', 'a.organization_id'])
    .select('o.name as organization_name')
    .where('u.code_sha256', '=', sha256)
    .where('a.deleted_at', 'is', null)
    .where('o.deleted_at', 'is', null)
    .$castTo<EmailUndoRow>()
}

/** Finds the link with this code, unless the account or its organization is deleted. */
export function findEmailUndo(db: Db | Tx, sha256: Buffer): Promise<EmailUndoRow | undefined> {
  return emailUndos(db, sha256).executeTakeFirst()
}

/** Finds the link with this code and locks its row and the account, so that concurrent uses run one after the other. */
export function lockEmailUndo(tx: Tx, sha256: Buffer): Promise<EmailUndoRow | undefined> {
  return emailUndos(tx, sha256).forUpdate(['u', 'a']).executeTakeFirst()
}

/** Marks a link and the links of later changes as used, because the link reverts the later changes too. */
export async function updateEmailUndosUsed(
  tx: Tx,
  undo: Pick<EmailUndoRow, 'account_id' | 'created_at'>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('email_undo')
    .set({ used_at: now })
    .where('account_id', '=', undo.account_id)
    .where('created_at', '>=', undo.created_at)
    .where('used_at', 'is', null)
    .execute()
}

/** Returns whether an email address is reserved, because an account other than `accountId` can still revert to it. */
export async function isEmailReserved(
  tx: Tx,
  email: string,
  now: Date,
  accountId?: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('email_undo')
    .select('account_id')
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .$if(accountId !== undefined, (query) => query.where('account_id', '<>', accountId!))
    .executeTakeFirst()
  return row !== undefined
}

/** Restores the old email address of an account and removes its password. */
export async function restoreEmail(tx: Tx, accountId: string, email: string, now: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ email, email_verified_at: now, password_hash: '!', updated_at: now })
    .where('id', '=', accountId)
    .execute()
}
