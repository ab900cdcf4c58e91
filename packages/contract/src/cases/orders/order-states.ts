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

/** The side of an organization in an order. */
export type Party = 'clinic' | 'lab'

/**
 * One row of the transition table.
 * - `to: undefined`: the status stays (remark), or the order is removed (discard).
 * - `deferredFrom`: in this status the action is deferred until `from` is reached (rules §5: send before the upload
 * is done).
 * - `labGoneFrom`: also allowed from here while the lab is banned or deleted.
 * - `automatic`: taken by the server itself, never by a button.
 */
export type OrderTransition = {
  readonly from: readonly OrderStatus[]
  readonly to?: OrderStatus
  readonly parties: readonly Party[]
  readonly permission: Permission
  readonly deferredFrom?: readonly OrderStatus[]
  readonly labGoneFrom?: readonly OrderStatus[]
  readonly automatic?: true
  /** Refused while an open question pauses the order (rules §5). */
  readonly waitsForAnswer?: true
}

/** The transition table (rules §5), the only source for server, buttons, docs and tests. */
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
  // The order itself stays unchanged; a new one is created.
  remake: { from: ['shipped', 'completed'], parties: ['clinic'], permission: 'order.create' },
  discard: { from: ['scanned', 'uploaded', 'rejected'], parties: ['clinic'], permission: 'order.discard' },
} as const satisfies Record<string, OrderTransition>

export type OrderAction = keyof typeof orderTransitions
export const orderActions = keysOf(orderTransitions)

/** What happened: an action on the case, or one of the events that are not actions, such as the end of a deferred send. */
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
  ...orderActions,
] as const
export type TimelineKind = (typeof timelineKinds)[number]

/**
 * Checks whether an action is allowed now.
 * @param state.isLabGone the addressed lab is banned or deleted
 * @returns 'now', 'deferred' (until the upload is done) or undefined
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

/** Whether an open question blocks this action, although status and party allow it. */
export function isPaused(action: OrderAction, order: { questionOpenSince: string | null }): boolean {
  const row: OrderTransition = orderTransitions[action]
  return row.waitsForAnswer === true && order.questionOpenSince !== null
}

/** Statuses in which the clinic may release its files (rules §7). */
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

/** Statuses in which messages may be written: once a lab is addressed, also after the end. */
export const messageStatuses = [
  'pending',
  'accepted',
  'shipped',
  'completed',
  'rejected',
] as const satisfies readonly OrderStatus[]

/** Statuses in which the clinic may correct its fields: while it has the case. */
export const orderEditStatuses = ['scanned', 'uploaded', 'rejected'] as const satisfies readonly OrderStatus[]

/**
 * Statuses in which files may be added: by the clinic until the lab has accepted, by the lab during production (rules
 * §7).
 */
export const fileStatuses = {
  clinic: ['scanned', 'uploaded', 'pending', 'rejected'],
  lab: ['accepted'],
} as const satisfies Record<Party, readonly OrderStatus[]>

/** Whether a side may add files now (rules §7). The clinic may also answer a question with a scan during production. */
export function canPartyAddFiles(
  party: Party,
  order: { status: OrderStatus; questionWaitsFor: Party | null },
): boolean {
  const statuses: readonly OrderStatus[] = fileStatuses[party]
  return statuses.includes(order.status) || (party === 'clinic' && order.questionWaitsFor === 'clinic')
}

/**
 * Statuses in which a verified file may be removed: while the case is with its uploader. Incomplete files can always
 * be removed.
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
