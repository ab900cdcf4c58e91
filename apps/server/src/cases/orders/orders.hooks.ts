import type { TimelineKind } from '@pontic/contract'
import type { Tx } from '../../platform/db/database.ts'
import { defineHook } from '../../platform/hooks.ts'

/** A new timeline entry. `labId` is the laboratory that the entry concerns; null stands for the current laboratory of the order. */
export type WrittenOrderEvent = {
  eventId: string
  orderId: string
  kind: TimelineKind
  labId: string | null
  at: Date
}

/** Runs after a timeline entry was written, in the same transaction. */
export const orderEventWritten = defineHook<[tx: Tx, event: WrittenOrderEvent]>()
