import { randomUUID } from 'node:crypto'
import type { Statement, Value } from './recorder.ts'

/**
 * A value of a replayed statement: a fixed value, one or several new ids, or the version that an earlier statement read. If
 * `hasIds` is set, the value is JSON of rows that get new ids.
 */
export type Slot =
  | { value: Value; hasIds?: boolean }
  | { fresh: 'id' }
  | { fresh: 'ids'; count: number }
  | { read: 'version' }

/** A statement that can be replayed. */
export type Replayed = { text: string; slots: Slot[] }

/** Converts recorded statements to replayable ones. */
export function toReplay(statements: readonly Statement[]): Replayed[] {
  return statements.map(({ text, values }) => {
    const placeIn = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0) - 1
    const versionAt = placeIn(/"version" = \$(\d+)/)
    const rowIdAt = placeIn(
      /insert into "?(?:order_event|waiting_mail)"? \("?id"?,[^)]*\)\s*values \(\$(\d+)/,
    )
    const noticeIdsAt = placeIn(/insert into notification .*?unnest\(\$(\d+)::uuid\[\]/s)
    const slots = values.map((value, index): Slot => {
      if (index === rowIdAt) return { fresh: 'id' }
      if (index === noticeIdsAt) return { fresh: 'ids', count: (value ?? '').split(',').length }
      if (index === versionAt) return { read: 'version' }
      return {
        value,
        hasIds: text.includes('insert into waiting_mail') && (value ?? '').startsWith('[{"id":'),
      }
    })
    return { text, slots }
  })
}

/** Returns the statements with the id of another object in their values. */
export function replaceObject(statements: readonly Replayed[], fromId: string, toId: string): Replayed[] {
  return statements.map(({ text, slots }) => ({
    text,
    slots: slots.map((slot) =>
      'value' in slot ? { ...slot, value: slot.value?.replaceAll(fromId, toId) ?? null } : slot,
    ),
  }))
}

/** Whether a statement reads the version that a later statement needs. */
export const readsVersion = ({ text }: Replayed): boolean => text.includes('for no key update')

const rowId = /"id":"[^"]+"/g

/** Returns the values of a statement for pg. */
export function valuesOf({ slots }: Replayed, version: string): Value[] {
  return slots.map((slot) => {
    if ('count' in slot) return `{${Array.from({ length: slot.count }, () => randomUUID()).join(',')}}`
    if ('fresh' in slot) return randomUUID()
    if ('read' in slot) return version
    return slot.hasIds ? (slot.value ?? '').replaceAll(rowId, () => `"id":"${randomUUID()}"`) : slot.value
  })
}
