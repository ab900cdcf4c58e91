import { keysOf } from '../../keys.ts'
import type { Permission } from '../../permissions.ts'

/** Order statuses (requirement 4.order). `pending` is shown as sent, `accepted` as in production. */
export const orderStatuses = [
  'scanned',
  'uploaded',
  'pending',
  'accepted',
  'shipped',
  'completed',
  'rejected',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** A party to an order. */
export type Party = 'clinic' | 'lab'

/**
 * One row of the transition table.
 * - `to: undefined`: the status stays (remark, remake), or the order is discarded.
 * - `deferredFrom`: in these statuses the action waits until the order is in a status of `from` (rules §5: send before the
 *   upload is done).
 * - `labGoneFrom`: also allowed in these statuses while the lab is banned or deleted.
 * - `automatic`: the server takes the action; no person can.
 */
export type OrderTransition = {
  readonly from: readonly OrderStatus[]
  readonly to?: OrderStatus
  readonly parties: readonly Party[]
  readonly permission: Permission
  readonly deferredFrom?: readonly OrderStatus[]
  readonly labGoneFrom?: readonly OrderStatus[]
  readonly automatic?: true
  /** An open question, which pauses the order, blocks the action (rules §5). */
  readonly waitsForAnswer?: true
}

/** The transition table (rules §5), which server, buttons, docs and tests read. */
export const orderTransitions = {
  finishUpload: {
    from: ['scanned'],
    to: 'uploaded',
    parties: ['clinic'],
    permission: 'file.write',
    automatic: true,
  },
  declareNoScans: { from: ['scanned'], to: 'uploaded', parties: ['clinic'], permission: 'order.create' },
  send: {
    from: ['uploaded', 'rejected'],
    deferredFrom: ['scanned'],
    to: 'pending',
    parties: ['clinic'],
    permission: 'order.send',
  },
  recall: {
    from: ['pending'],
    labGoneFrom: ['accepted'],
    to: 'uploaded',
    parties: ['clinic'],
    permission: 'order.recall',
  },
  accept: {
    from: ['pending'],
    to: 'accepted',
    parties: ['lab'],
    permission: 'order.accept',
    waitsForAnswer: true,
  },
  // A later day than the confirmed one is only proposed.
  moveDay: { from: ['accepted'], parties: ['lab'], permission: 'order.accept' },
  reject: { from: ['pending', 'accepted'], to: 'rejected', parties: ['lab'], permission: 'order.reject' },
  ship: {
    from: ['accepted'],
    to: 'shipped',
    parties: ['lab'],
    permission: 'order.ship',
    waitsForAnswer: true,
  },
  complete: {
    from: ['shipped', 'accepted'],
    to: 'completed',
    parties: ['clinic'],
    permission: 'order.complete',
  },
  remark: { from: orderStatuses, parties: ['clinic', 'lab'], permission: 'order.remark' },
  // A remake creates a new order and does not change this one.
  remake: { from: ['shipped', 'completed'], parties: ['clinic'], permission: 'order.create' },
  discard: { from: ['scanned', 'uploaded', 'rejected'], parties: ['clinic'], permission: 'order.discard' },
} as const satisfies Record<string, OrderTransition>

export type OrderAction = keyof typeof orderTransitions
export const orderActions = keysOf(orderTransitions)

/** Kinds of timeline entries: actions, and events without an action of their own, such as a canceled deferred send. */
export const timelineKinds = [
  'register',
  'files',
  'sendWaiting',
  'sendCanceled',
  'sendFailed',
  'sendHeld',
  'return',
  'question',
  'answer',
  'questionWithdrawn',
  'remakeOf',
  'cause',
  'restore',
  'release',
  'share',
  'unshare',
  'assign',
  'proposeDay',
  'agreeDay',
  'keepDay',
  'reviewRequested',
  'reviewWithdrawn',
  'reviewApproved',
  'reviewChanges',
  'reviewWaived',
  ...orderActions,
] as const
export type TimelineKind = (typeof timelineKinds)[number]

/**
 * Returns when a party can take an action.
 * @param state.isLabGone whether the addressed lab is banned or deleted
 * @returns `now`; `deferred` if the action waits until the upload is done; undefined if the action is not
 * allowed
 */
export function orderActionTiming(
  action: OrderAction,
  state: { status: OrderStatus; party: Party; isLabGone: boolean },
): 'now' | 'deferred' | undefined {
  const row: OrderTransition = orderTransitions[action]
  if (!row.parties.includes(state.party)) return undefined
  if (row.from.includes(state.status)) return 'now'
  if (state.isLabGone && row.labGoneFrom?.includes(state.status)) return 'now'
  return row.deferredFrom?.includes(state.status) ? 'deferred' : undefined
}

/** Whether an open question blocks this action. Status and party are not checked. */
export function isPaused(action: OrderAction, order: { questionOpenSince: string | null }): boolean {
  const row: OrderTransition = orderTransitions[action]
  return row.waitsForAnswer === true && order.questionOpenSince !== null
}

/** Statuses in which the clinic may delete its files to free storage (rules §7). */
export const fileReleaseStatuses = ['completed'] as const satisfies readonly OrderStatus[]

/** Statuses in which the clinic may share an order with individuals (rules §4). */
export const shareStatuses = [
  'uploaded',
  'pending',
  'accepted',
  'shipped',
  'completed',
  'rejected',
] as const satisfies readonly OrderStatus[]

/** Statuses in which a question may be asked: while the order is with a lab that has not finished it. */
export const questionStatuses = ['pending', 'accepted'] as const satisfies readonly OrderStatus[]

/**
 * Statuses in which messages may be written: while a lab has the order, and after it was rejected or
 * completed.
 */
export const messageStatuses = [
  'pending',
  'accepted',
  'shipped',
  'completed',
  'rejected',
] as const satisfies readonly OrderStatus[]

/** Statuses in which the clinic may correct the fields of its case. */
export const orderEditStatuses = ['scanned', 'uploaded', 'rejected'] as const satisfies readonly OrderStatus[]

/**
 * Statuses in which files may be added (rules §7): by the clinic until the lab accepts the order, by the lab during
 * production.
 */
export const fileStatuses = {
  clinic: ['scanned', 'uploaded', 'pending', 'rejected'],
  lab: ['accepted'],
} as const satisfies Record<Party, readonly OrderStatus[]>

/** Whether a party may add files now (rules §7). During production the clinic may only if it has to answer a question. */
export function canPartyAddFiles(
  party: Party,
  order: { status: OrderStatus; questionWaitsFor: Party | null },
): boolean {
  const statuses: readonly OrderStatus[] = fileStatuses[party]
  return statuses.includes(order.status) || (party === 'clinic' && order.questionWaitsFor === 'clinic')
}

/**
 * Statuses in which a party may remove its verified files: while it has the case. Incomplete files can be removed in any
 * status.
 */
export const fileRemovalStatuses = {
  clinic: ['scanned', 'uploaded', 'rejected'],
  lab: ['accepted'],
} as const satisfies Record<Party, readonly OrderStatus[]>

/** Coded reasons for rejecting a case, from the lists that labs use. */
export const rejectReasons = [
  'scan_missing',
  'arch_missing',
  'wrong_arch',
  'bite_missing',
  'anatomy_missing',
  'margin_unclear',
  'reduction_too_small',
  'shade_missing',
  'material_missing',
  'implant_data_missing',
  'capacity',
  'other',
] as const
export type RejectReason = (typeof rejectReasons)[number]
