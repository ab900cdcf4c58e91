import type { Tx } from '../../platform/db/database.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import type { PartyOrder } from '../access/party-order.service.ts'

/** Notifies the open pages of both sides that the conversation or the pins have changed. Takes effect at the commit. */
export async function notifyConversationChange(
  tx: Tx,
  order: Pick<PartyOrder, 'id' | 'clinicId' | 'labId'>,
): Promise<void> {
  const organizationIds = [order.clinicId, order.labId].filter((id) => id !== null)
  await notifyChange(tx, { feature: 'conversation', id: order.id, organizationIds })
}
