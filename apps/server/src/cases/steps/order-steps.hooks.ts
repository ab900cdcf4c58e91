import type { TimelineKind } from '@pontic/contract'
import type { Tx } from '../../platform/db/database.ts'
import { defineHook } from '../../platform/hooks.ts'
import type { Call } from '../../platform/http/handlers.ts'

/** A timeline entry that was just written. */
export type WrittenOrderEvent = {
  eventId: string
  orderId: string
  kind: TimelineKind
  /** The laboratory that may read the entry; null if every laboratory of the order may. */
  labId: string | null
  at: Date
}

/** Runs after a timeline entry was written, in the same transaction. */
export const orderEventWritten = defineHook<[tx: Tx, event: WrittenOrderEvent]>()

/**
 * Runs in the same transaction after a file or the mesh of a scan has changed. The upload of the order may now be
 * complete.
 */
export const filesChanged = defineHook<[call: Call<'tx' | 'services'>, orderId: string]>()
