import {
  canPartyAddFiles,
  canReview,
  type FileRole,
  fileRemovalStatuses,
  fileRoles,
  isAssignable,
  isPaused,
  isReviewMissing,
  keysOf,
  labFileRoles,
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
  type ReviewAction,
  reviewTransitions,
  shareStatuses,
} from '@pontic/contract'
import type { ComponentType } from 'react'
import { hasPermission, type Visitor } from '../../../frame/screens.ts'
import type { IconProps } from '../../../ui/icon.tsx'
import {
  IconArrowBackUp,
  IconCalendarEvent,
  IconCalendarQuestion,
  IconCheck,
  IconClockX,
  IconDental,
  IconEyeCheck,
  IconEyeOff,
  IconMessage2,
  IconPackageOff,
  IconPencil,
  IconRotateClockwise,
  IconSend,
  IconTrash,
  IconTruckDelivery,
  IconUserCheck,
  IconX,
} from '../../../ui/icons.ts'

/** The buttons of a design review, with the actions of its transition table. */
const reviewButtons = {
  requestReview: 'request',
  judgeReview: 'approve',
  withdrawReview: 'withdraw',
  waiveReview: 'waive',
} as const satisfies Record<string, ReviewAction>

/** Actions on a case that have a button: those of the two transition tables, and five calls without a transition. */
export type CaseAction =
  | Exclude<OrderAction, 'finishUpload'>
  | 'cancelSend'
  | 'edit'
  | 'prescribe'
  | 'assign'
  | 'answerDay'
  | keyof typeof reviewButtons

/** The id of the part of a case’s page in which the clinic reviews the design. */
export const reviewAnchor = 'review'

/** An action that the visitor may run now. `isDeferred`: the server runs it once the upload is done. */
export type OfferedAction = { readonly action: CaseAction; readonly isDeferred: boolean }

/** The fields of the session that decide the visitor's party and permissions. */
export type CaseVisitor = Visitor & { readonly organization_id: string }

/** Returns the visitor's party in a case; undefined for individuals, the platform and other organizations. */
export function partyOf(order: Order, visitor: CaseVisitor): Party | undefined {
  if (visitor.organization_id === order.clinicId) return 'clinic'
  return visitor.organization_id === order.labId ? 'lab' : undefined
}

/** Lists the actions that the transition table and the permission matrix allow the visitor now, in the order of their buttons. */
export function listCaseActions(order: Order, visitor: CaseVisitor): OfferedAction[] {
  const party = partyOf(order, visitor)
  if (party === undefined || order.isWithdrawn) return []
  const offered = orderActions.flatMap((action): OfferedAction[] => {
    const row: OrderTransition = orderTransitions[action]
    if (action === 'finishUpload' || row.automatic || !hasPermission(visitor, row.permission)) return []
    const timing = orderActionTiming(action, { status: order.status, party, isLabGone: order.isLabGone })
    if (timing === undefined || !isPossible(action, order)) return []
    return [{ action, isDeferred: timing === 'deferred' }]
  })
  if (order.isSendWaiting && party === 'clinic' && hasPermission(visitor, orderTransitions.send.permission))
    offered.push({ action: 'cancelSend', isDeferred: false })
  for (const action of keysOf(reviewButtons)) {
    const name = reviewButtons[action]
    if (canReview(name, order, party) && hasPermission(visitor, reviewTransitions[name].permission))
      offered.push({ action, isDeferred: false })
  }
  if (canAssign(order, visitor)) offered.push({ action: 'assign', isDeferred: false })
  if (order.proposedOn !== null && party === 'clinic' && hasPermission(visitor, 'order.send'))
    offered.push({ action: 'answerDay', isDeferred: false })
  if (canEdit(order, visitor)) {
    offered.push({ action: 'edit', isDeferred: false }, { action: 'prescribe', isDeferred: false })
  }
  return offered.sort((one, other) => buttonOrder.indexOf(one.action) - buttonOrder.indexOf(other.action))
}

/** The icons of the actions, in the order of the buttons: first actions that advance the case, last those that remove it. */
export const actionIcons: Readonly<Record<CaseAction, ComponentType<IconProps>>> = {
  send: IconSend,
  accept: IconCheck,
  ship: IconTruckDelivery,
  complete: IconCheck,
  answerDay: IconCalendarQuestion,
  judgeReview: IconEyeCheck,
  requestReview: IconEyeCheck,
  assign: IconUserCheck,
  moveDay: IconCalendarEvent,
  prescribe: IconDental,
  edit: IconPencil,
  remark: IconMessage2,
  declareNoScans: IconPackageOff,
  withdrawReview: IconEyeOff,
  waiveReview: IconEyeOff,
  cancelSend: IconClockX,
  recall: IconArrowBackUp,
  reject: IconX,
  remake: IconRotateClockwise,
  discard: IconTrash,
}
const buttonOrder = Object.keys(actionIcons)

// Checks the conditions beyond the transition table: a deferred send, an open question, a missing design review, and existing files.
function isPossible(action: OrderAction, order: Order): boolean {
  if (action === 'send') return !order.isSendWaiting
  if (isPaused(action, order) || (action === 'ship' && isReviewMissing(order))) return false
  return action !== 'declareNoScans' || order.filesTotal === 0
}

/** Whether the visitor may assign technicians of their laboratory to a case. */
export const canAssign = (order: Order, visitor: CaseVisitor): boolean =>
  partyOf(order, visitor) === 'lab' &&
  !order.isWithdrawn &&
  isAssignable(order.status) &&
  hasPermission(visitor, 'order.assign')

/** Whether the visitor may edit the clinic's fields and the prescription now: before the case is sent and after a rejection. */
export function canEdit(order: Order, visitor: CaseVisitor): boolean {
  if (partyOf(order, visitor) !== 'clinic' || !hasPermission(visitor, 'order.create')) return false
  return orderEditStatuses.some((status) => status === order.status)
}

/** Whether the visitor may download files of a case. Their organization has to be a party, and a file has to be verified. */
export const canDownload = (order: Order, visitor: CaseVisitor): boolean =>
  partyOf(order, visitor) !== undefined && order.hasFiles && hasPermission(visitor, 'file.read')

/** Whether the visitor may add files to a case (rules §7). */
export function canAddFiles(order: Order, visitor: CaseVisitor): boolean {
  const party = partyOf(order, visitor)
  if (party === undefined || order.isWithdrawn || !hasPermission(visitor, 'file.write')) return false
  return canPartyAddFiles(party, order)
}

/**
 * Whether the visitor may remove a file, which has to be of their own party. A verified file can be removed only in the party's
 * `fileRemovalStatuses`, any other file in any status of the case (rules §7).
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

/** Returns the roles that the visitor may assign to files of their party. */
export const rolesFor = (order: Order, visitor: CaseVisitor): readonly FileRole[] =>
  partyOf(order, visitor) === 'lab' ? labFileRoles : fileRoles

/** Whether the visitor may delete the contents of the clinic's files (`files.release`). The status of the case is not checked. */
export const canReleaseFiles = (order: Order, visitor: CaseVisitor): boolean =>
  partyOf(order, visitor) === 'clinic' && hasPermission(visitor, 'file.release')

/** Whether the visitor may share a case of their clinic with individuals. The case has to be `uploaded` or later. */
export const canShareWithIndividuals = (order: Order, visitor: CaseVisitor): boolean =>
  partyOf(order, visitor) === 'clinic' &&
  hasPermission(visitor, 'order.share') &&
  shareStatuses.some((status) => status === order.status)

/** Whether the visitor may create preview links of a case. */
export const canCreatePreviewLinks = (order: Order, visitor: CaseVisitor): boolean =>
  partyOf(order, visitor) !== undefined && hasPermission(visitor, 'file.share')

/** Whether the visitor may write messages, questions and answers. */
export const canWriteMessages = (visitor: CaseVisitor): boolean =>
  hasPermission(visitor, 'conversation.write')

/** Whether the visitor may create cases. */
export const canCreateCase = (visitor: CaseVisitor): boolean => hasPermission(visitor, 'order.create')

// The action that advances a case from each status.
const nextActions: Readonly<Record<OrderStatus, CaseAction | undefined>> = {
  scanned: 'send',
  uploaded: 'send',
  rejected: 'send',
  pending: 'accept',
  accepted: 'ship',
  shipped: 'complete',
  completed: undefined,
}

/**
 * Finds the action that advances the case among the allowed ones. The page shows it as the filled button. The clinic first answers a
 * proposed delivery day, then reviews a design. A case that waits for a review advances with the request for it.
 */
export function nextActionOf(order: Order, offered: readonly OfferedAction[]): OfferedAction | undefined {
  const find = (name: CaseAction | undefined) => offered.find(({ action }) => action === name)
  return (
    find('answerDay') ??
    find('judgeReview') ??
    find(nextActions[order.status]) ??
    (isReviewMissing(order) ? find('requestReview') : undefined)
  )
}
