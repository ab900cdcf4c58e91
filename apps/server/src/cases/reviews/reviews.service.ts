import {
  canReview,
  isDesignLocked,
  type NewReviewPin,
  type Order,
  type Party,
  type Review,
  type ReviewAction,
  type ReviewAspects,
  type ReviewStep,
  type ReviewStepKind,
  reviewTransitions,
} from '@pontic/contract'
import { fail } from '../../platform/http/fail.ts'
import type { Call, ReadCall } from '../../platform/http/handlers.ts'
import { type FileRow, notifyFilesChange } from '../access/file-access.service.ts'
import { findVisibleOrder } from '../access/order-access.service.ts'
import { getPartyOrder, type PartyOrder } from '../access/party-order.service.ts'
import { notifyConversationChange } from '../conversation/conversation-change.service.ts'
import { createPins } from '../conversation/pins.service.ts'
import type { OrderNotice } from '../steps/order-notices.service.ts'
import { applyOrderStepWithNotice, type OrderStep, stepByScope } from '../steps/order-steps.service.ts'
import {
  createReviewStep,
  findDesignStep,
  findLastVersion,
  listDesignFiles,
  listReviewSteps,
} from './reviews.queries.ts'

type WriteCall = Call<'tx' | 'scope' | 'services'>
type LabOrder = PartyOrder & { labId: string }

/** Returns the review of an order. A laboratory reads only its own steps. @throws order.not_found */
export async function getReview(call: ReadCall<'scope'>, orderId: string): Promise<Review> {
  const order = await getPartyOrder(call, orderId)
  return {
    state: order.reviewState,
    isRequired: order.isReviewRequired,
    steps: await listStepsFor(call.tx, order),
  }
}

/** Returns the steps of an order's review that a party may read, oldest first. */
export async function listStepsFor(
  db: ReadCall<'scope'>['tx'],
  order: { id: string; party: Party; labId: string | null },
): Promise<ReviewStep[]> {
  return await listReviewSteps(
    db,
    order.id,
    order.party === 'lab' && order.labId !== null ? order.labId : undefined,
  )
}

/**
 * Puts design files of the caller's laboratory up for review (rules §17).
 * @throws order.not_found; review.wrong_state; request.invalid for a file that is no verified design of the laboratory
 */
export async function requestReview(
  call: WriteCall,
  input: { orderId: string; fileIds: readonly string[]; note: string },
): Promise<Order> {
  const { tx } = call
  const order = await lockOrderFor(call, 'request', input.orderId)
  const fileIds = [...new Set(input.fileIds)]
  const files = await listDesignFiles(tx, order, fileIds)
  if (files.length < fileIds.length) fail('request.invalid', {}, { fileIds: 'choice' })
  const version = (await findLastVersion(tx, order.id)) + 1
  return await runStep(call, order, 'request', {
    kind: 'requested',
    version,
    note: input.note,
    aspects: null,
    files,
  })
}

/** Withdraws the design of the caller's laboratory. @throws order.not_found, review.wrong_state */
export async function withdrawReview(call: WriteCall, input: { orderId: string }): Promise<Order> {
  const order = await lockOrderFor(call, 'withdraw', input.orderId)
  const { version = 0, files = [] } = (await findDesignStep(call.tx, order)) ?? {}
  return await runStep(call, order, 'withdraw', {
    kind: 'withdrawn',
    version,
    note: '',
    aspects: null,
    files,
  })
}

type Judgement = {
  orderId: string
  stepId: string
  aspects: ReviewAspects
  note: string
  pins: readonly NewReviewPin[]
}

/**
 * Approves the design under review. @throws order.not_found; review.wrong_state, also if the laboratory has added a file since the
 * step that the caller has read; as `createPins`
 */
export async function approveDesign(call: WriteCall, input: Judgement): Promise<Order> {
  return await judge(call, 'approve', 'approved', input)
}

/**
 * Asks for changes of the design under review. From then on, the case can be shipped only after an approval.
 * @throws as `approveDesign`
 */
export async function askForChanges(call: WriteCall, input: Judgement): Promise<Order> {
  return await judge(call, 'askChanges', 'changes', input)
}

async function judge(
  call: WriteCall,
  action: 'approve' | 'askChanges',
  kind: 'approved' | 'changes',
  { orderId, stepId, aspects, note, pins }: Judgement,
): Promise<Order> {
  const order = await lockOrderFor(call, action, orderId)
  const design = await findDesignStep(call.tx, order)
  if (design?.id !== stepId) fail('review.wrong_state')
  const { version, files } = design
  return await runStep(call, order, action, { kind, version, note, aspects, files }, pins)
}

/** Ends the demand for a review, and an open review. @throws order.not_found, review.wrong_state */
export async function waiveReview(call: WriteCall, input: { orderId: string }): Promise<Order> {
  const order = await lockOrderFor(call, 'waive', input.orderId)
  const { version = 0 } = (await findDesignStep(call.tx, order)) ?? {}
  return await runStep(call, order, 'waive', { kind: 'waived', version, note: '', aspects: null, files: [] })
}

/**
 * Adds a new design file to the review of its order. After an approval, the review begins again with the next version. Nothing
 * changes while no review is open. Must run in the transaction in which the file became a verified design.
 */
export async function addDesignToReview(
  call: WriteCall,
  file: Pick<FileRow, 'id' | 'order_id' | 'party' | 'role'>,
): Promise<void> {
  if (file.party !== 'lab' || file.role !== 'design') return
  const { tx, scope } = call
  const order = await findVisibleOrder(call, file.order_id, { forUpdate: true })
  if (order?.party !== 'lab' || order.labId === null || order.status !== 'accepted') return
  if (!isDesignLocked(order.reviewState)) return
  const own = { ...order, party: order.party, labId: order.labId }
  const design = await findDesignStep(tx, own)
  if (design === undefined) return
  const files = await listDesignFiles(tx, own, [...design.files.map(({ fileId }) => fileId), file.id])
  const step = { note: '', aspects: null, files } as const
  if (order.reviewState === 'approved') {
    await runStep(call, own, 'request', { ...step, kind: 'reopened', version: design.version + 1 })
    return
  }
  const { id: orderId, labId, clinicId } = own
  await createReviewStep(tx, stepByScope(scope), {
    ...step,
    orderId,
    labId,
    kind: 'files',
    version: design.version,
  })
  await notifyFilesChange(tx, { id: orderId, organizationIds: [clinicId, labId] })
}

/**
 * Asserts that a file does not belong to a design that is under review or approved. Locks the order, so that the laboratory cannot
 * put the file up for review meanwhile.
 * @throws review.file_locked
 */
export async function assertNotUnderReview(
  call: Call<'tx' | 'scope'>,
  file: Pick<FileRow, 'id' | 'order_id' | 'party' | 'role'>,
): Promise<void> {
  if (file.party !== 'lab' || file.role !== 'design') return
  const order = await findVisibleOrder(call, file.order_id, { forUpdate: true })
  if (!order || order.labId === null || !isDesignLocked(order.reviewState)) return
  const design = await findDesignStep(call.tx, { id: order.id, labId: order.labId })
  if (design?.files.some(({ fileId }) => fileId === file.id)) fail('review.file_locked')
}

/**
 * Locks and returns an order whose review the caller may change now. Of two simultaneous calls, the second finds the state that the
 * first has set.
 * @throws order.not_found, review.wrong_state
 */
async function lockOrderFor(
  call: Call<'tx' | 'scope'>,
  action: ReviewAction,
  orderId: string,
): Promise<LabOrder> {
  const order = await getPartyOrder(call, orderId, { forUpdate: true })
  if (order.labId === null || !canReview(action, order, order.party)) fail('review.wrong_state')
  return { ...order, labId: order.labId }
}

/** The timeline entry of each kind of step, its notification, and whether the step changes the demand for a review. */
const effects = {
  requested: { kind: 'reviewRequested', template: 'order_review_requested', demands: undefined },
  reopened: { kind: 'reviewRequested', template: 'order_review_requested', demands: undefined },
  withdrawn: { kind: 'reviewWithdrawn', template: 'order_review_ended', demands: undefined },
  approved: { kind: 'reviewApproved', template: 'order_review_approved', demands: undefined },
  changes: { kind: 'reviewChanges', template: 'order_review_changes', demands: true },
  waived: { kind: 'reviewWaived', template: 'order_review_ended', demands: false },
} as const satisfies Record<
  Exclude<ReviewStepKind, 'files'>,
  { kind: OrderStep['kind']; template: OrderNotice['template']; demands: boolean | undefined }
>

type Step = Pick<ReviewStep, 'version' | 'note' | 'aspects' | 'files'> & { kind: keyof typeof effects }

/** Adds a step with its pins to the record, and applies it to the order with timeline, audit and notifications. */
async function runStep(
  call: WriteCall,
  order: LabOrder,
  action: ReviewAction,
  step: Step,
  pins: readonly NewReviewPin[] = [],
): Promise<Order> {
  const { tx, scope } = call
  const by = stepByScope(scope)
  const { id: orderId, labId } = order
  const stepId = await createReviewStep(tx, by, { ...step, orderId, labId })
  if (pins.length > 0) {
    await createPins(call, { id: orderId, labId }, { stepId }, pins)
    await notifyConversationChange(tx, order)
  }
  const { kind, template, demands } = effects[step.kind]
  const organizationId = order.party === 'clinic' ? labId : order.clinicId
  return await applyOrderStepWithNotice(call, by, order, {
    kind,
    to: order.status,
    set: {
      review_state: reviewTransitions[action].to,
      ...(demands === undefined ? {} : { is_review_required: demands }),
    },
    note: step.note,
    labId,
    notice: {
      template,
      organizationId,
      isQuestion: true,
      params: () => ({ number: order.number, organization: scope.organization.name }),
    },
  })
}
