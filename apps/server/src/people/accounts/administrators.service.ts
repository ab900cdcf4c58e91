import type { Tx } from '../../platform/db/database.ts'

/**
 * Ids of the enabled administrators of an organization. The members are locked until the end of the transaction, so that
 * decisions based on this list remain valid.
 */
export async function lockAdministrators(tx: Tx, scope: { organization: { id: string } }): Promise<string[]> {
  await lockMembers(tx, scope)
  return await listAdministratorIds(tx, scope)
}

/**
 * Locks the members of an organization until the end of the transaction, so that checks about its administrators remain valid.
 * Rows that refer to the organization are not locked.
 */
export async function lockMembers(tx: Tx, scope: { organization: { id: string } }): Promise<void> {
  await tx
    .selectFrom('organization')
    .select('id')
    .where('id', '=', scope.organization.id)
    .forNoKeyUpdate()
    .execute()
}

/** Ids of the enabled administrators of the caller's organization who can sign in. */
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
