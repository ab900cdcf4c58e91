import {
  readInput,
  type WorkOrderAction,
  type WorkOrderParty,
  workOrderActions,
  workOrderActionTarget,
  workOrderFields,
} from '@pontic/contract'
import { describe, expect, it } from 'vitest'
import { type DemoRequest, demoOperator, demoRequests } from './demo-requests.ts'

const partiesOf = (one: DemoRequest, by: string): WorkOrderParty[] => [
  ...(by === one.by ? (['submitter'] as const) : []),
  ...(by === demoOperator.person ? (['operator'] as const) : []),
]

describe('the support requests of the demo', () => {
  it.each(demoRequests)('$title: the form would accept it', (one) => {
    const { title, content, requestNumber = '', contactPhone = '' } = one
    for (const [name, value] of Object.entries({ title, content, requestNumber, contactPhone }))
      expect(readInput(workOrderFields[name as 'title'], value)).toEqual({ isValid: true, value })
  })

  it.each(demoRequests)('$title: follows the transition table', (one) => {
    let status = 'submitted' as (typeof one.entries)[number]['to']
    for (const { kind, by, to } of one.entries) {
      const isAction = (workOrderActions as readonly string[]).includes(kind)
      // Its type has an operator, so that nobody assigned it.
      if (isAction && by !== null)
        expect([kind, workOrderActionTarget(kind as WorkOrderAction, status, partiesOf(one, by))]).toEqual([
          kind,
          to,
        ])
      status = to
    }
  })
})
