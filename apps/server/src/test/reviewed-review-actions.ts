import type { ReviewAction, ReviewTransition, RouteName } from '@pontic/contract'
import { changedAspects, fineAspects } from './design-reviews.ts'

type ReviewedReviewAction = {
  /** Expected row of the transition table. */
  row: ReviewTransition
  /** Returns an example body of the call. */
  body: (target: { orderId: string; fileId: string; stepId: string }) => object
}

/** The actions of design reviews, written by hand from rules §17. Tests compare them with the transition table. */
export const reviewedReviewActions = {
  request: {
    row: {
      from: ['none', 'changes_asked'],
      to: 'requested',
      statuses: ['accepted'],
      party: 'lab',
      permission: 'review.request',
    },
    body: ({ orderId, fileId }) => ({ orderId, fileIds: [fileId] }),
  },
  withdraw: {
    row: {
      from: ['requested'],
      to: 'none',
      statuses: ['accepted'],
      party: 'lab',
      permission: 'review.request',
    },
    body: ({ orderId }) => ({ orderId }),
  },
  approve: {
    row: {
      from: ['requested'],
      to: 'approved',
      statuses: ['accepted'],
      party: 'clinic',
      permission: 'review.judge',
    },
    body: ({ orderId, stepId }) => ({ orderId, stepId, aspects: fineAspects }),
  },
  askChanges: {
    row: {
      from: ['requested'],
      to: 'changes_asked',
      statuses: ['accepted'],
      party: 'clinic',
      permission: 'review.judge',
    },
    body: ({ orderId, stepId }) => ({ orderId, stepId, aspects: changedAspects }),
  },
  waive: {
    row: {
      from: ['none', 'requested', 'changes_asked'],
      to: 'none',
      statuses: ['pending', 'accepted'],
      party: 'clinic',
      permission: 'review.judge',
      // Only if a review is open or demanded.
      needsReview: true,
    },
    body: ({ orderId }) => ({ orderId }),
  },
} as const satisfies Record<ReviewAction, ReviewedReviewAction>

/** Returns the name of an action's call. */
export const callOfReview = (action: ReviewAction): RouteName & `reviews.${ReviewAction}` =>
  `reviews.${action}`
