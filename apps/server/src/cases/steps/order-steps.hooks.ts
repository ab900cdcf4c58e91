import type { TimelineKind } from '@pontic/contract'
import type { Tx } from '../../platform/db/database.ts'
import { defineHook } from '../../platform/hooks.ts'
import type { Call } from '../../platform/http/handlers.ts'

/** A timeline entry that was just written. */
export type WrittenOrderEvent = {
  eventId: string
  orderId: string
  kind: TimelineKind
  /** The laboratory that the entry is about; null if it is the order's current laboratory. */
  labId: string | null
  at: Date
}

/** Runs after a timeline entry was written, in the same transaction. */
export const orderEventWritten = defineHook<[tx: Tx, event: WrittenOrderEvent]>()

/** Runs after a change of a file or a processed scan, in the same transaction. The upload of the order may now be complete. */
export const filesChanged = defineHook<[call: Call<'tx' | 'services'>, orderId: string]>()
