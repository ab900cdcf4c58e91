import { type Movement, movePoint, noMovement, type Target } from './distance-map.ts'
import { orderByHilbert } from './hilbert.ts'
import { aroundPoint, chain, findEigen, middleOf, rotationOf, solveSix } from './rigid-fit.ts'

/** The result of an alignment. Lengths are in millimetres. */
export type Alignment = {
  /** Moves the aligned scan onto the target. */
  movement: Movement
  /** Root mean square of the distances that were used. */
  rmsMm: number
  /** Share of the sampled points that were used, 0 to 1. */
  usedShare: number
}

export type AlignOptions = {
  /** A first guess, such as from three pairs of points. Without one, several are tried. */
  start?: Movement
  /** Share of the pairs with the smallest distances that are used. The rest may belong to a changed part. */
  share?: number
}

const samplePoints = 4000
const trialPoints = 600
const trialSteps = 25
const stepsMax = 60
/** An alignment has ended when a step moves no point farther than this. */
const endMm = 1e-5
/** Points farther than this from the target are never used. */
const reachMm = 20

/**
 * Aligns a scan with a target by the iterative closest point method with trimmed pairs and distances to planes (Chetverikov et
 * al., The trimmed iterative closest point algorithm, 2002).
 * @param positions vertices of the scan that moves
 * @returns undefined if too little of the scan is near the target
 */
export function alignSurface(
  positions: Float32Array,
  target: Target,
  { start, share = 0.75 }: AlignOptions = {},
): Alignment | undefined {
  const points = samplePositions(positions, samplePoints)
  if (points.length < 9 || target.tree.triangles.length === 0) return undefined
  const first = start ?? findStart(positions, target, share)
  return refine(points, target, { movement: first, share, steps: stepsMax })
}

/** Samples vertices evenly along a Hilbert curve. @returns x, y, z in sequence */
export function samplePositions(positions: Float32Array, count: number): Float32Array {
  const order = orderByHilbert(positions)
  const step = Math.max(1, order.length / count)
  const size = Math.min(count, order.length)
  const points = new Float32Array(size * 3)
  for (let i = 0; i < size; i += 1) {
    const vertex = order[Math.floor(i * step)]!
    points.set(positions.subarray(vertex * 3, vertex * 3 + 3), i * 3)
  }
  return points
}

/** Tries the position of the file, and four positions with equal main axes. @returns the movement with the smallest distances */
function findStart(positions: Float32Array, target: Target, share: number): Movement {
  const points = samplePositions(positions, trialPoints)
  const starts = [noMovement, ...matchAxes(positions, target.tree.corners)]
  let best = { movement: noMovement, score: Infinity }
  for (const movement of starts) {
    const trial = refine(points, target, { movement, share, steps: trialSteps })
    // Few used points with small distances are no better than all points with larger ones.
    const score = trial ? trial.rmsMm / trial.usedShare : Infinity
    if (score < best.score) best = { movement: trial!.movement, score }
    if (score < 0.05) break
  }
  return best.movement
}

function matchAxes(positions: Float32Array, corners: Float32Array): Movement[] {
  const from = axesOf(samplePositions(positions, trialPoints * 4))
  const to = axesOf(samplePositions(corners, trialPoints * 4))
  // Rotations by half a turn about one of the axes keep the axes.
  return [
    [1, 1, 1],
    [1, -1, -1],
    [-1, 1, -1],
    [-1, -1, 1],
  ].map((signs) => {
    const rotation = [0, 1, 2].flatMap((row) =>
      [0, 1, 2].map((column) =>
        [0, 1, 2].reduce((sum, k) => sum + to.axes[k]![row]! * signs[k]! * from.axes[k]![column]!, 0),
      ),
    )
    return aroundPoint(rotation, from.middle, to.middle)
  })
}

/** Returns the middle and the main axes of points, as a right-handed system from the longest to the shortest axis. */
function axesOf(points: Float32Array): { middle: [number, number, number]; axes: number[][] } {
  const list = Array.from(
    { length: points.length / 3 },
    (_, i) => [points[i * 3]!, points[i * 3 + 1]!, points[i * 3 + 2]!] as const,
  )
  const middle = middleOf(list)
  const spread = [0, 1, 2].map((row) =>
    [0, 1, 2].map((column) =>
      list.reduce((sum, p) => sum + (p[row]! - middle[row]!) * (p[column]! - middle[column]!), 0),
    ),
  )
  const { values, vectors } = findEigen(spread)
  const order = [0, 1, 2].sort((one, other) => values[other]! - values[one]!)
  const [a, b] = order.map((i) => vectors.map((row) => row[i]!)) as [number[], number[]]
  const c = [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!]
  return { middle, axes: [a, b, c] }
}

type Refining = { movement: Movement; share: number; steps: number }

function refine(
  points: Float32Array,
  target: Target,
  { movement, share, steps }: Refining,
): Alignment | undefined {
  const pairs = new Pairs(points, target)
  let current = movement
  for (let step = 0; step < steps; step += 1) {
    pairs.find(current, share)
    if (pairs.count < 6) return undefined
    const change = pairs.solve()
    if (!change) break
    current = chain(current, change.movement)
    if (change.largestMm < endMm) break
  }
  pairs.find(current, share)
  if (pairs.count < 6) return undefined
  return { movement: current, rmsMm: pairs.rms(), usedShare: pairs.count / (points.length / 3) }
}

/** The nearest points of a target for sampled points, and the step that brings them closer. */
class Pairs {
  count = 0
  private readonly points: Float32Array
  private readonly target: Target
  private readonly seeds: Int32Array
  private readonly distances: Float64Array
  /** For each point: the moved point, its nearest point, and the normal there. */
  private readonly rows: Float64Array
  private used: Int32Array = new Int32Array(0)
  private readonly middle = new Float64Array(3)

  constructor(points: Float32Array, target: Target) {
    this.points = points
    this.target = target
    this.seeds = new Int32Array(points.length / 3).fill(-1)
    this.distances = new Float64Array(points.length / 3)
    this.rows = new Float64Array(points.length * 3)
  }

  /** Finds the pairs and selects a share of those that lie on the surface of the target and not beside its border. */
  find(movement: Movement, share: number): void {
    const { tree, sides } = this.target
    const [moved, foot, normal] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)]
    const near: number[] = []
    for (let i = 0; i < this.seeds.length; i += 1) {
      movePoint(movement, this.points, i * 3, moved)
      const [x, y, z] = moved as unknown as [number, number, number]
      const slot = tree.findNearest(x, y, z, reachMm, this.seeds[i]!)
      this.seeds[i] = slot
      if (slot < 0) continue
      const distance = sides.distanceTo(slot, x, y, z)
      if (Number.isNaN(distance)) continue
      tree.locate(slot, x, y, z, foot)
      tree.normalOf(slot, normal)
      this.distances[i] = Math.abs(distance)
      this.rows.set(moved, i * 9)
      this.rows.set(foot, i * 9 + 3)
      this.rows.set(normal, i * 9 + 6)
      near.push(i)
    }
    near.sort((one, other) => this.distances[one]! - this.distances[other]!)
    this.used = Int32Array.from(near.slice(0, Math.ceil(near.length * share)))
    this.count = this.used.length
  }

  rms(): number {
    let sum = 0
    for (const i of this.used) sum += this.distances[i]! ** 2
    return Math.sqrt(sum / this.count)
  }

  /** Solves for the small rotation about the middle and the shift that minimize the distances to the planes of the triangles. */
  solve(): { movement: Movement; largestMm: number } | undefined {
    this.middle.fill(0)
    for (const i of this.used)
      for (let axis = 0; axis < 3; axis += 1) this.middle[axis]! += this.rows[i * 9 + axis]! / this.count
    const matrix = new Float64Array(36)
    const right = new Float64Array(6)
    const row = new Float64Array(6)
    let radius = 0
    for (const i of this.used) {
      radius = Math.max(radius, this.writeRow(i, row))
      const gap = this.gapOf(i)
      for (let a = 0; a < 6; a += 1) {
        right[a]! += row[a]! * gap
        for (let b = 0; b < 6; b += 1) matrix[a * 6 + b]! += row[a]! * row[b]!
      }
    }
    const found = solveSix(matrix, right)
    if (!found?.every(Number.isFinite)) return undefined
    const [rx, ry, rz, tx, ty, tz] = found as [number, number, number, number, number, number]
    // A large step is cut, because the equations hold for small angles only.
    const angle = Math.hypot(rx, ry, rz)
    const half = Math.min(angle, 0.5) / 2
    const turn = angle > 0 ? Math.sin(half) / angle : 0
    const rotation = rotationOf([Math.cos(half), rx * turn, ry * turn, rz * turn])
    const [x, y, z] = this.middle as unknown as [number, number, number]
    const movement = aroundPoint(rotation, [x, y, z], [x + tx, y + ty, z + tz])
    return { movement, largestMm: angle * radius + Math.hypot(tx, ty, tz) }
  }

  /** Writes the equation of a pair. @returns the distance of its point from the middle */
  private writeRow(i: number, row: Float64Array): number {
    const at = i * 9
    const px = this.rows[at]! - this.middle[0]!
    const py = this.rows[at + 1]! - this.middle[1]!
    const pz = this.rows[at + 2]! - this.middle[2]!
    const [nx, ny, nz] = [this.rows[at + 6]!, this.rows[at + 7]!, this.rows[at + 8]!]
    row[0] = py * nz - pz * ny
    row[1] = pz * nx - px * nz
    row[2] = px * ny - py * nx
    row[3] = nx
    row[4] = ny
    row[5] = nz
    return Math.hypot(px, py, pz)
  }

  private gapOf(i: number): number {
    const at = i * 9
    let gap = 0
    for (let axis = 0; axis < 3; axis += 1)
      gap += (this.rows[at + 3 + axis]! - this.rows[at + axis]!) * this.rows[at + 6 + axis]!
    return gap
  }
}
