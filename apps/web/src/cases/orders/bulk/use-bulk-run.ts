import type { Order } from '@pontic/contract'
import { useState } from 'react'
import { markStale } from '../../../frame/cache.ts'
import { useSession } from '../../../frame/session.ts'
import {
  type BulkAction,
  type BulkInput,
  type BulkOutcome,
  isBulkActionAllowed,
  runBulkAction,
} from './bulk.ts'

/**
 * Returns the state of a bulk action: the outcome of each case, the cases that are still to be done, and `start`, which runs the
 * action on them. After a failure that may be temporary the case is still to be done.
 */
export function useBulkRun(action: BulkAction, orders: readonly Order[]) {
  const session = useSession()
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, BulkOutcome>>>(() =>
    Object.fromEntries(
      orders.map((order) => {
        const isFit = session !== undefined && isBulkActionAllowed(action, order, session)
        return [order.id, { state: isFit ? 'waiting' : 'unfit' }] as const
      }),
    ),
  )
  const [isBusy, setBusy] = useState(false)
  const [hasRun, setRun] = useState(false)
  const isOpen = (outcome: BulkOutcome | undefined) =>
    outcome?.state === 'waiting' ||
    outcome?.state === 'running' ||
    (outcome?.state === 'failed' && !outcome.isFinal)
  const open = orders.filter(({ id }) => isOpen(outcomes[id]))
  const countOf = (state: BulkOutcome['state']) =>
    Object.values(outcomes).filter((outcome) => outcome.state === state).length
  return {
    outcomes,
    open,
    isOpen: (id: string) => isOpen(outcomes[id]),
    isBusy,
    hasRun,
    isFinished: hasRun && !isBusy && open.length === 0,
    counts: { done: countOf('done'), failed: countOf('failed') + countOf('unfit') },
    start: async (input: BulkInput) => {
      setBusy(true)
      await runBulkAction(action, open, input, (id, outcome) =>
        setOutcomes((before) => ({ ...before, [id]: outcome })),
      )
      setBusy(false)
      setRun(true)
      markStale('orders')
    },
  }
}
