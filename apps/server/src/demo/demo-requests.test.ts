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

describe('demo', () => {
  it.each(demoRequests)('the fields of the support request “$title” are valid', (one) => {
    const { title, content, requestNumber = '', contactPhone = '' } = one
    for (const [name, value] of Object.entries({ title, content, requestNumber, contactPhone }))
      expect(readInput(workOrderFields[name as 'title'], value)).toEqual({ isValid: true, value })
  })

  it.each(demoRequests)('the steps of the support request “$title” follow the transition table', (one) => {
    let status = 'submitted' as (typeof one.entries)[number]['to']
    for (const { kind, by, to } of one.entries) {
      const isAction = (workOrderActions as readonly string[]).includes(kind)
      // Skips automatic assignments to the operator of the type, because no party has taken this action.
      if (isAction && by !== null)
        expect([kind, workOrderActionTarget(kind as WorkOrderAction, status, partiesOf(one, by))]).toEqual([
          kind,
          to,
        ])
      status = to
    }
  })
})
