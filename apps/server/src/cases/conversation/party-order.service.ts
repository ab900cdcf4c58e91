import type { Party } from '@pontic/contract'
import type { Tx } from '../../platform/db/database.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { ReadCall } from '../../platform/http/handlers.ts'
import { findVisibleOrder, type VisibleOrder } from '../access/order-access.service.ts'

/** An order to which the caller's organization is a party. */
export type PartyOrder = VisibleOrder & { party: Party }

/** Returns the order for one of its two parties. @throws order.not_found for everybody else */
export async function getPartyOrder(
  call: ReadCall<'scope'>,
  orderId: string,
  options: { forUpdate?: boolean } = {},
): Promise<PartyOrder> {
  const order = await findVisibleOrder(call, orderId, options)
  if (order?.party !== 'clinic' && order?.party !== 'lab') fail('order.not_found')
  return { ...order, party: order.party }
}

/** Returns the id of the order's other party; null for a clinic whose order has no laboratory yet. */
export const otherSideOf = (order: PartyOrder): string | null =>
  order.party === 'clinic' ? order.labId : order.clinicId

/** Notifies the open pages of both sides that the conversation or the pins have changed. Takes effect at the commit. */
export async function notifyConversationChange(
  tx: Tx,
  order: Pick<PartyOrder, 'id' | 'clinicId' | 'labId'>,
): Promise<void> {
  const organizationIds = [order.clinicId, order.labId].filter((id) => id !== null)
  await notifyChange(tx, { feature: 'conversation', id: order.id, organizationIds })
}
