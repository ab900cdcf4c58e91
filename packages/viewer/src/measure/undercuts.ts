import { areaOf } from './map-figures.ts'
import type { Surface } from './surface-tree.ts'

/** The undercuts of a surface from a direction. */
export type Undercuts = {
  /**
   * Depth of each vertex in millimetres: its horizontal distance from the nearest place that a rod along the direction can
   * reach at its height, as a surveyor measures it. Zero outside undercuts, at most `depthMaxMm`.
   */
  depths: Float32Array
  /** Area of the surface that the direction cannot reach. */
  areaMm2: number
  deepestMm: number
}

/** Larger depths are drawn and reported as this depth. */
export const depthMaxMm = 5
/** Side of a cell of the height field, unless the surface is so large that there would be more than `cellsMax` cells. */
const cellMm = 0.025
const cellsMax = 12_000_000
/** Smaller depths are the rounding of cells. */
const leastCells = 1.5

/**
 * Finds the undercuts of a surface: what a rod that comes from the eye cannot reach.
 * @param toEye unit vector from the surface to the eye, against the direction of insertion
 */
export function findUndercuts(surface: Surface, toEye: readonly [number, number, number]): Undercuts {
  const points = projectSurface(surface, toEye)
  const field = new HeightField(points, surface.indices)
  const depths = new Float32Array(points.length / 3)
  for (let vertex = 0; vertex < depths.length; vertex += 1)
    depths[vertex] = field.depthAt(points[vertex * 3]!, points[vertex * 3 + 1]!, points[vertex * 3 + 2]!)
  // A vertex of no triangle has no undercut.
  const used = new Uint8Array(depths.length)
  for (const vertex of surface.indices) used[vertex] = 1
  let deepestMm = 0
  for (let vertex = 0; vertex < depths.length; vertex += 1) {
    if (used[vertex] === 0) depths[vertex] = 0
    if (depths[vertex]! > deepestMm) deepestMm = depths[vertex]!
  }
  return { depths, areaMm2: sumHidden(surface, points, { field, depths }), deepestMm }
}

/** Returns the points in axes whose z points to the eye. */
function projectSurface({ positions }: Surface, [x, y, z]: readonly [number, number, number]): Float32Array {
  // The axis that differs most from the direction makes the other two well defined.
  const [ax, ay, az] = Math.abs(x) < 0.6 ? [1, 0, 0] : [0, 1, 0]
  let [rx, ry, rz] = [ay! * z - az! * y, az! * x - ax! * z, ax! * y - ay! * x]
  const length = Math.hypot(rx, ry, rz)
  ;[rx, ry, rz] = [rx / length, ry / length, rz / length]
  const [ux, uy, uz] = [y * rz - z * ry, z * rx - x * rz, x * ry - y * rx]
  const points = new Float32Array(positions.length)
  for (let at = 0; at < points.length; at += 3) {
    const [px, py, pz] = [positions[at]!, positions[at + 1]!, positions[at + 2]!]
    points[at] = px * rx + py * ry + pz * rz
    points[at + 1] = px * ux + py * uy + pz * uz
    points[at + 2] = px * x + py * y + pz * z
  }
  return points
}

/** Sums the triangles that face away from the eye or lie in the shadow of others. */
function sumHidden(
  { positions, indices }: Surface,
  points: Float32Array,
  { field, depths }: { field: HeightField; depths: Float32Array },
): number {
  let areaMm2 = 0
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i]!, indices[i + 1]!, indices[i + 2]!]
    const [pa, pb, pc] = [a * 3, b * 3, c * 3]
    const facing =
      (points[pb]! - points[pa]!) * (points[pc + 1]! - points[pa + 1]!) -
      (points[pb + 1]! - points[pa + 1]!) * (points[pc]! - points[pa]!)
    if (facing < 0) {
      areaMm2 += areaOf(positions, indices, i)
      continue
    }
    if (depths[a] === 0 && depths[b] === 0 && depths[c] === 0) continue
    const middle = [0, 1, 2].map((axis) => (points[pa + axis]! + points[pb + axis]! + points[pc + axis]!) / 3)
    if (field.depthAt(middle[0]!, middle[1]!, middle[2]!) > 0) areaMm2 += areaOf(positions, indices, i)
  }
  return areaMm2
}

/** The greatest height of a surface over each cell of a plane, and a pyramid of the smallest heights of four cells each. */
class HeightField {
  private readonly cell: number
  private readonly left: number
  private readonly low: number
  /** From the finest to the coarsest level. Each level is half as wide and high as the one before. */
  private readonly levels: { width: number; height: number; heights: Float32Array }[]

  constructor(points: Float32Array, indices: Uint32Array) {
    const bounds = [Infinity, Infinity, -Infinity, -Infinity]
    for (const vertex of indices) {
      const [x, y] = [points[vertex * 3]!, points[vertex * 3 + 1]!]
      bounds[0] = Math.min(bounds[0]!, x)
      bounds[1] = Math.min(bounds[1]!, y)
      bounds[2] = Math.max(bounds[2]!, x)
      bounds[3] = Math.max(bounds[3]!, y)
    }
    const [wide, high] = [bounds[2]! - bounds[0]!, bounds[3]! - bounds[1]!]
    this.cell = Math.max(cellMm, Math.sqrt((wide * high) / cellsMax), Math.max(wide, high) / 30_000)
    // One free cell around the surface is the nearest place for points at its border.
    this.left = bounds[0]! - this.cell * 1.5
    this.low = bounds[1]! - this.cell * 1.5
    const width = Math.ceil(wide / this.cell) + 4
    const height = Math.ceil(high / this.cell) + 4
    const heights = new Float32Array(width * height).fill(-Infinity)
    for (let i = 0; i < indices.length; i += 3) this.fill(points, indices, i, { width, height, heights })
    this.levels = [{ width, height, heights }]
    for (let top = this.levels[0]!; top.width > 1 || top.height > 1; top = this.levels.at(-1)!)
      this.levels.push(halve(top))
  }

  /** Raises the cells whose middle lies in a triangle. */
  private fill(
    points: Float32Array,
    indices: Uint32Array,
    at: number,
    { width, height, heights }: { width: number; height: number; heights: Float32Array },
  ): void {
    const [a, b, c] = [indices[at]! * 3, indices[at + 1]! * 3, indices[at + 2]! * 3]
    const { cell } = this
    const ax = (points[a]! - this.left) / cell - 0.5
    const ay = (points[a + 1]! - this.low) / cell - 0.5
    const bx = (points[b]! - this.left) / cell - 0.5
    const by = (points[b + 1]! - this.low) / cell - 0.5
    const cx = (points[c]! - this.left) / cell - 0.5
    const cy = (points[c + 1]! - this.low) / cell - 0.5
    const whole = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    if (whole === 0) return
    const fromY = Math.max(0, Math.ceil(Math.min(ay, by, cy)))
    const toY = Math.min(height - 1, Math.floor(Math.max(ay, by, cy)))
    const fromX = Math.max(0, Math.ceil(Math.min(ax, bx, cx)))
    const toX = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx)))
    for (let y = fromY; y <= toY; y += 1) {
      for (let x = fromX; x <= toX; x += 1) {
        const v = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / whole
        const w = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / whole
        if (v < -1e-9 || w < -1e-9 || v + w > 1 + 1e-9) continue
        const z =
          points[a + 2]! + v * (points[b + 2]! - points[a + 2]!) + w * (points[c + 2]! - points[a + 2]!)
        if (z > heights[y * width + x]!) heights[y * width + x] = z
      }
    }
  }

  /** Returns the horizontal distance of a point from the nearest cell that is not higher; zero if that is its own place. */
  depthAt(x: number, y: number, z: number): number {
    const u = (x - this.left) / this.cell
    const v = (y - this.low) / this.cell
    const finest = this.levels[0]!
    const own = finest.heights[Math.floor(v) * finest.width + Math.floor(u)]!
    if (own <= z) return 0
    const maxCells = depthMaxMm / this.cell
    const cells = Math.sqrt(this.search(this.levels.length - 1, 0, 0, { u, v, z, best: maxCells * maxCells }))
    return cells <= leastCells ? 0 : Math.min(depthMaxMm, cells * this.cell)
  }

  /** Searches a cell of a level for the nearest finest cell that is not higher than z. @returns the least squared distance */
  private search(
    level: number,
    x: number,
    y: number,
    goal: { u: number; v: number; z: number; best: number },
  ): number {
    const { width, height, heights } = this.levels[level]!
    if (x >= width || y >= height || heights[y * width + x]! > goal.z) return goal.best
    const size = 2 ** level
    const dx = Math.max(x * size - goal.u, 0, goal.u - (x + 1) * size)
    const dy = Math.max(y * size - goal.v, 0, goal.v - (y + 1) * size)
    const squared = dx * dx + dy * dy
    if (squared >= goal.best) return goal.best
    if (level === 0) {
      goal.best = squared
      return squared
    }
    // The quarter with the point comes first, then its neighbours.
    const [half, startX] = [size / 2, x * size]
    const nearX = goal.u < startX + half ? 0 : 1
    const nearY = goal.v < y * size + half ? 0 : 1
    this.search(level - 1, x * 2 + nearX, y * 2 + nearY, goal)
    this.search(level - 1, x * 2 + 1 - nearX, y * 2 + nearY, goal)
    this.search(level - 1, x * 2 + nearX, y * 2 + 1 - nearY, goal)
    this.search(level - 1, x * 2 + 1 - nearX, y * 2 + 1 - nearY, goal)
    return goal.best
  }
}

function halve({ width, height, heights }: { width: number; height: number; heights: Float32Array }) {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
  const least = new Float32Array(half.width * half.height).fill(Infinity)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y >> 1) * half.width + (x >> 1)
      const value = heights[y * width + x]!
      if (value < least[at]!) least[at] = value
    }
  }
  return { ...half, heights: least }
}
