import type { Tx } from '../../platform/db/database.ts'

/**
 * Returns the ids of the enabled administrators of an organization, and locks its members until the transaction ends,
 * so that the list stays correct.
 */
export async function lockAdministrators(tx: Tx, scope: { organization: { id: string } }): Promise<string[]> {
  await lockMembers(tx, scope)
  return await listAdministratorIds(tx, scope)
}

/**
 * Serializes changes of an organization's members until the transaction ends, with a lock on the organization's row.
 * Inserts of rows that refer to the organization do not wait for this lock.
 */
export async function lockMembers(tx: Tx, scope: { organization: { id: string } }): Promise<void> {
  await tx
    .selectFrom('organization')
    .select('id')
    .where('id', '=', scope.organization.id)
    .forNoKeyUpdate()
    .execute()
}

/** Returns the ids of the administrators of an organization who can sign in. */
export async function listAdministratorIds(
  tx: Tx,
  scope: { organization: { id: string } },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('account')
    .select('id')
    .where('organization_id', '=', scope.organization.id)
    .where('is_organization_administrator', '=', true)
    .where('membership', '=', 'active')
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('email_verified_at', 'is not', null)
    .execute()
  return rows.map((row) => row.id)
}
