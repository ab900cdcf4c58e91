import type { Party } from '@pontic/contract'
import { fail } from '../../platform/http/fail.ts'
import type { ReadCall } from '../../platform/http/handlers.ts'
import { findVisibleOrder, type VisibleOrder } from './order-access.service.ts'

/** An order to which the caller's organization is a party. */
export type PartyOrder = VisibleOrder & { party: Party }

/** Returns the order for one of its two parties; undefined for everybody else. */
export async function findPartyOrder(
  call: ReadCall<'scope'>,
  orderId: string,
  options: { forUpdate?: boolean } = {},
): Promise<PartyOrder | undefined> {
  const order = await findVisibleOrder(call, orderId, options)
  if (order?.party !== 'clinic' && order?.party !== 'lab') return undefined
  return { ...order, party: order.party }
}

/** Returns the order for one of its two parties. @throws order.not_found for everybody else */
export async function getPartyOrder(
  call: ReadCall<'scope'>,
  orderId: string,
  options: { forUpdate?: boolean } = {},
): Promise<PartyOrder> {
  return (await findPartyOrder(call, orderId, options)) ?? fail('order.not_found')
}

/** Returns the id of the order's other party; null for a clinic whose order has no laboratory yet. */
export const otherSideOf = (order: PartyOrder): string | null =>
  order.party === 'clinic' ? order.labId : order.clinicId
