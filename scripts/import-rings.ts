import { dirname, join } from 'node:path/posix'
import { featureOf } from './import-rules.ts'

/** Names of the modules that each source imports, including types and lazy imports, by the path of the source. */
export type Imports = ReadonlyMap<string, readonly string[]>

/**
 * Finds import cycles.
 * @param imports of all sources, with module names as written
 * @param entryOf returns the source file of a package's module, such as `@pontic/contract`
 * @returns one cycle for each strongly connected component, as a list of paths of which the last imports the first
 */
export function findRings(imports: Imports, entryOf: (name: string) => string | undefined): string[][] {
  return listRings(toGraph(imports, entryOf))
}

/**
 * Finds import cycles between the server's feature folders, such as `cases/files` and `cases/orders`. Ignores test files.
 * @returns each cycle as the paths of its folders
 */
export function findFeatureRings(imports: Imports): string[][] {
  const features = new Map<string, Set<string>>()
  for (const [path, targets] of toGraph(imports, () => undefined)) {
    const feature = featureOf(path)
    if (feature === undefined) continue
    const others = targets
      .map(featureOf)
      .filter((other) => other !== undefined && other !== feature) as string[]
    features.set(feature, new Set([...(features.get(feature) ?? []), ...others]))
  }
  return listRings(new Map([...features].map(([feature, others]) => [feature, [...others]])))
}

function toGraph(imports: Imports, entryOf: (name: string) => string | undefined): Graph {
  return new Map(
    [...imports].map(([path, names]) => {
      const targets = names.map((name) =>
        name.startsWith('.') ? join(dirname(path), name.replace(/\?.*$/, '')) : entryOf(name),
      )
      return [path, targets.filter((target) => target !== undefined && imports.has(target)) as string[]]
    }),
  )
}

const listRings = (graph: Graph): string[][] =>
  findComponents(graph)
    .filter((component) => component.length > 1 || graph.get(component[0]!)?.includes(component[0]!))
    .map((component) => shortestCycle(component, graph))

type Graph = ReadonlyMap<string, readonly string[]>

/** Finds strongly connected components (Tarjan). */
function findComponents(graph: Graph): string[][] {
  const components: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const visit = (node: string) => {
    order.set(node, order.size)
    lowest.set(node, order.get(node)!)
    open.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next)
      if (open.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!))
    }
    if (lowest.get(node) === order.get(node)) components.push(open.splice(open.indexOf(node)))
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return components
}

/** Finds the shortest cycle through the first file of a component. */
function shortestCycle(component: readonly string[], graph: Graph): string[] {
  const start = component.toSorted()[0]!
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const node of queue) {
    const nexts = (graph.get(node) ?? []).filter((next) => component.includes(next))
    if (nexts.includes(start)) {
      const cycle = [node]
      for (let at = node; at !== start; cycle.unshift(at)) at = cameFrom.get(at)!
      return cycle
    }
    for (const next of nexts) {
      if (cameFrom.has(next)) continue
      cameFrom.set(next, node)
      queue.push(next)
    }
  }
  return [...component]
}
