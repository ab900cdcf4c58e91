import type { BoardBy, BoardColumn, Order } from '@pontic/contract'
import { type CaseAction, type CaseVisitor, listCaseActions } from '../actions/order-actions.ts'

/** What a move of a card to another column means. `assign` has no dialog; `day` is the day with which a dialog starts. */
export type CardMove = { readonly action: CaseAction; readonly day?: string }

const undroppable: readonly string[] = ['late', 'undated']

/**
 * Returns the action that moves a case to a column of the board. A pending case is accepted for the day, an accepted one is moved to
 * it. Between statuses the case takes the action of the status, and between technicians it is assigned.
 * @returns undefined if the user may not move the case there
 */
export function findMove(
  by: BoardBy,
  order: Order,
  to: Pick<BoardColumn, 'key' | 'day'>,
  visitor: CaseVisitor,
): CardMove | undefined {
  const found = actionTo(by, order, to)
  const isOffered = listCaseActions(order, visitor).some(({ action }) => action === found?.action)
  return isOffered ? found : undefined
}

function actionTo(
  by: BoardBy,
  order: Order,
  { key, day }: Pick<BoardColumn, 'key' | 'day'>,
): CardMove | undefined {
  if (by === 'technician') return { action: 'assign' }
  if (by === 'status') {
    if (order.status === 'pending' && key === 'accepted') return { action: 'accept' }
    return order.status === 'accepted' && key === 'shipped' ? { action: 'ship' } : undefined
  }
  if (undroppable.includes(key)) return undefined
  const action = order.status === 'pending' ? 'accept' : 'moveDay'
  return day === null ? { action } : { action, day }
}
