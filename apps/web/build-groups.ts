/** Weight of a lazy import that is no visit of a screen, such as a dialog. A visit of a screen has at least 1. */
export const lazyWeight = 0.05

/** Things that the same visits load. `loads`: for each visit its weight, or 0 if it does not load them. */
export type Part<Thing> = { things: Thing[]; bytes: number; loads: readonly number[]; weight: number }

export const toPart = <Thing>(things: Thing[], bytes: number, loads: readonly number[]): Part<Thing> => ({
  things,
  bytes,
  loads,
  weight: loads.reduce((total, weight) => total + weight, 0),
})

/** What merging two parts saves, in weighted bytes over all visits; below zero it costs. */
function gainOf(one: Part<unknown>, other: Part<unknown>, requestBytes: number): number {
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
 * Merges the two parts that gain most until no pair gains: a visit that loads both saves a request, one that needs a single
 * one of them loads the other without using it.
 * @param requestBytes a request costs as much as this many bytes
 * @returns the parts, those of the most visits first
 */
export function mergeParts<Thing>(parts: readonly Part<Thing>[], requestBytes: number): Part<Thing>[] {
  const pairUp = (one: Part<Thing>, others: readonly Part<Thing>[]) =>
    others
      .map((other) => ({ one, other, gain: gainOf(one, other, requestBytes) }))
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
