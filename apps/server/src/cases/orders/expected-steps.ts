import type { Scope } from '../../platform/http/scope.ts'
import { sideOf } from '../access/order-side.shared.ts'
import type { AskedOrganization, AskedStep } from '../steps/step-facts.service.ts'
import type { ActionInputs, ManualAction } from './order-plans.ts'

const lab: AskedOrganization = { party: 'lab' }
const clinic: AskedOrganization = { party: 'clinic' }

/** Where the laboratory of the order is after an action, and who is notified. The facts of an action without a row are read after its plan. */
const expected: {
  [Action in ManualAction]?: { lab: AskedOrganization; notifies: 'lab' | 'clinic' | 'other' }
} = {
  recall: { lab: { id: null }, notifies: 'lab' },
  accept: { lab, notifies: 'clinic' },
  reject: { lab, notifies: 'clinic' },
  ship: { lab, notifies: 'clinic' },
  complete: { lab, notifies: 'lab' },
  remark: { lab, notifies: 'other' },
}

/**
 * Returns the step that an action usually plans, so that its facts can be read together with the lock of the order. If the plan
 * differs, for example because a send is deferred, the facts are read again.
 */
export function expectedStep<Action extends ManualAction>(
  action: Action,
  scope: Scope,
  input: ActionInputs[Action],
): AskedStep | undefined {
  const asked = { orderId: input.id, kind: action as AskedStep['kind'], waitingLabId: undefined }
  if ('labId' in input) {
    const sentTo = { id: input.labId }
    return { ...asked, lab: sentTo, eventLab: sentTo, reader: sentTo, waitingLabId: null }
  }
  const row = expected[action]
  if (row === undefined) return undefined
  const other = sideOf(scope).party === 'clinic' ? lab : clinic
  return { ...asked, lab: row.lab, eventLab: lab, reader: { lab, clinic, other }[row.notifies] }
}
