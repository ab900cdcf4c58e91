import type { TimelineKind } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
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
 * A step that is about to be written. `organizationIds` is the SQL of an array of the parties that may read its timeline entry; an
 * item may be null.
 */
export type PlannedOrderEvent = { kind: TimelineKind; organizationIds: RawBuilder<string[]> }

const conditions = new Map<string, (event: PlannedOrderEvent) => RawBuilder<boolean>>()

/**
 * Condition under which a handler of `orderEventWritten` has something to do. It is part of the statement that reads the facts
 * of a step, so that most steps need no statement of the handler.
 */
export const orderEventCondition = {
  /** Adds the condition of a handler. A second one under the same name replaces the first. */
  register: (name: string, condition: (event: PlannedOrderEvent) => RawBuilder<boolean>) =>
    void conditions.set(name, condition),
  /** Returns the condition that any handler has something to do. */
  of: (event: PlannedOrderEvent): RawBuilder<boolean> => {
    const all = [...conditions.values()].map((condition) => condition(event))
    return sql<boolean>`(${sql.join([sql`false`, ...all], sql` or `)})`
  },
}

/**
 * Runs in the same transaction after a file or the mesh of a scan has changed. The upload of the order may now be
 * complete.
 */
export const filesChanged = defineHook<[call: Call<'tx' | 'services'>, orderId: string]>()
