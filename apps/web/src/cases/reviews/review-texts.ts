import type { AspectVerdict, ReviewAspect, ReviewStepKind } from '@pontic/contract'
import type { MessageKey } from '@pontic/messages'

// The record in review-record.service.ts has the same keys. The build finds the texts of a page only in sources of the web app, so
// these tables cannot be in a shared package.

/** The names of the aspects of a design. */
export const aspectTexts = {
  margin: 'review.aspects.margin',
  contacts: 'prescription.fields.proximalContact',
  occlusion: 'review.aspects.occlusion',
  shape: 'review.aspects.shape',
  shade: 'prescription.fields.shade',
  insertion: 'review.aspects.insertion',
} as const satisfies Record<ReviewAspect, MessageKey>

/** The names of the verdicts. */
export const verdictTexts = {
  fine: 'review.verdicts.fine',
  change: 'review.verdicts.change',
  not_applicable: 'review.verdicts.not_applicable',
} as const satisfies Record<AspectVerdict, MessageKey>

/** The names of the steps, as in the timeline. */
export const stepTexts = {
  requested: 'order.timeline.reviewRequested',
  files: 'order.timeline.files',
  reopened: 'order.timeline.reviewRequested',
  withdrawn: 'order.timeline.reviewWithdrawn',
  approved: 'order.timeline.reviewApproved',
  changes: 'order.timeline.reviewChanges',
  waived: 'order.timeline.reviewWaived',
} as const satisfies Record<ReviewStepKind, MessageKey>
