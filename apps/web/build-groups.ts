/**
 * Weight of a lazy import that is not a screen, such as a dialog. A visit of a screen weighs at least 20. Weights are whole
 * numbers, because sums of fractions depend on their order.
 */
export const lazyWeight = 1

/**
 * Things that are loaded together: modules, or keys of texts.
 * - `loads`: for each visit its weight, or 0 if the visit does not load this part.
 * - `needs`: things of other parts that every visit of this part also loads, such as the modules that it imports.
 */
export type Part<Thing> = {
  things: readonly Thing[]
  bytes: number
  loads: readonly number[]
  weight: number
  needs: readonly Thing[]
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** Creates a part. Its weight is the sum of `loads`. */
export const toPart = <Thing>(
  things: readonly Thing[],
  bytes: number,
  loads: readonly number[],
  needs: readonly Thing[] = [],
): Part<Thing> => ({ things, bytes, loads, weight: sum(loads), needs })

const unite = (one: readonly number[], other: readonly number[]) =>
  one.map((weight, visit) => Math.max(weight, other[visit] ?? 0))

const mergeTwo = <Thing>(one: Part<Thing>, other: Part<Thing>): Part<Thing> =>
  toPart([...one.things, ...other.things], one.bytes + other.bytes, unite(one.loads, other.loads), [
    ...one.needs,
    ...other.needs,
  ])

/** Returns the weighted bytes that a merge of two parts saves; negative if it costs bytes. It ignores their `needs`. */
function gainOf(one: Part<unknown>, other: Part<unknown>, requestBytes: number): number {
  const shared = one.loads.filter((_, visit) => other.loads[visit] !== 0)
  const both = sum(shared)
  return both * requestBytes - (other.weight - both) * one.bytes - (one.weight - both) * other.bytes
}

/** Orders parts by the visits that load them, then by size. Ignores names, so that a renamed module changes no group. */
function compareParts(one: Part<unknown>, other: Part<unknown>): number {
  const visit = one.loads.findIndex((weight, index) => weight !== other.loads[index])
  return visit < 0 ? other.bytes - one.bytes : (other.loads[visit] ?? 0) - (one.loads[visit] ?? 0)
}

/** Lists the parts that the given parts need, directly or indirectly, without the given parts. */
function listNeeded<Thing>(from: readonly Part<Thing>[], partOf: ReadonlyMap<Thing, Part<Thing>>) {
  const found = new Set(from)
  for (const { needs } of found)
    for (const thing of needs) {
      const part = partOf.get(thing)
      if (part) found.add(part)
    }
  return [...found].filter((part) => !from.includes(part))
}

type Pair<Thing> = { one: Part<Thing>; other: Part<Thing>; gain: number }

/**
 * Merges the two parts whose merge saves most, until no merge saves anything. A visit that loads both parts saves a request.
 * A visit that loads only one of them then also loads the other part and its `needs`, without using them.
 * @param given the parts; their order does not change the result
 * @param requestBytes a request costs as much as this many bytes
 * @returns the parts, sorted by weight, highest first
 */
export function mergeParts<Thing>(given: readonly Part<Thing>[], requestBytes: number): Part<Thing>[] {
  const partOf = new Map<Thing, Part<Thing>>()
  const current = new Set<Part<Thing>>()
  let pairs: Pair<Thing>[] = []
  const add = (one: Part<Thing>) => {
    for (const thing of one.things) partOf.set(thing, one)
    for (const other of current) {
      const gain = gainOf(one, other, requestBytes)
      if (gain > 0) pairs.push({ one, other, gain })
    }
    current.add(one)
  }
  const remove = (parts: readonly Part<Thing>[]) => {
    for (const part of parts) current.delete(part)
    pairs = pairs.filter(({ one, other }) => current.has(one) && current.has(other))
  }
  const costOfNeeds = ({ one, other }: Pair<Thing>) => {
    const loads = unite(one.loads, other.loads)
    return sum(
      listNeeded([one, other], partOf).map(
        (part) => part.bytes * sum(loads.filter((_, visit) => part.loads[visit] === 0)),
      ),
    )
  }
  const findBest = () => {
    let best: Pair<Thing> | undefined
    for (const pair of pairs) {
      if (pair.gain <= (best?.gain ?? 0)) continue
      const gain = pair.gain - costOfNeeds(pair)
      if (gain > (best?.gain ?? 0)) best = { ...pair, gain }
    }
    return best
  }
  for (const part of given.toSorted(compareParts)) add(part)
  for (let best = findBest(); best; best = findBest()) {
    const merged = mergeTwo(best.one, best.other)
    remove([best.one, best.other])
    add(merged)
    const needed = listNeeded([merged], partOf)
    const changed = needed.filter(({ loads }) =>
      merged.loads.some((weight, visit) => weight > (loads[visit] ?? 0)),
    )
    remove(changed)
    for (const part of changed)
      add(toPart(part.things, part.bytes, unite(part.loads, merged.loads), part.needs))
  }
  return [...current].sort((one, other) => other.weight - one.weight || compareParts(one, other))
}
