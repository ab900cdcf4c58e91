import type { Tx } from '../../platform/db/database.ts'
import { listAdministratorIds, lockMembers } from './members.queries.ts'

/**
 * Ids of the enabled administrators of an organization. Until the end of the transaction nobody else changes
 * its members: what is judged by this list stays true.
 */
export async function lockAdministrators(tx: Tx, scope: { organization: { id: string } }): Promise<string[]> {
  await lockMembers(tx, scope)
  return await listAdministratorIds(tx, scope)
}
