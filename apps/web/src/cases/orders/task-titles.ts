import type { OrderTask, ReviewState } from '@pontic/contract'
import type { MessageKey } from '@pontic/messages'

/** The names of the groups of the home page. The filter of the case list has the same names. */
export const taskTitles = {
  answer: 'orders.tasks.answer',
  review: 'orders.tasks.review',
  redesign: 'orders.tasks.redesign',
  late: 'orders.filter.attentions.late',
  shipToday: 'orders.tasks.shipToday',
  accept: 'orders.tasks.accept',
  atRisk: 'orders.filter.attentions.atRisk',
  receive: 'order.action.complete',
  send: 'orders.tasks.send',
  upload: 'orders.tasks.upload',
} as const satisfies Record<OrderTask, MessageKey>

/** The names of the states of a design review. `none` is shown only if the clinic demands a review. */
export const reviewTexts = {
  none: 'review.required',
  requested: 'review.inReview',
  changes_asked: 'order.timeline.reviewChanges',
  approved: 'order.timeline.reviewApproved',
} as const satisfies Record<ReviewState, MessageKey>
