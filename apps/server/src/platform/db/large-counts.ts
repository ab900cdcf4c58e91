import type { Db, Tx } from './database.ts'

/**
 * Returns the number of rows up to which a list with the limit `max` is counted: a tenth more than the limit. A list with as many
 * rows is large.
 */
export const largeCountOf = (max: number): number => Math.ceil((max * 11) / 10)

const rememberedMs = 60_000
const entriesMax = 500

// Tests open several databases in one process. All transactions of a database share its adapter.
const known = new WeakMap<object, Map<string, number>>()

const knownOf = (db: Db | Tx): Map<string, number> => {
  const { adapter } = db.getExecutor()
  const found = known.get(adapter) ?? new Map<string, number>()
  known.set(adapter, found)
  return found
}

/**
 * Whether a count with this key has found a large list within the last minute. The list then still has more rows than the limit of
 * the count, unless a tenth of them was removed since.
 */
export function isKnownLarge(db: Db | Tx, key: string): boolean {
  return (knownOf(db).get(key) ?? 0) > performance.now()
}

/** Remembers that a count with this key has found a large list. */
export function rememberLarge(db: Db | Tx, key: string): void {
  const entries = knownOf(db)
  // A map iterates in the order of insertion, so the first key is the oldest.
  const [oldest] = entries.keys()
  if (entries.size >= entriesMax && oldest !== undefined) entries.delete(oldest)
  entries.delete(key)
  entries.set(key, performance.now() + rememberedMs)
}
