import { CallError } from '@pontic/client'
import type { Order, Permission } from '@pontic/contract'
import { randomKey } from '../../../frame/api.ts'
import { portal } from '../../../frame/session.ts'
import { startDownload } from '../../../ui/download.ts'
import {
  type CaseVisitor,
  canAssign,
  canDownload,
  listCaseActions,
  partyOf,
} from '../actions/order-actions.ts'

/** Actions that a dialog runs on several cases at once. */
export type BulkAction = 'send' | 'accept' | 'ship' | 'assign' | 'download'

/**
 * The state of a case in a bulk action. `unfit`: the case does not allow the action. `message`: a sentence in the user's
 * language, or empty. `isFinal`: the case has changed, so that the action would fail again.
 */
export type BulkOutcome =
  | { readonly state: 'waiting' | 'running' | 'done' }
  | { readonly state: 'unfit' }
  | { readonly state: 'failed'; readonly message: string; readonly isFinal: boolean }

/** Whether the visitor may run an action on a case, by the same rule as for the buttons of a single case. */
export function isBulkActionAllowed(
  action: BulkAction | 'print',
  order: Order,
  visitor: CaseVisitor,
): boolean {
  if (action === 'download') return canDownload(order, visitor)
  if (action === 'print') return partyOf(order, visitor) !== undefined && !order.isWithdrawn
  if (action === 'assign') return canAssign(order, visitor)
  return listCaseActions(order, visitor).some((offered) => offered.action === action)
}

/**
 * The input of a bulk action. `days` has the delivery day and `numbers` the tracking number of each order id. The other fields apply
 * to all cases.
 */
export type BulkInput = {
  labId: string | null
  operator: string
  days: Readonly<Record<string, string>>
  carrier: string
  numbers: Readonly<Record<string, string>>
  technicianId: string | null
}

async function runOne(
  action: Exclude<BulkAction, 'assign'>,
  order: Order,
  input: BulkInput,
  keyOf: (body: object) => { idempotencyKey: string },
): Promise<void> {
  const target = { id: order.id, version: order.version }
  if (action === 'send') {
    const body = { ...target, labId: input.labId ?? '' }
    await portal.call('orders.send', { body }, keyOf(body))
  } else if (action === 'accept') {
    const body = { ...target, deliveryOn: input.days[order.id] ?? '', operator: input.operator }
    await portal.call('orders.accept', { body }, keyOf(body))
  } else if (action === 'ship') {
    const number = input.numbers[order.id]?.trim() ?? ''
    const parcel = { expressNumber: number || null, withoutNumber: number === '', carrier: input.carrier }
    const body = { ...target, ...parcel }
    await portal.call('orders.ship', { body }, keyOf(body))
  } else {
    const { path } = await portal.call('files.createTicket', { body: { id: order.id } })
    startDownload(path)
  }
}

// A call with the same input repeats its key, so that a try after a lost reply does not run twice.
const keys = new Map<string, string>()

function keyFor(input: object): { idempotencyKey: string } {
  const name = JSON.stringify(input)
  const idempotencyKey = keys.get(name) ?? randomKey()
  keys.set(name, idempotencyKey)
  return { idempotencyKey }
}

const finalErrors: readonly string[] = [
  'order.changed',
  'order.wrong_status',
  'order.not_found',
  'order.on_hold',
  'partner.required',
  'partner.banned',
]

function toFailure(error: unknown): BulkOutcome {
  if (!(error instanceof CallError)) {
    console.error(error)
    return { state: 'failed', message: '', isFinal: false }
  }
  const [field] = Object.values(error.fields ?? {})
  const message = field === undefined ? error.message : field
  return { state: 'failed', message, isFinal: finalErrors.includes(error.key) }
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
  if (action === 'assign') return await assignAll(orders, input, onOutcome)
  for (const order of orders) {
    onOutcome(order.id, { state: 'running' })
    try {
      await runOne(action, order, input, keyFor)
      onOutcome(order.id, { state: 'done' })
    } catch (error) {
      onOutcome(order.id, toFailure(error))
    }
  }
}

async function assignAll(
  orders: readonly Order[],
  { technicianId }: BulkInput,
  onOutcome: (orderId: string, outcome: BulkOutcome) => void,
): Promise<void> {
  for (const { id } of orders) onOutcome(id, { state: 'running' })
  const body = { ids: orders.map(({ id }) => id), technicianId }
  try {
    const { list } = await portal.call('orders.assign', { body }, keyFor(body))
    for (const { id, message } of list)
      onOutcome(id, message === null ? { state: 'done' } : { state: 'failed', message, isFinal: true })
  } catch (error) {
    for (const { id } of orders) onOutcome(id, toFailure(error))
  }
}

/** The permission of each action's call. */
export const bulkPermissions = {
  send: 'order.send',
  accept: 'order.accept',
  ship: 'order.ship',
  assign: 'order.assign',
  download: 'file.read',
  print: 'order.read',
} as const satisfies Record<BulkAction | 'print', Permission>
