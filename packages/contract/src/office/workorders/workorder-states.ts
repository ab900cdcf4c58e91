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

/** Nothing happens to a request after these. */
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

/** The side of a request that somebody speaks for. */
export type WorkOrderSide = 'submitter' | 'platform'

const handler: WorkOrderParty = 'operator'
const platformParties: readonly WorkOrderParty[] = [handler, 'platform']

/** For whom somebody speaks: whoever submitted a request speaks for himself, wherever he works. */
export function workOrderSideOf(parties: readonly WorkOrderParty[]): WorkOrderSide {
  const isOfPlatform = parties.some((party) => platformParties.includes(party))
  return isOfPlatform && !parties.includes('submitter') ? 'platform' : 'submitter'
}

type Steps = { readonly [From in WorkOrderStatus]?: WorkOrderStatus }

/**
 * One row of the transition table.
 * - `steps`: from which status to which; a status that is not named refuses the action.
 * - `operatorSteps`: the same for the request's operator, where his doing it means more.
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
 * The transition table of support requests (rules §9). Server, buttons, docs and tests read this and nothing else.
 * Submitting makes a request: Submitted, or Assigned at once where its type has an operator.
 */
export const workOrderTransitions = {
  assign: {
    steps: { submitted: 'assigned', assigned: 'assigned', in_progress: 'in_progress' },
    parties: ['platform'],
    permission: 'workorder.assign',
  },
  // Whoever handled it is no operator any more.
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
export const workOrderActions = Object.keys(workOrderTransitions) as WorkOrderAction[]

/** The actions of the detail screen, each with a confirmation (requirement 4.workorder.confirm): what `PUT /workorder/handle` takes. */
export const handleActions = [
  'close',
  'processed',
  'resolved',
  'unresolved',
] as const satisfies readonly WorkOrderAction[]
export type HandleAction = (typeof handleActions)[number]

/**
 * Judges an action of somebody, or of the server itself.
 * @param by what he is to the request; `server` for what happens by itself
 * @returns `never` where none of his parts allows it, else the status it leads to; undefined in the wrong status
 */
export function judgeWorkOrderAction(
  action: WorkOrderAction,
  status: WorkOrderStatus,
  by: readonly WorkOrderParty[] | 'server',
): 'never' | WorkOrderStatus | undefined {
  const row: WorkOrderTransition = workOrderTransitions[action]
  if (by === 'server') return row.automatic ? row.steps[status] : 'never'
  if (row.automatic === 'only' || !row.parties.some((party) => by.includes(party))) return 'never'
  return (by.includes(handler) ? row.operatorSteps : undefined)?.[status] ?? row.steps[status]
}

/** Whether somebody can take an action now: for buttons. */
export function mayTakeWorkOrderAction(
  action: WorkOrderAction,
  order: { status: WorkOrderStatus; parties: readonly WorkOrderParty[] },
): boolean {
  const to = judgeWorkOrderAction(action, order.status, order.parties)
  return to !== undefined && to !== 'never'
}
