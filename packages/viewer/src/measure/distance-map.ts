import { orderByHilbert } from './hilbert.ts'
import { SurfaceSides } from './surface-sides.ts'
import { type Surface, SurfaceTree } from './surface-tree.ts'

/** A rigid movement: the twelve numbers of a 3 × 4 matrix, row by row. */
export type Movement = readonly number[]

/** The movement that changes nothing. */
export const noMovement: Movement = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]

/** A surface that can be measured against. */
export type Target = { tree: SurfaceTree; sides: SurfaceSides }

/** Prepares a surface for distances. */
export function createTarget(surface: Surface): Target {
  const tree = new SurfaceTree(surface)
  return { tree, sides: new SurfaceSides(surface, tree) }
}

export type DistanceOptions = {
  /** Distances above this are Infinity. A small limit is much faster, because most of a scan is far from its opponent. */
  maxMm: number
  /** Moves the measured points before they are compared. */
  movement?: Movement
}

/** Number of vertices that share one value in the first result. */
const sampleStep = 16

/**
 * Measures the signed distance of each vertex from the nearest point of another surface.
 * - Positive: in front of the other surface. Negative: behind it, as in a penetration.
 * - Infinity: farther than `maxMm`.
 * - NaN: beside an open border of the other surface.
 *
 * It yields a first result from every sixteenth vertex along a Hilbert curve, whose neighbours get the same value, then the
 * exact result. Both are the same array. A caller can stop between the results and every few thousand vertices.
 */
export function* mapDistances(
  positions: Float32Array,
  { tree, sides }: Target,
  { maxMm, movement = noMovement }: DistanceOptions,
): Generator<{ values: Float32Array; isExact: boolean; isNew: boolean }, void> {
  const values = new Float32Array(positions.length / 3)
  const order = orderByHilbert(positions)
  const point = new Float64Array(3)
  let seed = -1
  const measure = (vertex: number): number => {
    movePoint(movement, positions, vertex * 3, point)
    const [x, y, z] = [point[0]!, point[1]!, point[2]!]
    const slot = tree.findNearest(x, y, z, maxMm, seed)
    if (slot < 0) return Infinity
    seed = slot
    return sides.distanceTo(slot, x, y, z)
  }
  for (let i = 0; i < order.length; i += sampleStep) {
    const value = measure(order[i]!)
    for (let k = i; k < Math.min(i + sampleStep, order.length); k += 1) values[order[k]!] = value
  }
  yield { values, isExact: false, isNew: true }
  for (let i = 0; i < order.length; i += 1) {
    if (i % sampleStep !== 0) values[order[i]!] = measure(order[i]!)
    if (i % 8192 === 8191) yield { values, isExact: false, isNew: false }
  }
  yield { values, isExact: true, isNew: true }
}

/** Returns the signed distance of one point, as `mapDistances` does for vertices. */
export function distanceAt(
  { tree, sides }: Target,
  [x, y, z]: readonly [number, number, number],
  maxMm: number,
): number {
  const slot = tree.findNearest(x, y, z, maxMm)
  return slot < 0 ? Infinity : sides.distanceTo(slot, x, y, z)
}

/** Writes a moved point. @param at place of its x in `points` */
export function movePoint(
  movement: Movement,
  points: ArrayLike<number>,
  at: number,
  into: Float64Array,
): void {
  const [x, y, z] = [points[at]!, points[at + 1]!, points[at + 2]!]
  for (let row = 0; row < 3; row += 1)
    into[row] =
      movement[row * 4]! * x +
      movement[row * 4 + 1]! * y +
      movement[row * 4 + 2]! * z +
      movement[row * 4 + 3]!
}
