import type { Handlers } from '../../platform/http/handlers.ts'
import { sendReviewRecord } from './review-record.service.ts'
import {
  approveDesign,
  askForChanges,
  getReview,
  requestReview,
  waiveReview,
  withdrawReview,
} from './reviews.service.ts'

/** Handlers of design reviews (rules §17). */
export const reviewHandlers: Handlers<'reviews'> = {
  'reviews.get': (call) => getReview(call, call.params.id),
  'reviews.request': (call) => requestReview(call, call.body),
  'reviews.withdraw': (call) => withdrawReview(call, call.body),
  'reviews.approve': (call) => approveDesign(call, call.body),
  'reviews.askChanges': (call) => askForChanges(call, call.body),
  'reviews.waive': (call) => waiveReview(call, call.body),
  'reviews.download': ({ scope, params, request, ...exchange }) =>
    sendReviewRecord(exchange, scope, params.id, request.language),
}
