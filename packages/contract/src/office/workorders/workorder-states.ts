import { keysOf } from '../../keys.ts'
import type { Permission } from '../../permissions.ts'

/** Statuses of a support request (requirement 4.workorder). */
export const workOrderStatuses = [
  'submitted',
  'assigned',
  'in_progress',
  'processed',
  'resolved',
  'unresolved',
  'closed',
] as const
export type WorkOrderStatus = (typeof workOrderStatuses)[number]

/** Final statuses: no action changes the request any more. */
export const finalWorkOrderStatuses = [
  'resolved',
  'unresolved',
  'closed',
] as const satisfies readonly WorkOrderStatus[]

/**
 * What a person is to a request: submitter, administrator of the submitter’s organization, operator, or
 * platform administrator.
 */
export const workOrderParties = ['submitter', 'administrator', 'operator', 'platform'] as const
export type WorkOrderParty = (typeof workOrderParties)[number]

/** The side for which a person speaks. */
export type WorkOrderSide = 'submitter' | 'platform'

const handler: WorkOrderParty = 'operator'
const platformParties: readonly WorkOrderParty[] = [handler, 'platform']

/** The side for which a person with these roles speaks: the submitter always for themselves. */
export function workOrderSideOf(parties: readonly WorkOrderParty[]): WorkOrderSide {
  const isOfPlatform = parties.some((party) => platformParties.includes(party))
  return isOfPlatform && !parties.includes('submitter') ? 'platform' : 'submitter'
}

type Steps = { readonly [From in WorkOrderStatus]?: WorkOrderStatus }

/**
 * One row of the transition table.
 * - `steps`: from which status to which; other statuses refuse the action.
 * - `operatorSteps`: different targets if the request's operator acts.
 * - `automatic`: also, or only (`only`), taken by the server itself.
 */
export type WorkOrderTransition = {
  readonly steps: Steps
  readonly operatorSteps?: Steps
  readonly parties: readonly WorkOrderParty[]
  readonly permission: Permission
  readonly automatic?: true | 'only'
}

const kept = {
  submitted: 'submitted',
  assigned: 'assigned',
  in_progress: 'in_progress',
  processed: 'processed',
} as const satisfies Steps

/**
 * The transition table of support requests (rules §9), the only source for server, buttons, docs and tests. A new
 * request is Submitted, or Assigned at once if its type has an operator.
 */
export const workOrderTransitions = {
  assign: {
    steps: { submitted: 'assigned', assigned: 'assigned', in_progress: 'in_progress' },
    parties: ['platform'],
    permission: 'workorder.assign',
  },
  // The operator was removed.
  release: {
    steps: { assigned: 'submitted', in_progress: 'submitted', processed: 'submitted' },
    parties: [],
    permission: 'manage.workorder',
    automatic: 'only',
  },
  reply: {
    steps: kept,
    operatorSteps: { ...kept, assigned: 'in_progress' },
    parties: ['submitter', 'administrator', 'operator'],
    permission: 'workorder.write',
  },
  processed: {
    steps: { assigned: 'processed', in_progress: 'processed' },
    parties: ['operator'],
    permission: 'workorder.process',
  },
  resolved: {
    steps: { processed: 'resolved' },
    parties: ['submitter'],
    permission: 'workorder.write',
    automatic: true,
  },
  unresolved: {
    steps: { processed: 'unresolved' },
    parties: ['submitter'],
    permission: 'workorder.write',
  },
  close: {
    steps: { submitted: 'closed', assigned: 'closed', in_progress: 'closed', processed: 'closed' },
    parties: ['submitter', 'operator', 'platform'],
    permission: 'workorder.write',
  },
} as const satisfies Record<string, WorkOrderTransition>

export type WorkOrderAction = keyof typeof workOrderTransitions
export const workOrderActions = keysOf(workOrderTransitions)

/**
 * The actions of the detail screen, each with a confirmation (requirement 4.workorder.confirm): the input of `PUT
 * /workorder/handle`.
 */
export const handleActions = [
  'close',
  'processed',
  'resolved',
  'unresolved',
] as const satisfies readonly WorkOrderAction[]
export type HandleAction = (typeof handleActions)[number]

/**
 * Checks an action of a person, or of the server itself.
 * @param by the caller's roles in the request; `server` for automatic steps
 * @returns `never` if no role allows it, otherwise the target status; undefined in the wrong status
 */
export function workOrderActionTarget(
  action: WorkOrderAction,
  status: WorkOrderStatus,
  by: readonly WorkOrderParty[] | 'server',
): 'never' | WorkOrderStatus | undefined {
  const row: WorkOrderTransition = workOrderTransitions[action]
  if (by === 'server') return row.automatic ? row.steps[status] : 'never'
  if (row.automatic === 'only' || !row.parties.some((party) => by.includes(party))) return 'never'
  return (by.includes(handler) ? row.operatorSteps : undefined)?.[status] ?? row.steps[status]
}

/** Whether a person can take an action now, for buttons. */
export function canRunWorkOrderAction(
  action: WorkOrderAction,
  order: { status: WorkOrderStatus; parties: readonly WorkOrderParty[] },
): boolean {
  const to = workOrderActionTarget(action, order.status, order.parties)
  return to !== undefined && to !== 'never'
}
