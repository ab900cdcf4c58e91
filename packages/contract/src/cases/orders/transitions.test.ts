import { describe, expect, it } from 'vitest'
import { workOrderTransitions } from '../../office/workorders/workorder-states.ts'
import { partnershipTransitions } from '../partners/partnership-states.ts'

/** Transition tables that a person wrote from the specification. The server's `reviewed-order-actions.ts` has the table of orders. */
const open = {
  submitted: 'submitted',
  assigned: 'assigned',
  in_progress: 'in_progress',
  processed: 'processed',
}
const reviewedWorkOrders = {
  assign: {
    steps: { submitted: 'assigned', assigned: 'assigned', in_progress: 'in_progress' },
    parties: ['platform'],
    permission: 'workorder.assign',
  },
  // Applies to the requests of a removed operator.
  release: {
    steps: { assigned: 'submitted', in_progress: 'submitted', processed: 'submitted' },
    parties: [],
    permission: 'manage.workorder',
    automatic: 'only',
  },
  reply: {
    steps: open,
    // The operator's first reply.
    operatorSteps: { ...open, assigned: 'in_progress' },
    parties: ['submitter', 'administrator', 'operator'],
    permission: 'workorder.write',
  },
  processed: {
    steps: { assigned: 'processed', in_progress: 'processed' },
    parties: ['operator'],
    permission: 'workorder.process',
  },
  // The server also takes this step, after 14 days.
  resolved: {
    steps: { processed: 'resolved' },
    parties: ['submitter'],
    permission: 'workorder.write',
    automatic: true,
  },
  unresolved: { steps: { processed: 'unresolved' }, parties: ['submitter'], permission: 'workorder.write' },
  close: {
    steps: { submitted: 'closed', assigned: 'closed', in_progress: 'closed', processed: 'closed' },
    parties: ['submitter', 'operator', 'platform'],
    permission: 'workorder.write',
  },
}

const reviewedPartnerships = {
  apply: { from: ['none'], to: 'requested', side: 'either' },
  approve: { from: ['requested'], to: 'partner', side: 'recipient' },
  refuse: { from: ['requested'], to: 'none', side: 'recipient' },
  cancel: { from: ['requested'], to: 'none', side: 'requester' },
  remove: { from: ['partner'], to: 'none', side: 'either' },
}

const tables: Record<string, [found: Readonly<Record<string, object>>, reviewed: Record<string, object>]> = {
  'support requests': [workOrderTransitions, reviewedWorkOrders],
  partnerships: [partnershipTransitions, reviewedPartnerships],
}

describe.each(Object.entries(tables))('the transitions of %s', (_, [found, reviewed]) => {
  it('are those of the reviewed table', () => {
    expect(Object.keys(found).sort()).toEqual(Object.keys(reviewed).sort())
  })

  it.each(Object.entries(reviewed))(
    'have the reviewed states, sides and permission for %s',
    (action, row) => {
      expect(found[action]).toEqual(row)
    },
  )
})
