import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { Call } from '../../platform/http/handlers.ts'
import {
  lockOrdersWithDeferredSend,
  lockPendingOrders,
  type OrderPair,
} from '../access/order-access.service.ts'
import { applyOrderStep, stepByScope } from '../steps/order-steps.service.ts'
import { getNames } from './order-partners.queries.ts'
import { withoutDeferredSend } from './order-plans.ts'

/**
 * Updates the orders of an ended partnership (rules §8). Pending orders return to the clinic as `uploaded`. Deferred
 * sends that wait for the upload are cancelled. Orders that the laboratory has accepted continue. Must run in the same
 * transaction after the partnership's row was deleted.
 * @returns the number of returned orders
 */
export async function returnPendingOrders(
  { tx, scope }: Call<'tx' | 'scope'>,
  pair: OrderPair,
): Promise<number> {
  const { labId } = pair
  const { lab: note } = await getNames(tx, pair)
  const by = stepByScope(scope)
  const pending = await lockPendingOrders(tx, pair)
  for (const order of pending) {
    const set = { lab_id: null, is_delivery_confirmed: false }
    await applyOrderStep(tx, by, order, { kind: 'return', to: 'uploaded', set, note, labId, lostBy: labId })
  }
  for (const order of await lockOrdersWithDeferredSend(tx, pair)) {
    const { status: to } = order
    await applyOrderStep(tx, by, order, { kind: 'sendFailed', to, set: withoutDeferredSend, note, labId })
  }
  return pending.length
}

/** Counts the pending, accepted and shipped orders between an organization and each of these partners. */
export async function countOpenOrdersByPartner(
  tx: Tx,
  organizationId: string,
  partnerIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select p.id, (select count(*) from orders o
      where o.clinic_id in (${organizationId}::uuid, p.id) and o.lab_id in (${organizationId}::uuid, p.id)
        and o.status in ('pending', 'accepted', 'shipped') and o.discarded_at is null) as count
    from unnest(${[...partnerIds]}::uuid[]) as p (id)`.execute(tx)
  return new Map(rows.map((row) => [row.id, row.count]))
}
