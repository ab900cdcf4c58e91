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

/** Final statuses, in which no action can change the request. */
export const finalWorkOrderStatuses = [
  'resolved',
  'unresolved',
  'closed',
] as const satisfies readonly WorkOrderStatus[]

/**
 * Roles of a person in a request: submitter, administrator of the submitter’s organization, operator, or administrator of
 * the platform.
 */
export const workOrderParties = ['submitter', 'administrator', 'operator', 'platform'] as const
export type WorkOrderParty = (typeof workOrderParties)[number]

/** The side of a person in a request. */
export type WorkOrderSide = 'submitter' | 'platform'

const handler: WorkOrderParty = 'operator'
const platformParties: readonly WorkOrderParty[] = [handler, 'platform']

/** Returns the side of a person with these roles. A submitter is always on the submitter's side. */
export function workOrderSideOf(parties: readonly WorkOrderParty[]): WorkOrderSide {
  const isOfPlatform = parties.some((party) => platformParties.includes(party))
  return isOfPlatform && !parties.includes('submitter') ? 'platform' : 'submitter'
}

type Steps = { readonly [From in WorkOrderStatus]?: WorkOrderStatus }

/**
 * One row of the transition table.
 * - `steps`: maps the status before the action to the one after it; in other statuses the action is refused.
 * - `operatorSteps`: replaces `steps` if the operator of the request acts.
 * - `automatic`: the server can take the action too; with `only`, no person can.
 */
export type WorkOrderTransition = {
  readonly steps: Steps
  readonly operatorSteps?: Steps
  readonly parties: readonly WorkOrderParty[]
  readonly permission: Permission
  readonly automatic?: true | 'only'
}

const unchanged = {
  submitted: 'submitted',
  assigned: 'assigned',
  in_progress: 'in_progress',
  processed: 'processed',
} as const satisfies Steps

/**
 * The transition table of support requests (rules §9), which server, buttons, docs and tests read. A new request is
 * `submitted`, or `assigned` if its type has an operator.
 */
export const workOrderTransitions = {
  assign: {
    steps: { submitted: 'assigned', assigned: 'assigned', in_progress: 'in_progress' },
    parties: ['platform'],
    permission: 'workorder.assign',
  },
  // The server takes this step when the operator of the request is removed.
  release: {
    steps: { assigned: 'submitted', in_progress: 'submitted', processed: 'submitted' },
    parties: [],
    permission: 'manage.workorder',
    automatic: 'only',
  },
  reply: {
    steps: unchanged,
    operatorSteps: { ...unchanged, assigned: 'in_progress' },
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
 * Actions of `PUT /workorder/handle`. The detail screen asks for a confirmation of each (requirement 4.workorder.confirm).
 */
export const handleActions = [
  'close',
  'processed',
  'resolved',
  'unresolved',
] as const satisfies readonly WorkOrderAction[]
export type HandleAction = (typeof handleActions)[number]

/**
 * Returns the status to which an action leads.
 * @param by the caller's roles in the request, or `server` for automatic steps
 * @returns `never` if the caller may not take the action in any status; undefined if the status does not allow it
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

/** Whether a person can take an action now. Decides which buttons are shown. */
export function canRunWorkOrderAction(
  action: WorkOrderAction,
  order: { status: WorkOrderStatus; parties: readonly WorkOrderParty[] },
): boolean {
  const to = workOrderActionTarget(action, order.status, order.parties)
  return to !== undefined && to !== 'never'
}
