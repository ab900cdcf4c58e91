import { CallError } from '@pontic/client'
import type { Order, Permission } from '@pontic/contract'
import { portal } from '../../../frame/session.ts'
import { startDownload } from '../../../ui/download.ts'
import { type CaseVisitor, canDownload, listCaseActions } from '../actions/order-actions.ts'

/** What can be done with several cases at once. */
export type BulkAction = 'send' | 'accept' | 'download'

/** How a case of a bulk action stands; `message` is a whole sentence in the reader's language, where there is one. */
export type BulkOutcome =
  | { readonly state: 'waiting' | 'running' | 'done' }
  | { readonly state: 'unfit' }
  | { readonly state: 'failed'; readonly message: string }

/** Whether an action fits a case now, for this person: the same answer as the case's own button. */
export function fitsBulk(action: BulkAction, order: Order, visitor: CaseVisitor): boolean {
  if (action === 'download') return canDownload(order, visitor)
  return listCaseActions(order, visitor).some((offered) => offered.action === action)
}

/** What a bulk action is told for all of its cases, and for each by its id. */
export type BulkInput = { labId: string | null; operator: string; days: Readonly<Record<string, string>> }

async function act(
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

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('')

/**
 * Takes an action on one case after the other; one that is refused does not stop the rest.
 * @param tell hears how each stands
 */
export async function runBulk(
  action: BulkAction,
  orders: readonly Order[],
  input: BulkInput,
  tell: (orderId: string, outcome: BulkOutcome) => void,
): Promise<void> {
  for (const order of orders) {
    tell(order.id, { state: 'running' })
    try {
      await act(action, order, input, newKey())
      tell(order.id, { state: 'done' })
    } catch (error) {
      if (!(error instanceof CallError)) console.error(error)
      tell(order.id, { state: 'failed', message: error instanceof CallError ? error.message : '' })
    }
  }
}

/** The permission that a bulk action needs, as its call has it. */
export const bulkPermissions = {
  send: 'order.send',
  accept: 'order.accept',
  download: 'file.read',
} as const satisfies Record<BulkAction, Permission>
