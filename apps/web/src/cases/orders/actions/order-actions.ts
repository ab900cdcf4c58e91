import {
  type FileRole,
  fileRemovalStatuses,
  fileRoles,
  isHeld,
  labFileRoles,
  mayAddFiles,
  type Order,
  type OrderAction,
  type OrderFile,
  type OrderStatus,
  type OrderTransition,
  orderActions,
  orderActionTiming,
  orderEditStatuses,
  orderTransitions,
  type Party,
  shareStatuses,
} from '@pontic/contract'
import { hasPermission, type Visitor } from '../../../frame/screens.ts'

/** What every dialog of an action is given. `onGone`: the case is no longer there to be shown. */
export type ActionDialogProps = {
  order: Order
  isOpen: boolean
  onClose: () => void
  onGone?: () => void
}

/** What somebody can do with a case by a button: the actions of the transition table, and two calls beside it. */
export type CaseAction = Exclude<OrderAction, 'finishUpload'> | 'cancelSend' | 'edit' | 'prescribe'

/** An action that is open to this person now. `isDeferred`: it is kept and happens when the upload is done. */
export type OfferedAction = { readonly action: CaseAction; readonly isDeferred: boolean }

/** What of the session says which side of a case somebody is on. */
export type CaseVisitor = Visitor & { readonly organization_id: string }

/** The side of a case that somebody is on; undefined for those who only look at it (a person, the platform). */
export function partyOf(order: Order, visitor: CaseVisitor): Party | undefined {
  if (visitor.organization_id === order.clinicId) return 'clinic'
  return visitor.organization_id === order.labId ? 'lab' : undefined
}

/** Everything that somebody may do with a case now, by the transition table and the permission matrix alone. */
export function listCaseActions(order: Order, visitor: CaseVisitor): OfferedAction[] {
  const party = partyOf(order, visitor)
  if (party === undefined || order.isWithdrawn) return []
  const offered = orderActions.flatMap((action): OfferedAction[] => {
    const row: OrderTransition = orderTransitions[action]
    if (row.automatic || !hasPermission(visitor, row.permission)) return []
    const verdict = orderActionTiming(action, { status: order.status, party, isLabGone: order.isLabGone })
    if (verdict === undefined || !fits(action, order)) return []
    return [{ action: action as CaseAction, isDeferred: verdict === 'deferred' }]
  })
  if (order.isSendWaiting && party === 'clinic' && hasPermission(visitor, orderTransitions.send.permission))
    offered.push({ action: 'cancelSend', isDeferred: false })
  if (canEdit(order, visitor)) {
    offered.push({ action: 'edit', isDeferred: false }, { action: 'prescribe', isDeferred: false })
  }
  return offered.sort((one, other) => places.indexOf(one.action) - places.indexOf(other.action))
}

// Where each stands: what moves a case first, then what corrects it, at the end what takes it away.
const places: readonly CaseAction[] = [
  'send',
  'accept',
  'ship',
  'complete',
  'prescribe',
  'edit',
  'remark',
  'declareNoScans',
  'cancelSend',
  'recall',
  'reject',
  'remake',
  'discard',
]

// What the table does not know: a send that waits already, a question that waits for its answer, and files that contradict
// "without scans".
function fits(action: OrderAction, order: Order): boolean {
  if (action === 'send') return !order.isSendWaiting
  if (isHeld(action, order)) return false
  return action !== 'declareNoScans' || order.filesTotal === 0
}

/** Whether the clinic's fields can be corrected: while the case is with the clinic. */
export function canEdit(order: Order, visitor: CaseVisitor): boolean {
  if (partyOf(order, visitor) !== 'clinic' || !hasPermission(visitor, 'order.create')) return false
  return orderEditStatuses.some((status) => status === order.status)
}

/** Whether a party may download the files of a case: as soon as one of them has arrived whole. */
export const canDownload = (order: Order, visitor: CaseVisitor): boolean =>
  partyOf(order, visitor) !== undefined && order.hasFiles && hasPermission(visitor, 'file.read')

/** Whether somebody may add files to a case now (rules §7). */
export function canAddFiles(order: Order, visitor: CaseVisitor): boolean {
  const party = partyOf(order, visitor)
  if (party === undefined || order.isWithdrawn || !hasPermission(visitor, 'file.write')) return false
  return mayAddFiles(party, order)
}

/**
 * Whether somebody may take a file out of a case: his own side's, while the case is with him; what never became whole can
 * always go (rules §7).
 */
export function canRemoveFile(
  order: Order,
  file: Pick<OrderFile, 'party' | 'state'>,
  visitor: CaseVisitor,
): boolean {
  if (partyOf(order, visitor) !== file.party || !hasPermission(visitor, 'file.write')) return false
  return (
    file.state !== 'verified' || fileRemovalStatuses[file.party].some((status) => status === order.status)
  )
}

/** Roles that somebody may give to his files of a case. */
export const rolesFor = (order: Order, visitor: CaseVisitor): readonly FileRole[] =>
  partyOf(order, visitor) === 'lab' ? labFileRoles : fileRoles

/** Whether somebody may release files of a case: of his own clinic’s. */
export const canReleaseFiles = (order: Order, visitor: CaseVisitor): boolean =>
  partyOf(order, visitor) === 'clinic' && hasPermission(visitor, 'file.release')

/** Whether somebody may share a case with individuals: his own clinic’s, once its scans have arrived. */
export const canSharePersonally = (order: Order, visitor: CaseVisitor): boolean =>
  partyOf(order, visitor) === 'clinic' &&
  hasPermission(visitor, 'order.share') &&
  shareStatuses.some((status) => status === order.status)

/** Whether somebody may make a preview link of a case. */
export const canShare = (order: Order, visitor: CaseVisitor): boolean =>
  partyOf(order, visitor) !== undefined && hasPermission(visitor, 'file.share')

/** Whether somebody takes part in conversations: he writes, asks and answers where his side is a party. */
export const mayWriteIn = (visitor: CaseVisitor): boolean => hasPermission(visitor, 'conversation.write')

/** Whether somebody may register cases. */
export const canCreateCase = (visitor: CaseVisitor): boolean => hasPermission(visitor, 'order.create')

// What brings a case on its way; only shown to whom the table offers it.
const wayOn: Readonly<Record<OrderStatus, CaseAction | undefined>> = {
  scanned: 'send',
  uploaded: 'send',
  rejected: 'send',
  pending: 'accept',
  accepted: 'ship',
  shipped: 'complete',
  completed: undefined,
}

/** The one action that is due next from this person: the filled button. */
export const nextActionOf = (order: Order, offered: readonly OfferedAction[]): OfferedAction | undefined =>
  offered.find(({ action }) => action === wayOn[order.status])
