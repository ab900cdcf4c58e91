import { keysOf } from '../../keys.ts'
import type { Permission } from '../../permissions.ts'
import type { OrderStatus, Party } from '../orders/order-states.ts'

/** States of a design review, which are independent of the status of the case (rules §17). */
export const reviewStates = ['none', 'requested', 'changes_asked', 'approved'] as const
export type ReviewState = (typeof reviewStates)[number]

/** What the clinic assesses in a design. */
export const reviewAspects = ['margin', 'contacts', 'occlusion', 'shape', 'shade', 'insertion'] as const
export type ReviewAspect = (typeof reviewAspects)[number]

/**
 * One row of the transition table of reviews.
 * - `statuses`: statuses of the case in which the action is possible.
 * - `needsReview`: nothing is done if no review is open or demanded.
 */
export type ReviewTransition = {
  readonly from: readonly ReviewState[]
  readonly to: ReviewState
  readonly statuses: readonly OrderStatus[]
  readonly party: Party
  readonly permission: Permission
  readonly needsReview?: true
}

/** The transition table of reviews (rules §17), which server, buttons, docs and tests read. */
export const reviewTransitions = {
  request: {
    from: ['none', 'changes_asked'],
    to: 'requested',
    statuses: ['accepted'],
    party: 'lab',
    permission: 'review.request',
  },
  withdraw: {
    from: ['requested'],
    to: 'none',
    statuses: ['accepted'],
    party: 'lab',
    permission: 'review.request',
  },
  approve: {
    from: ['requested'],
    to: 'approved',
    statuses: ['accepted'],
    party: 'clinic',
    permission: 'review.judge',
  },
  askChanges: {
    from: ['requested'],
    to: 'changes_asked',
    statuses: ['accepted'],
    party: 'clinic',
    permission: 'review.judge',
  },
  waive: {
    from: ['none', 'requested', 'changes_asked'],
    to: 'none',
    statuses: ['pending', 'accepted'],
    party: 'clinic',
    permission: 'review.judge',
    needsReview: true,
  },
} as const satisfies Record<string, ReviewTransition>

export type ReviewAction = keyof typeof reviewTransitions
export const reviewActions = keysOf(reviewTransitions)

/** The fields of a case that decide which actions of its review are possible. */
export type ReviewedOrder = {
  readonly status: OrderStatus
  readonly reviewState: ReviewState
  readonly isReviewRequired: boolean
}

/** Whether the table allows a party to take an action now. */
export function canReview(action: ReviewAction, order: ReviewedOrder, party: Party): boolean {
  const row: ReviewTransition = reviewTransitions[action]
  if (row.party !== party || !row.statuses.includes(order.status)) return false
  if (row.needsReview && order.reviewState === 'none' && !order.isReviewRequired) return false
  return row.from.includes(order.reviewState)
}

/** Whether the case waits for a design review and cannot be shipped: a review is open, or demanded and not approved. */
export const isReviewMissing = ({
  reviewState,
  isReviewRequired,
}: Pick<ReviewedOrder, 'reviewState' | 'isReviewRequired'>): boolean =>
  reviewState === 'requested' || (isReviewRequired && reviewState !== 'approved')

/** Whether a file belongs to the design that the clinic reviews: the laboratory must not remove it or change its role. */
export const isDesignLocked = (state: ReviewState): boolean => state === 'requested' || state === 'approved'
