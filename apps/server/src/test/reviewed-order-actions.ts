import type { OrderAction, OrderTransition, RouteName } from '@pontic/contract'

/** The reviewed facts of an order action. */
type ReviewedAction = {
  /** Expected row of the transition table. */
  row: OrderTransition
  /** Who may make its call, in the letters of `reviewedCalls`. An automatic action has no call. */
  who: string
  /** Example of the call's body without the id. */
  body?: object
}

/**
 * The order actions, written by hand and not derived from the tables of the contract (rules §5). Tests compare them with the
 * transition table and the permission matrix.
 */
export const reviewedOrderActions = {
  finishUpload: {
    row: {
      from: ['scanned'],
      to: 'uploaded',
      parties: ['clinic'],
      permission: 'file.write',
      automatic: true,
    },
    who: '-------',
  },
  declareNoScans: {
    row: { from: ['scanned'], to: 'uploaded', parties: ['clinic'], permission: 'order.create' },
    who: 'oo-----',
  },
  send: {
    row: {
      from: ['uploaded', 'rejected'],
      // A send before the upload is complete is deferred.
      deferredFrom: ['scanned'],
      to: 'pending',
      parties: ['clinic'],
      permission: 'order.send',
    },
    who: 'oo-----',
  },
  recall: {
    row: {
      from: ['pending'],
      // Only if the laboratory is banned or deleted.
      labGoneFrom: ['accepted'],
      to: 'uploaded',
      parties: ['clinic'],
      permission: 'order.recall',
    },
    who: 'oo-----',
  },
  accept: {
    row: {
      from: ['pending'],
      to: 'accepted',
      parties: ['lab'],
      permission: 'order.accept',
      waitsForAnswer: true,
    },
    who: '--oo---',
    body: { deliveryOn: '2037-12-08' },
  },
  moveDay: {
    row: { from: ['accepted'], parties: ['lab'], permission: 'order.accept' },
    who: '--oo---',
    body: { deliveryOn: '2037-12-08' },
  },
  reject: {
    row: { from: ['pending', 'accepted'], to: 'rejected', parties: ['lab'], permission: 'order.reject' },
    who: '--oo---',
    body: { reason: 'other', note: 'Why not.' },
  },
  ship: {
    row: {
      from: ['accepted'],
      to: 'shipped',
      parties: ['lab'],
      permission: 'order.ship',
      waitsForAnswer: true,
    },
    who: '--oo---',
    body: { withoutNumber: true },
  },
  complete: {
    row: {
      from: ['shipped', 'accepted'],
      to: 'completed',
      parties: ['clinic'],
      permission: 'order.complete',
    },
    who: 'oo-----',
    body: { arrivedUnshipped: true },
  },
  remark: {
    row: {
      from: ['scanned', 'uploaded', 'pending', 'accepted', 'shipped', 'completed', 'rejected'],
      parties: ['clinic', 'lab'],
      permission: 'order.remark',
    },
    who: 'oooo---',
    body: { remark: 'Seen.' },
  },
  remake: {
    row: { from: ['shipped', 'completed'], parties: ['clinic'], permission: 'order.create' },
    who: 'oo-----',
    body: { cause: 'scan' },
  },
  discard: {
    row: { from: ['scanned', 'uploaded', 'rejected'], parties: ['clinic'], permission: 'order.discard' },
    who: 'oo-----',
  },
} as const satisfies Record<OrderAction, ReviewedAction>

/** Actions with a call. */
export type CalledAction = Exclude<OrderAction, 'finishUpload'>
export const calledActions = (Object.keys(reviewedOrderActions) as OrderAction[]).filter(
  (action): action is CalledAction => action !== 'finishUpload',
)

/** Returns the reviewed facts of an action. */
export const reviewedAction = (action: OrderAction): ReviewedAction => reviewedOrderActions[action]

/** Returns the name of an action's call. */
export const callOfAction = (action: CalledAction): RouteName & `orders.${CalledAction}` => `orders.${action}`
