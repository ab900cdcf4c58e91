import { orderByHilbert } from './hilbert.ts'
import { joinSurface } from './surface-sides.ts'
import { type Surface, SurfaceTree } from './surface-tree.ts'

/** Walls that are thicker than this are reported as Infinity. */
export const thicknessMaxMm = 4
const roundsMax = 12

/**
 * Measures the wall thickness at each vertex: the diameter of the largest ball that touches the surface there from the inside
 * and reaches no opposite wall (Ma, Bae and Choi, 3D medial axis point approximation using nearest neighbors, 2012). Only
 * triangles that face the other way bound the ball, so that sharp edges do not count as thin walls. Infinity where there is
 * no opposite wall within `thicknessMaxMm`, as everywhere on an open sheet.
 *
 * It yields the same array now and then, so that a caller can stop, and for the last time when it is complete.
 */
export function* mapThickness(
  surface: Surface,
  tree = new SurfaceTree(surface),
): Generator<Float32Array, void> {
  const joined = joinSurface(surface)
  const normals = sumUnitNormals(joined)
  const own = new Float32Array(joined.positions.length / 3)
  const facing = new Float64Array(3)
  const most = thicknessMaxMm / 2
  let before = { radius: most, slot: -1 }
  const values = new Float32Array(surface.positions.length / 3).fill(Infinity)
  for (const [at, vertex] of orderByHilbert(joined.positions).entries()) {
    if (at % 1024 === 1023) yield values
    own[vertex] = Infinity
    for (let axis = 0; axis < 3; axis += 1) facing[axis] = normals[vertex * 3 + axis]!
    if (Number.isNaN(facing[0]!)) continue
    const point = joined.positions.subarray(vertex * 3, vertex * 3 + 3)
    const shrink = (start: number) => shrinkBall(tree, { point, facing, start, seed: before.slot })
    // The wall is probably as thick as at the neighbour, and a small ball is searched much faster than a large one.
    const near = Math.min(most, before.radius * 1.25)
    const found = shrink(near) ?? (near < most ? shrink(most) : undefined)
    if (!found) continue
    before = found
    own[vertex] = found.radius * 2
  }
  for (let i = 0; i < surface.indices.length; i += 1) values[surface.indices[i]!] = own[joined.indices[i]!]!
  yield values
}

type Ball = { point: Float32Array; facing: Float64Array; start: number; seed: number }

/** Shrinks a ball that touches the surface at a point until no opposite triangle is inside; undefined if there is none at first. */
function shrinkBall(
  tree: SurfaceTree,
  { point, facing, start, seed }: Ball,
): { radius: number; slot: number } | undefined {
  const foot = new Float64Array(3)
  let radius = start
  let slot = -1
  for (let round = 0; round < roundsMax; round += 1) {
    const x = point[0]! - facing[0]! * radius
    const y = point[1]! - facing[1]! * radius
    const z = point[2]! - facing[2]! * radius
    const next = tree.findNearest(x, y, z, radius * 0.9999, slot < 0 ? seed : slot, facing)
    if (next < 0) break
    tree.locate(next, x, y, z, foot)
    const smaller = radiusTo(point, foot, facing)
    if (!(smaller < radius)) break
    const isSettled = smaller > radius * 0.999
    slot = next
    radius = smaller
    if (isSettled) break
  }
  return slot < 0 ? undefined : { radius, slot }
}

/** Returns the radius of the ball that touches the surface at a point and passes through another point. */
function radiusTo(point: Float32Array, other: Float64Array, normal: Float64Array): number {
  let [squared, depth] = [0, 0]
  for (let axis = 0; axis < 3; axis += 1) {
    const side = point[axis]! - other[axis]!
    squared += side * side
    depth += side * normal[axis]!
  }
  return depth > 0 ? squared / (2 * depth) : Infinity
}

/** Returns the unit normal of each vertex, weighted by angles; NaN for a vertex without triangles. */
function sumUnitNormals({ positions, indices }: Surface): Float64Array {
  const normals = new Float64Array(positions.length)
  for (let i = 0; i < indices.length; i += 3) {
    for (let k = 0; k < 3; k += 1) {
      const [a, b, c] = [0, 1, 2].map((step) => indices[i + ((k + step) % 3)]! * 3) as [
        number,
        number,
        number,
      ]
      const ux = positions[b]! - positions[a]!
      const uy = positions[b + 1]! - positions[a + 1]!
      const uz = positions[b + 2]! - positions[a + 2]!
      const vx = positions[c]! - positions[a]!
      const vy = positions[c + 1]! - positions[a + 1]!
      const vz = positions[c + 2]! - positions[a + 2]!
      const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
      const length = Math.hypot(nx, ny, nz)
      if (length === 0) continue
      const weight = Math.atan2(length, ux * vx + uy * vy + uz * vz) / length
      normals[a]! += nx * weight
      normals[a + 1]! += ny * weight
      normals[a + 2]! += nz * weight
    }
  }
  for (let at = 0; at < normals.length; at += 3) {
    const length = Math.hypot(normals[at]!, normals[at + 1]!, normals[at + 2]!)
    for (let axis = at; axis < at + 3; axis += 1)
      normals[axis] = length > 0 ? normals[axis]! / length : Number.NaN
  }
  return normals
}
