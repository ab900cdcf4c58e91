type Triangles = { positions: Float32Array; indices: Uint32Array }
type Grid = {
  origin: number[]
  cell: number
  counts: [number, number, number]
  starts: Uint32Array
  items: Uint32Array
}

/** Maximum number of cells in the grid. */
const cellsMax = 4_000_000

/**
 * Measures the distances of points from the surface of a mesh, for tests and the bench.
 * @param points x, y, z in sequence
 * @returns one distance per point, in the file's unit, sorted from the smallest to the largest
 */
export function measureDeviation(points: Float32Array, mesh: Triangles): Float32Array {
  const grid = fillGrid(mesh)
  const distances = new Float32Array(points.length / 3)
  for (let i = 0; i < distances.length; i += 1)
    distances[i] = Math.sqrt(
      squaredDistance(grid, mesh, points[i * 3]!, points[i * 3 + 1]!, points[i * 3 + 2]!),
    )
  return distances.sort()
}

/** Returns a percentile of sorted distances. @param share 0.5 for the median, 0.99 for the 99th percentile */
export const percentileOf = (sorted: Float32Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Samples the surface of a mesh: its used vertices, and the centroids of its triangles. */
export function surfacePoints({ positions, indices }: Triangles): Float32Array {
  const used = new Set(indices)
  const points = new Float32Array((used.size + indices.length / 3) * 3)
  let to = 0
  for (const vertex of used) {
    points.set(positions.subarray(vertex * 3, vertex * 3 + 3), to)
    to += 3
  }
  for (let i = 0; i < indices.length; i += 3) {
    for (let axis = 0; axis < 3; axis += 1) {
      const sum = [0, 1, 2].reduce((all, k) => all + positions[indices[i + k]! * 3 + axis]!, 0)
      points[to + axis] = sum / 3
    }
    to += 3
  }
  return points
}

function fillGrid({ positions, indices }: Triangles): Grid {
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  for (const index of indices) {
    for (let axis = 0; axis < 3; axis += 1) {
      min[axis] = Math.min(min[axis]!, positions[index * 3 + axis]!)
      max[axis] = Math.max(max[axis]!, positions[index * 3 + axis]!)
    }
  }
  const sides = max.map((value, axis) => Math.max(value - min[axis]!, 1e-6))
  // Chooses the cell size so that a flat sheet of these triangles has about one triangle per cell.
  let cell =
    Math.sqrt(
      (sides[0]! * sides[1]! + sides[1]! * sides[2]! + sides[0]! * sides[2]!) / (indices.length / 3),
    ) * 1.5
  while (sides.reduce((product, side) => product * (Math.floor(side / cell) + 1), 1) > cellsMax) cell *= 1.3
  const counts = sides.map((side) => Math.floor(side / cell) + 1) as [number, number, number]
  const grid = { origin: min, cell, counts, starts: new Uint32Array(0), items: new Uint32Array(0) }
  const starts = new Uint32Array(counts[0] * counts[1] * counts[2] + 1)
  forEachCell(grid, { positions, indices }, (at) => {
    starts[at + 1]! += 1
  })
  for (let at = 1; at < starts.length; at += 1) starts[at]! += starts[at - 1]!
  const ends = starts.slice()
  const items = new Uint32Array(starts[starts.length - 1]!)
  forEachCell(grid, { positions, indices }, (at, triangle) => {
    items[ends[at]!] = triangle
    ends[at]! += 1
  })
  return { ...grid, starts, items }
}

const clampCell = (value: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(value)))

function forEachCell(
  { origin, cell, counts }: Grid,
  { positions, indices }: Triangles,
  onCell: (at: number, triangle: number) => void,
): void {
  const low = [0, 0, 0]
  const high = [0, 0, 0]
  for (let i = 0; i < indices.length; i += 3) {
    for (let axis = 0; axis < 3; axis += 1) {
      const [a, b, c] = [0, 1, 2].map((k) => positions[indices[i + k]! * 3 + axis]!) as [
        number,
        number,
        number,
      ]
      low[axis] = clampCell((Math.min(a, b, c) - origin[axis]!) / cell, counts[axis]!)
      high[axis] = clampCell((Math.max(a, b, c) - origin[axis]!) / cell, counts[axis]!)
    }
    for (let x = low[0]!; x <= high[0]!; x += 1)
      for (let y = low[1]!; y <= high[1]!; y += 1)
        for (let z = low[2]!; z <= high[2]!; z += 1) onCell((x * counts[1] + y) * counts[2] + z, i)
  }
}

/** Searches the cells around a point in growing rings until no nearer triangle is possible. */
function squaredDistance(grid: Grid, mesh: Triangles, x: number, y: number, z: number): number {
  const { origin, cell, counts } = grid
  const [px, py, pz] = [(x - origin[0]!) / cell, (y - origin[1]!) / cell, (z - origin[2]!) / cell]
  const cx = clampCell(px, counts[0])
  const cy = clampCell(py, counts[1])
  const cz = clampCell(pz, counts[2])
  const inner = Math.min(px - cx, cx + 1 - px, py - cy, cy + 1 - py, pz - cz, cz + 1 - pz)
  let best = Infinity
  for (let ring = 0; ring <= Math.max(counts[0], counts[1], counts[2]); ring += 1) {
    // No triangle in this ring or beyond is nearer than the border of the previous ring.
    const reach = Math.max(0, inner + ring - 1) * cell
    if (ring > 0 && best <= reach * reach) break
    for (let dx = -ring; dx <= ring; dx += 1) {
      for (let dy = -ring; dy <= ring; dy += 1) {
        const isFace = dx === ring || dx === -ring || dy === ring || dy === -ring
        for (let dz = -ring; dz <= ring; dz += isFace ? 1 : 2 * ring)
          best = searchCell(grid, mesh, { x, y, z, cx: cx + dx, cy: cy + dy, cz: cz + dz }, best)
      }
    }
  }
  return best
}

type CellSearch = { x: number; y: number; z: number; cx: number; cy: number; cz: number }

function searchCell(
  { counts, starts, items }: Grid,
  mesh: Triangles,
  search: CellSearch,
  least: number,
): number {
  const { x, y, z, cx, cy, cz } = search
  if (cx < 0 || cy < 0 || cz < 0 || cx >= counts[0] || cy >= counts[1] || cz >= counts[2]) return least
  const at = (cx * counts[1] + cy) * counts[2] + cz
  let best = least
  for (let i = starts[at]!; i < starts[at + 1]!; i += 1) {
    const distance = toTriangle(mesh, items[i]!, x, y, z)
    if (distance < best) best = distance
  }
  return best
}

/**
 * Returns the squared distance of a point to a triangle: to its face if the projection lies inside, otherwise to its nearest
 * edge. Uses no arrays, because it is called millions of times.
 */
function toTriangle({ positions, indices }: Triangles, at: number, x: number, y: number, z: number): number {
  const a = indices[at]! * 3
  const b = indices[at + 1]! * 3
  const c = indices[at + 2]! * 3
  const ax = positions[a]!
  const ay = positions[a + 1]!
  const az = positions[a + 2]!
  const ux = positions[b]! - ax
  const uy = positions[b + 1]! - ay
  const uz = positions[b + 2]! - az
  const vx = positions[c]! - ax
  const vy = positions[c + 1]! - ay
  const vz = positions[c + 2]! - az
  const px = x - ax
  const py = y - ay
  const pz = z - az
  const uu = ux * ux + uy * uy + uz * uz
  const uv = ux * vx + uy * vy + uz * vz
  const vv = vx * vx + vy * vy + vz * vz
  const up = ux * px + uy * py + uz * pz
  const vp = vx * px + vy * py + vz * pz
  const pp = px * px + py * py + pz * pz
  const determinant = uu * vv - uv * uv
  const s = (vv * up - uv * vp) / determinant
  const t = (uu * vp - uv * up) / determinant
  if (determinant > 0 && s >= 0 && t >= 0 && s + t <= 1)
    return Math.max(0, pp - 2 * (s * up + t * vp) + s * s * uu + 2 * s * t * uv + t * t * vv)
  const ww = uu + vv - 2 * uv
  // The third edge starts at the second corner.
  const wq = vp - up - uv + uu
  const qq = pp - 2 * up + uu
  return Math.max(0, Math.min(toEdge(uu, up, pp), toEdge(vv, vp, pp), toEdge(ww, wq, qq)))
}

/** Returns the squared distance to an edge. The nearest point on the line of the edge is clamped to the two corners. */
function toEdge(squaredLength: number, along: number, start: number): number {
  const k = squaredLength > 0 ? Math.min(1, Math.max(0, along / squaredLength)) : 0
  return start - 2 * k * along + k * k * squaredLength
}
