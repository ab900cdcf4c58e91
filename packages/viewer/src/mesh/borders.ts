import type { Mesh } from './mesh.ts'

/** The open edges and holes of a mesh. */
export type Borders = {
  /** Number of edges that belong to one triangle only. */
  openEdges: number
  /**
   * Number of holes: closed rings of open edges that are longer than `leastHoleMm` and not the outer border of the scan or
   * of a part.
   */
  holes: number
}

/** Shorter rings are gaps that do not matter. */
const leastHoleMm = 1.5
/** A ring that spans at least this share of the mesh's longest side is the outer border of the scan. */
const borderShare = 0.4
/** A ring that spans at least this share of its connected part is the outer border of a loose flap or an open shell. */
const partShare = 0.7

/**
 * Counts open edges and holes of a mesh with welded positions. Triangles without an area are included if their corners
 * differ, because they close the gap between their neighbours.
 */
export function findBorders(mesh: Mesh, longestSideMm: number): Borders {
  const edges = joinTriangles(mesh)
  const openEdges = edges.open.length / 3
  if (openEdges === 0) return { openEdges: 0, holes: 0 }
  // A fin is a triangle on an edge that two other triangles share. Its open edges enclose no hole.
  const rings = measureRings(mesh, withoutFins(edges))
  const parts = measureParts(mesh, edges.partOf, new Set(rings.map(({ part }) => part)))
  const holes = rings.filter(
    ({ isClosed, lengthMm, spanMm, part }) =>
      isClosed &&
      lengthMm >= leastHoleMm &&
      spanMm < longestSideMm * borderShare &&
      spanMm < (parts.get(part) ?? 0) * partShare,
  )
  return { openEdges, holes: holes.length }
}

type Edges = {
  /** For each open edge: its two vertices and its triangle. */
  open: Uint32Array
  /** 1 for each triangle with an edge that three or more triangles share. */
  isOnFork: Uint8Array
  /** Returns the number of the connected part to which a triangle belongs. */
  partOf: (triangle: number) => number
}

/** Lists the open edges, and joins triangles that share an edge into parts. */
function joinTriangles({ indices, vertexCount, triangleCount }: Mesh): Edges {
  // `others` lists all edges, grouped by the smaller vertex number and sorted by the larger one, then by triangle.
  const starts = new Uint32Array(vertexCount + 1)
  forEachEdge(indices, (low) => {
    starts[low + 1]! += 1
  })
  for (let vertex = 0; vertex < vertexCount; vertex += 1) starts[vertex + 1]! += starts[vertex]!
  const ends = starts.slice(0, vertexCount)
  const others = new Float64Array(starts[vertexCount]!)
  forEachEdge(indices, (low, high, triangle) => {
    others[ends[low]!] = high * triangleCount + triangle
    ends[low]! += 1
  })
  const parents = Uint32Array.from({ length: triangleCount }, (_, triangle) => triangle)
  const isOnFork = new Uint8Array(triangleCount)
  const open: number[] = []
  for (let vertex = 0; vertex < vertexCount; vertex += 1) {
    const part = others.subarray(starts[vertex]!, starts[vertex + 1]!).sort()
    for (let i = 0; i < part.length; ) {
      const high = Math.floor(part[i]! / triangleCount)
      const first = part[i]! % triangleCount
      let next = i + 1
      while (next < part.length && Math.floor(part[next]! / triangleCount) === high) {
        parents[rootOf(parents, part[next]! % triangleCount)] = rootOf(parents, first)
        next += 1
      }
      if (next === i + 1) open.push(vertex, high, first)
      if (next > i + 2) for (let at = i; at < next; at += 1) isOnFork[part[at]! % triangleCount] = 1
      i = next
    }
  }
  return { open: Uint32Array.from(open), isOnFork, partOf: (triangle) => rootOf(parents, triangle) }
}

function forEachEdge(
  indices: Uint32Array,
  onEdge: (low: number, high: number, triangle: number) => void,
): void {
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i]!, indices[i + 1]!, indices[i + 2]!]
    // A triangle that has collapsed to a line adds no edges.
    if (a === b || b === c || c === a) continue
    onEdge(Math.min(a, b), Math.max(a, b), i / 3)
    onEdge(Math.min(b, c), Math.max(b, c), i / 3)
    onEdge(Math.min(c, a), Math.max(c, a), i / 3)
  }
}

/** Finds the root of an item in a union-find forest, with path halving. */
function rootOf(parents: Uint32Array, from: number): number {
  let at = from
  while (parents[at] !== at) {
    parents[at] = parents[parents[at]!]!
    at = parents[at]!
  }
  return at
}

/** Lists the open edges, except those of fins. */
function withoutFins({ open, isOnFork, partOf }: Edges): OpenEdge[] {
  const counts = new Map<number, number>()
  for (let i = 2; i < open.length; i += 3) counts.set(open[i]!, (counts.get(open[i]!) ?? 0) + 1)
  const edges: OpenEdge[] = []
  for (let i = 0; i < open.length; i += 3) {
    const triangle = open[i + 2]!
    if (isOnFork[triangle] === 1 && counts.get(triangle) === 2) continue
    edges.push({ from: open[i]!, to: open[i + 1]!, part: partOf(triangle) })
  }
  return edges
}

type OpenEdge = { from: number; to: number; part: number }
type Box = { min: number[]; max: number[] }
type Ring = { lengthMm: number; spanMm: number; isClosed: boolean; part: number }

const emptyBox = (): Box => ({
  min: [Infinity, Infinity, Infinity],
  max: [-Infinity, -Infinity, -Infinity],
})

function widen({ min, max }: Box, positions: Float32Array, vertex: number): void {
  for (let axis = 0; axis < 3; axis += 1) {
    const value = positions[vertex * 3 + axis]!
    if (value < min[axis]!) min[axis] = value
    if (value > max[axis]!) max[axis] = value
  }
}

const longestOf = ({ min, max }: Box): number => Math.max(...max.map((value, axis) => value - min[axis]!))

/** Measures each connected run of open edges: its length, the longest side of its bounding box, and whether it is closed. */
function measureRings({ positions }: Mesh, edges: readonly OpenEdge[]): Ring[] {
  const numbers = new Map<number, number>()
  for (const { from, to } of edges)
    for (const vertex of [from, to]) if (!numbers.has(vertex)) numbers.set(vertex, numbers.size)
  const parents = Uint32Array.from({ length: numbers.size }, (_, at) => at)
  const degrees = new Uint32Array(numbers.size)
  for (const { from, to } of edges) {
    const [a, b] = [numbers.get(from)!, numbers.get(to)!]
    degrees[a]! += 1
    degrees[b]! += 1
    parents[rootOf(parents, a)] = rootOf(parents, b)
  }
  const rings = new Map<number, { lengthMm: number; box: Box; isClosed: boolean; part: number }>()
  for (const { from, to, part } of edges) {
    const root = rootOf(parents, numbers.get(from)!)
    const ring = rings.get(root) ?? { lengthMm: 0, box: emptyBox(), isClosed: true, part }
    rings.set(root, ring)
    const [a, b] = [from * 3, to * 3]
    ring.lengthMm += Math.hypot(
      positions[a]! - positions[b]!,
      positions[a + 1]! - positions[b + 1]!,
      positions[a + 2]! - positions[b + 2]!,
    )
    for (const vertex of [from, to]) {
      widen(ring.box, positions, vertex)
      // A run that does not return to its start encloses no hole.
      if (degrees[numbers.get(vertex)!]! % 2 === 1) ring.isClosed = false
    }
  }
  return [...rings.values()].map(({ box, ...ring }) => ({ ...ring, spanMm: longestOf(box) }))
}

/** Measures the longest side of the bounding box of each given part. */
function measureParts(
  { positions, indices }: Mesh,
  partOf: Edges['partOf'],
  parts: ReadonlySet<number>,
): Map<number, number> {
  const boxes = new Map([...parts].map((part) => [part, emptyBox()]))
  for (let i = 0; i < indices.length; i += 3) {
    const box = boxes.get(partOf(i / 3))
    if (box) for (let corner = i; corner < i + 3; corner += 1) widen(box, positions, indices[corner]!)
  }
  return new Map([...boxes].map(([part, box]) => [part, longestOf(box)]))
}
