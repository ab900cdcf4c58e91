import type { Mesh } from './mesh.ts'

/** What the open edges of a mesh tell. */
export type Borders = {
  /** Edges with one triangle. */
  openEdges: number
  /** Rings of open edges that are holes: longer than a stray gap, and not the outer border of an open scan. */
  holes: number
}

/** Rings shorter than this are gaps that no technician would mind. */
const leastHoleMm = 1.5
/** A ring this long, against the longest side of the mesh, is the outer border of the scan. */
const borderShare = 0.4

/** Counts open edges and holes. Positions are compared, so that seams of colours are no borders. */
export function findBorders(mesh: Mesh, longestSideMm: number): Borders {
  const edges = listOpenEdges(mesh)
  const rings = measureRings(mesh, edges)
  const holes = rings.filter(
    (ring) => ring.lengthMm >= leastHoleMm && ring.spanMm < longestSideMm * borderShare,
  )
  return { openEdges: edges.length / 2, holes: holes.length }
}

/** Pairs of vertices with one triangle between them. */
function listOpenEdges({ indices, vertexCount }: Mesh): Uint32Array {
  // Edges by their lower vertex: one array, a part of it for each vertex.
  const starts = new Uint32Array(vertexCount + 1)
  forEachEdge(indices, (low) => {
    starts[low + 1]! += 1
  })
  for (let vertex = 0; vertex < vertexCount; vertex += 1) starts[vertex + 1]! += starts[vertex]!
  const ends = starts.slice(0, vertexCount)
  const others = new Uint32Array(indices.length)
  forEachEdge(indices, (low, high) => {
    others[ends[low]!] = high
    ends[low]! += 1
  })
  const open: number[] = []
  for (let vertex = 0; vertex < vertexCount; vertex += 1) {
    const part = others.subarray(starts[vertex]!, starts[vertex + 1]!).sort()
    for (let i = 0; i < part.length; ) {
      let next = i + 1
      while (next < part.length && part[next] === part[i]) next += 1
      if (next === i + 1) open.push(vertex, part[i]!)
      i = next
    }
  }
  return Uint32Array.from(open)
}

function forEachEdge(indices: Uint32Array, take: (low: number, high: number) => void): void {
  for (let i = 0; i < indices.length; i += 1) {
    const from = indices[i]!
    const to = indices[i % 3 === 2 ? i - 2 : i + 1]!
    if (from < to) take(from, to)
    else take(to, from)
  }
}

/** Length and longest span of each connected run of open edges, in the file's unit. */
function measureRings({ positions }: Mesh, edges: Uint32Array): { lengthMm: number; spanMm: number }[] {
  const parents = new Map<number, number>()
  const rootOf = (vertex: number): number => {
    let root = vertex
    for (let next = parents.get(root) ?? root; next !== root; next = parents.get(root) ?? root) root = next
    // Shortened on the way, so that a long ring is not walked again and again.
    for (let at = vertex; at !== root; ) {
      const next = parents.get(at) ?? root
      parents.set(at, root)
      at = next
    }
    return root
  }
  for (let i = 0; i < edges.length; i += 2) {
    const [a, b] = [rootOf(edges[i]!), rootOf(edges[i + 1]!)]
    if (a !== b) parents.set(a, b)
  }
  const rings = new Map<number, { lengthMm: number; min: number[]; max: number[] }>()
  for (let i = 0; i < edges.length; i += 2) {
    const root = rootOf(edges[i]!)
    const ring = rings.get(root) ?? {
      lengthMm: 0,
      min: [Infinity, Infinity, Infinity],
      max: [-Infinity, -Infinity, -Infinity],
    }
    rings.set(root, ring)
    const [from, to] = [edges[i]! * 3, edges[i + 1]! * 3]
    let squared = 0
    for (let axis = 0; axis < 3; axis += 1) {
      const value = positions[from + axis]!
      squared += (positions[to + axis]! - value) ** 2
      ring.min[axis] = Math.min(ring.min[axis]!, value)
      ring.max[axis] = Math.max(ring.max[axis]!, value)
    }
    ring.lengthMm += Math.sqrt(squared)
  }
  return [...rings.values()].map(({ lengthMm, min, max }) => ({
    lengthMm,
    spanMm: Math.max(max[0]! - min[0]!, max[1]! - min[1]!, max[2]! - min[2]!),
  }))
}
