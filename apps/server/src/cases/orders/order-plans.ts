import {
  isReviewMissing,
  type OrderAction,
  type OrderStatus,
  orderTransitions,
  type RouteInput,
  type Routes,
} from '@pontic/contract'
import { formatDay, translate } from '@pontic/messages'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { VisibleOrder } from '../access/order-access.service.ts'
import { assertComplete } from '../prescriptions/completeness.service.ts'
import { type ActionPlan, noticeTo } from './action-plan.ts'
import { planMovedDay } from './day-plans.ts'
import { type SendChecksRow, toSendChecks } from './readiness.service.ts'

type Body<Name extends keyof Routes> = RouteInput<Routes[Name]>['body']

/** The input of each action. */
export type ActionInputs = {
  send: Body<'orders.send'>
  recall: Body<'orders.recall'>
  accept: Body<'orders.accept'>
  moveDay: Body<'orders.moveDay'>
  reject: Body<'orders.reject'>
  ship: Body<'orders.ship'>
  complete: Body<'orders.complete'>
  remark: Body<'orders.remark'>
  declareNoScans: Body<'orders.declareNoScans'>
  discard: { id: string; version?: number }
}

/** Actions that people run. The other transitions are automatic. */
export type ManualAction = keyof ActionInputs & OrderAction

type PlanCall<Action extends ManualAction> = {
  tx: Tx
  scope: Scope
  order: VisibleOrder
  input: ActionInputs[Action]
  /** `deferred` means that the action runs after the upload is complete. */
  when: 'now' | 'deferred'
  /** The checks of a send; undefined for other actions, and if the laboratory is no partner. */
  checks: SendChecksRow | undefined
}

/** Clears the columns that a laboratory sets, when an order is sent or recalled. */
const withoutLabsWork = {
  operator: '',
  operator_id: null,
  technician_id: null,
  is_delivery_confirmed: false,
  express_number: null,
  carrier: '',
  tracking_note: '',
  review_state: 'none',
} as const

/**
 * Plans the effect of each action. The caller has checked that the transition table allows the action in the order's
 * status.
 */
export const planAction: {
  [Action in ManualAction]: (call: PlanCall<Action>) => Promise<ActionPlan> | ActionPlan
} = {
  send: ({ scope, order, input, when, checks: row }) => {
    const { labName, ...checks } = toSendChecks(order, row)
    assertComplete(order.type, checks.prescriptions, checks.requirements)
    const isWaiting = when === 'deferred' || checks.hasUnprocessedScans
    // Scans cannot be checked before the upload is complete.
    if (order.status !== 'scanned' && checks.isBlocked) fail('order.not_ready')
    const deliveryOn = input.deliveryOn ?? order.deliveryOn
    const { labId, isReviewRequired } = input
    const sent = { labId, labName, deliveryOn, isReviewRequired }
    if (isWaiting) return planDeferredSend(scope.account.id, order.status, sent)
    return planSend({ ...order, ...sent }, { labId, labName, senderName: scope.account.name })
  },
  recall: ({ order }) => ({
    kind: 'recall',
    to: orderTransitions.recall.to,
    set: { lab_id: null, is_review_required: false, ...withoutLabsWork },
    note: order.labName ?? '',
    labId: order.labId,
    lostBy: order.labId,
    ...noticeTo(order.labId, 'order_recalled', order, () => ({}), { isGone: true }),
  }),
  accept: ({ scope, order, input }) => ({
    kind: 'accept',
    to: orderTransitions.accept.to,
    set: {
      delivery_on: input.deliveryOn,
      is_delivery_confirmed: true,
      operator: input.operator || scope.account.name,
      // A typed name is not that of an account.
      operator_id: ['', scope.account.name].includes(input.operator ?? '') ? scope.account.id : null,
    },
    deliveryOn: input.deliveryOn,
    labId: order.labId,
    ...noticeTo(
      order.clinicId,
      'order_accepted',
      order,
      (language) => ({ day: formatDay(language, input.deliveryOn) }),
      { codes: { day: input.deliveryOn } },
    ),
  }),
  moveDay: ({ order, input }) => planMovedDay(order, input.deliveryOn),
  reject: ({ order, input }) => ({
    kind: 'reject',
    to: orderTransitions.reject.to,
    set: { is_delivery_confirmed: false },
    note: input.note,
    reason: input.reason,
    labId: order.labId,
    ...noticeTo(
      order.clinicId,
      'order_rejected',
      order,
      (language) => ({ reason: translate(language, `order.reason.${input.reason}`) }),
      { codes: { reason: input.reason } },
    ),
  }),
  ship: planShip,
  complete: ({ order, input }) => {
    if (order.status !== 'shipped' && !input.arrivedUnshipped) fail('order.arrival_confirmation')
    return {
      kind: 'complete',
      to: orderTransitions.complete.to,
      labId: order.labId,
      ...noticeTo(order.labId, 'order_completed', order, () => ({})),
    }
  },
  remark: ({ scope, order, input }) => ({
    kind: 'remark',
    to: order.status,
    set: { remark: input.remark },
    note: input.remark,
    labId: order.labId,
    ...noticeTo(order.party === 'clinic' ? order.labId : order.clinicId, 'order_remark', order, () => ({
      organization: scope.organization.name,
    })),
  }),
  declareNoScans: async ({ tx, order }) => {
    if (await hasClinicFiles(tx, order.id)) fail('order.has_files')
    return {
      kind: 'declareNoScans',
      to: orderTransitions.declareNoScans.to,
      set: { has_no_scans: true },
      labId: null,
    }
  },
  discard: ({ order }) => ({
    kind: 'discard',
    to: order.status,
    set: {
      discarded_at: sql<string>`clock_timestamp()`,
      ...withoutDeferredSend,
    },
    labId: null,
    lostBy: order.labId,
  }),
}

function planShip({ order, input }: PlanCall<'ship'>): ActionPlan {
  if (isReviewMissing(order)) fail('order.review_missing')
  if (input.expressNumber === null && !input.withoutNumber) {
    fail('order.number_confirmation', {}, { expressNumber: 'required' })
  }
  return {
    kind: 'ship',
    to: orderTransitions.ship.to,
    set: {
      express_number: input.expressNumber,
      carrier: input.carrier,
      tracking_note: input.trackingNote,
    },
    expressNumber: input.expressNumber,
    labId: order.labId,
    ...noticeTo(order.clinicId, 'order_shipped', order, () => ({
      expressNumber: input.expressNumber ?? 'none',
    })),
  }
}

/** Clears the columns of a deferred send that has run or was cancelled. */
export const withoutDeferredSend = { send_waiting_lab_id: null, send_waiting_account_id: null } as const

/** Plans a deferred send, which waits for the upload or the processing of scans. @param accountId the requester */
export function planDeferredSend(
  accountId: string,
  status: OrderStatus,
  send: { labId: string; labName: string; deliveryOn: string | null; isReviewRequired: boolean },
): ActionPlan {
  const { labId, labName, deliveryOn } = send
  return {
    kind: 'sendWaiting',
    to: status,
    set: {
      send_waiting_lab_id: labId,
      send_waiting_account_id: accountId,
      delivery_on: deliveryOn,
      is_review_required: send.isReviewRequired,
    },
    note: labName,
    labId,
  }
}

/** Plans a send that happens now, including a deferred send that runs. */
export function planSend(
  order: Pick<VisibleOrder, 'id' | 'number' | 'labId' | 'deliveryOn' | 'clinicName' | 'isReviewRequired'>,
  send: { labId: string; labName: string; senderName: string },
): ActionPlan {
  const { labId } = send
  return {
    kind: 'send',
    to: orderTransitions.send.to,
    set: {
      ...withoutLabsWork,
      lab_id: labId,
      delivery_on: order.deliveryOn,
      is_review_required: order.isReviewRequired,
      sender_name: send.senderName,
      sent_at: sql<string>`clock_timestamp()`,
      ...withoutDeferredSend,
    },
    note: send.labName,
    deliveryOn: order.deliveryOn,
    labId,
    lostBy: order.labId === labId ? null : order.labId,
    ...noticeTo(
      labId,
      'order_sent',
      { ...order, labName: send.labName },
      (language) => ({ day: order.deliveryOn === null ? 'none' : formatDay(language, order.deliveryOn) }),
      { codes: { day: order.deliveryOn } },
    ),
  }
}

/**
 * Plans the cancellation of an automatic send that scans block, or for which the prescription lacks something. The status stays,
 * and the clinic is notified.
 */
export function planBlockedSend(
  order: Pick<VisibleOrder, 'status' | 'number' | 'clinicId' | 'clinicName'>,
  { labId, labName }: { labId: string; labName: string },
): ActionPlan {
  return {
    kind: 'sendHeld',
    to: order.status,
    set: withoutDeferredSend,
    note: labName,
    labId,
    ...noticeTo(order.clinicId, 'order_not_sent', { ...order, labName }, () => ({})),
  }
}

async function hasClinicFiles(tx: Tx, orderId: string): Promise<boolean> {
  const file = await tx
    .selectFrom('order_file')
    .select('id')
    .where('order_id', '=', orderId)
    .where('party', '=', 'clinic')
    .where('state', '!=', 'refused')
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return file !== undefined
}
