import { build, type InlineConfig, type Rolldown } from 'vite'

/** A request costs as much as this many bytes of a bundle that is not minified. */
const requestBytes = 16_000

/** Weight of a lazy import that is no visit of a screen, such as a dialog. */
const lazyWeight = 0.05

/** The modules that one visit of a screen loads. The higher its weight, the fewer bytes it loads without using them. */
export type Visit = { readonly modules: readonly string[]; readonly weight: number }

/** Modules that the same visits load. `loads`: for each visit its weight, or 0 if it does not load them. */
type Part = { modules: string[]; bytes: number; loads: number[]; weight: number }

/**
 * Groups modules into files by what loads them, so that names and folders of sources play no role. `base` is what the first
 * script imports. The rest starts as one part for each set of visits that load it. Two parts become one file if the requests
 * that this saves outweigh the bytes that some visits then load without using them.
 * @param config the build without groups, which runs once to see what loads what
 */
export async function groupByVisits(
  config: InlineConfig,
  screens: readonly Visit[],
): Promise<Rolldown.CodeSplittingGroup[]> {
  const { output } = (await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
  })) as Rolldown.RolldownOutput
  const parts = mergeParts(listParts(output, screens))
  // What a file needs of later ones moves into it: with those of the most visits first, little does.
  const groups = parts.map(({ modules }, index) => {
    const ids = new Set(modules)
    return { name: 'shared', test: (id: string) => ids.has(id), priority: parts.length - index }
  })
  return [{ name: 'base', tags: ['$initial'], priority: parts.length + 1 }, ...groups]
}

/** The chunks outside of `base` that something lazy imports statically. */
function listParts(output: Rolldown.RolldownOutput['output'], screens: readonly Visit[]): Part[] {
  const chunks = new Map(
    output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])),
  )
  const reach = (files: Iterable<string>): Set<string> => {
    const found = new Set(files)
    for (const file of found) for (const next of chunks.get(file)?.imports ?? []) found.add(next)
    return found
  }
  const all = [...chunks.values()]
  const base = reach(all.flatMap(({ isEntry, fileName }) => (isEntry ? [fileName] : [])))
  const lazy = all.filter(({ isDynamicEntry, fileName }) => isDynamicEntry && !base.has(fileName))
  const fileOf = new Map(lazy.map(({ facadeModuleId, fileName }) => [facadeModuleId, fileName]))
  const ofScreens = new Set<string | null>(screens.flatMap(({ modules }) => modules))
  const others = [...fileOf].flatMap(([id, file]) => (ofScreens.has(id) ? [] : [[file]]))
  const visits = [
    ...screens.map(({ modules, weight }) => ({
      files: reach(modules.flatMap((id) => fileOf.get(id) ?? [])),
      weight,
    })),
    ...others.map((files) => ({ files: reach(files), weight: lazyWeight })),
  ]
  return all
    .filter(({ isDynamicEntry, fileName }) => !isDynamicEntry && !base.has(fileName))
    .map(({ fileName, modules }) =>
      toPart(
        Object.keys(modules),
        Object.values(modules).reduce((total, { renderedLength }) => total + renderedLength, 0),
        visits.map(({ files, weight }) => (files.has(fileName) ? weight : 0)),
      ),
    )
}

const toPart = (modules: string[], bytes: number, loads: number[]): Part => ({
  modules,
  bytes,
  loads,
  weight: loads.reduce((total, weight) => total + weight, 0),
})

/** What merging two parts saves, in weighted bytes over all visits; below zero it costs. */
function gainOf(one: Part, other: Part): number {
  const both = one.loads.reduce((total, weight, visit) => total + (other.loads[visit] === 0 ? 0 : weight), 0)
  return both * requestBytes - (other.weight - both) * one.bytes - (one.weight - both) * other.bytes
}

const mergeTwo = (one: Part, other: Part): Part =>
  toPart(
    [...one.modules, ...other.modules],
    one.bytes + other.bytes,
    one.loads.map((weight, visit) => Math.max(weight, other.loads[visit] ?? 0)),
  )

/** Merges the two parts that gain most until no pair gains. @returns the parts, those of the most visits first */
function mergeParts(parts: readonly Part[]): Part[] {
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

const pairUp = (one: Part, others: readonly Part[]) =>
  others.map((other) => ({ one, other, gain: gainOf(one, other) })).filter(({ gain }) => gain > 0)
