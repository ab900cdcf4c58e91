import { CallError } from '@pontic/client'
import type { Order, Permission } from '@pontic/contract'
import { randomKey } from '../../../frame/api.ts'
import { portal } from '../../../frame/session.ts'
import { startDownload } from '../../../ui/download.ts'
import { type CaseVisitor, canDownload, listCaseActions } from '../actions/order-actions.ts'

/** Actions that can run on several cases at once. */
export type BulkAction = 'send' | 'accept' | 'download'

/**
 * The state of a case in a bulk action. `unfit`: the case does not allow the action. `message`: a sentence in the user's
 * language, or empty.
 */
export type BulkOutcome =
  | { readonly state: 'waiting' | 'running' | 'done' }
  | { readonly state: 'unfit' }
  | { readonly state: 'failed'; readonly message: string }

/** Whether the visitor may run an action on a case, by the same rule as for the buttons of a single case. */
export function isBulkActionAllowed(action: BulkAction, order: Order, visitor: CaseVisitor): boolean {
  if (action === 'download') return canDownload(order, visitor)
  return listCaseActions(order, visitor).some((offered) => offered.action === action)
}

/** The input of a bulk action. `labId` and `operator` apply to all cases; `days` has the delivery day of each order id. */
type BulkInput = { labId: string | null; operator: string; days: Readonly<Record<string, string>> }

async function runOne(
  action: BulkAction,
  order: Order,
  input: BulkInput,
  idempotencyKey: string,
): Promise<void> {
  const target = { id: order.id, version: order.version }
  if (action === 'send') {
    await portal.call('orders.send', { body: { ...target, labId: input.labId ?? '' } }, { idempotencyKey })
  } else if (action === 'accept') {
    const deliveryOn = input.days[order.id] ?? ''
    const body = { ...target, deliveryOn, operator: input.operator }
    await portal.call('orders.accept', { body }, { idempotencyKey })
  } else {
    const { path } = await portal.call('files.createTicket', { body: { id: order.id } })
    startDownload(path)
  }
}

/**
 * Runs an action on one case after the other. It continues after a refused case.
 * @param onOutcome called with each new state of a case
 */
export async function runBulkAction(
  action: BulkAction,
  orders: readonly Order[],
  input: BulkInput,
  onOutcome: (orderId: string, outcome: BulkOutcome) => void,
): Promise<void> {
  for (const order of orders) {
    onOutcome(order.id, { state: 'running' })
    try {
      await runOne(action, order, input, randomKey())
      onOutcome(order.id, { state: 'done' })
    } catch (error) {
      if (!(error instanceof CallError)) console.error(error)
      onOutcome(order.id, { state: 'failed', message: error instanceof CallError ? error.message : '' })
    }
  }
}

/** The permission of each action's call. */
export const bulkPermissions = {
  send: 'order.send',
  accept: 'order.accept',
  download: 'file.read',
} as const satisfies Record<BulkAction, Permission>
