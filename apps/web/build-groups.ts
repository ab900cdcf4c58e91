/** Weight of a lazy import that is not a screen, such as a dialog. A visit of a screen has at least 1. */
export const lazyWeight = 0.05

/** Things that the same visits load. `loads` has one number per visit: its weight, or 0 if it does not load the things. */
export type Part<Thing> = { things: Thing[]; bytes: number; loads: readonly number[]; weight: number }

/** Creates a part. Its weight is the sum of `loads`. */
export const toPart = <Thing>(things: Thing[], bytes: number, loads: readonly number[]): Part<Thing> => ({
  things,
  bytes,
  loads,
  weight: loads.reduce((total, weight) => total + weight, 0),
})

/** Returns the weighted bytes that merging two parts saves over all visits; negative if merging costs more. */
function savingOf(one: Part<unknown>, other: Part<unknown>, requestBytes: number): number {
  const both = one.loads.reduce((total, weight, visit) => total + (other.loads[visit] === 0 ? 0 : weight), 0)
  return both * requestBytes - (other.weight - both) * one.bytes - (one.weight - both) * other.bytes
}

const mergeTwo = <Thing>(one: Part<Thing>, other: Part<Thing>): Part<Thing> =>
  toPart(
    [...one.things, ...other.things],
    one.bytes + other.bytes,
    one.loads.map((weight, visit) => Math.max(weight, other.loads[visit] ?? 0)),
  )

/**
 * Merges the pair of parts that saves most, until no pair saves anything. A visit that loads both parts saves a request. A
 * visit that needs only one of them loads the bytes of the other without using them.
 * @param requestBytes cost of one request in bytes
 * @returns the parts, sorted by descending weight
 */
export function mergeParts<Thing>(parts: readonly Part<Thing>[], requestBytes: number): Part<Thing>[] {
  const pairUp = (one: Part<Thing>, others: readonly Part<Thing>[]) =>
    others
      .map((other) => ({ one, other, gain: savingOf(one, other, requestBytes) }))
      .filter(({ gain }) => gain > 0)
  let pairs = parts.flatMap((one, index) => pairUp(one, parts.slice(index + 1)))
  const open = new Set(parts)
  while (pairs.length > 0) {
    const { one, other } = pairs.reduce((best, pair) => (pair.gain > best.gain ? pair : best))
    const merged = mergeTwo(one, other)
    open.delete(one)
    open.delete(other)
    pairs = pairs.filter((pair) => open.has(pair.one) && open.has(pair.other))
    pairs.push(...pairUp(merged, [...open]))
    open.add(merged)
  }
  return [...open].sort((one, other) => other.weight - one.weight)
}
