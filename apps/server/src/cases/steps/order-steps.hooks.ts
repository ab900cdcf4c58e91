import type { TimelineKind } from '@pontic/contract'
import type { Tx } from '../../platform/db/database.ts'
import { defineHook } from '../../platform/hooks.ts'
import type { Call } from '../../platform/http/handlers.ts'

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

/** Runs after a change of a file or a processed scan, in the same transaction. The upload of the order may now be complete. */
export const filesChanged = defineHook<[call: Call<'tx' | 'services'>, orderId: string]>()
