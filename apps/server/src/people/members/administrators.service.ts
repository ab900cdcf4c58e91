import type { Tx } from '../../platform/db/database.ts'
import { listAdministratorIds, lockMembers } from './members.queries.ts'

/**
 * Ids of the enabled administrators of an organization. The members are locked until the end of the transaction, so that
 * decisions based on this list remain valid.
 */
export async function lockAdministrators(tx: Tx, scope: { organization: { id: string } }): Promise<string[]> {
  await lockMembers(tx, scope)
  return await listAdministratorIds(tx, scope)
}
