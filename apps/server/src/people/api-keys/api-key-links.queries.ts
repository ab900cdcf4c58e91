import type { Db, Tx } from '../../platform/db/database.ts'

/** A link that revokes a key, with the key and the administrator to whom it was mailed. */
export type ApiKeyLinkRow = {
  api_key_id: string
  expires_at: string
  used_at: string | null
  key_account_id: string
  key_name: string
  key_created_at: string
  created_by_name: string
  key_expires_at: string
  revoked_at: string | null
  organization_id: string
  organization_name: string
  reader_id: string
  reader_name: string
}

/** Inserts the revoke link for one administrator. */
export async function createKeyLink(
  tx: Tx,
  link: { sha256: Buffer; keyId: string; accountId: string; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('api_key_link')
    .values({
      code_sha256: link.sha256,
      api_key_id: link.keyId,
      account_id: link.accountId,
      expires_at: link.expiresAt,
    })
    .execute()
}

function keyLinks(db: Db | Tx, sha256: Buffer) {
  return db
    .selectFrom('api_key_link as l')
    .innerJoin('api_key as k', 'k.id', 'l.api_key_id')
    .innerJoin('organization as o', 'o.id', 'k.organization_id')
    .innerJoin('account as a', (join) =>
      join.onRef('a.id', '=', 'l.account_id').onRef('a.organization_id', '=', 'k.organization_id'),
    )
    .select(['l.api_key_id', 'l.expires_at', 'l.used_at'])
    .select(['k.account_id as key_account_id', 'k.name as key_name', 'k.created_at as key_created_at'])
    .select(['k.created_by_name', 'k.expires_at as key_expires_at', 'k.revoked_at'])
    .select(['o.id as organization_id', 'o.name as organization_name'])
    .select(['a.id as reader_id', 'a.name as reader_name'])
    .where('l.code_sha256', '=', sha256)
    .where('a.is_organization_administrator', '=', true)
    .where('a.disabled_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .where('o.deleted_at', 'is', null)
}

/** Finds the link with this code, unless its recipient is no longer an enabled administrator of the organization. */
export function findKeyLink(db: Db | Tx, sha256: Buffer): Promise<ApiKeyLinkRow | undefined> {
  return keyLinks(db, sha256).executeTakeFirst()
}

/** Finds the link with this code and locks its row and the key, so that concurrent uses run one after the other. */
export function lockKeyLink(tx: Tx, sha256: Buffer): Promise<ApiKeyLinkRow | undefined> {
  return keyLinks(tx, sha256).forUpdate(['l', 'k']).executeTakeFirst()
}

/** Marks a link as used. */
export async function updateKeyLinkUsed(tx: Tx, sha256: Buffer, now: Date): Promise<void> {
  await tx.updateTable('api_key_link').set({ used_at: now }).where('code_sha256', '=', sha256).execute()
}
