import type { Party } from './order-states.ts'

/**
 * Groups of cases in which a party has something to do, in the order of the home page.
 * - `answer`: an open question that the party has to answer.
 * - `review`: a design that the clinic has to review.
 * - `redesign`: a design that the laboratory has to change.
 * - `late`: the delivery day has passed.
 * - `shipToday`: in production, and the delivery day is today.
 * - `accept`: sent, and not accepted or rejected.
 * - `atRisk`: in production, and too few working days are left until the delivery day.
 * - `receive`: shipped, and the receipt is not confirmed.
 * - `send`: ready to be sent, or rejected.
 * - `upload`: files of the party are not complete, and nothing arrived for `uploadQuietSeconds`.
 *
 * A case is in one group only, except that a case of `upload` may also be in another.
 */
export const orderTasks = [
  'answer',
  'review',
  'redesign',
  'late',
  'shipToday',
  'accept',
  'atRisk',
  'receive',
  'send',
  'upload',
] as const
export type OrderTask = (typeof orderTasks)[number]

/** The groups of each party, in the order of the home page. */
export const partyTasks = {
  clinic: ['answer', 'review', 'late', 'atRisk', 'receive', 'send', 'upload'],
  lab: ['answer', 'redesign', 'late', 'shipToday', 'accept', 'atRisk', 'upload'],
} as const satisfies Record<Party, readonly OrderTask[]>
