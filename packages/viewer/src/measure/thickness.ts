import { orderByHilbert } from './hilbert.ts'
import { joinSurface } from './surface-sides.ts'
import { type Surface, SurfaceTree } from './surface-tree.ts'

/** Walls that are thicker than this are reported as Infinity. */
export const thicknessMaxMm = 6
const roundsMax = 12

/**
 * Measures the wall thickness at each vertex: the diameter of the largest ball that touches the surface there from the inside
 * and reaches no opposite wall (Ma, Bae and Choi, 3D medial axis point approximation using nearest neighbors, 2012). Only
 * triangles that face the other way bound the ball, so that sharp edges do not count as thin walls. Infinity where there is
 * no opposite wall within `thicknessMaxMm`, as everywhere on an open sheet.
 */
export function mapThickness(surface: Surface, tree = new SurfaceTree(surface)): Float32Array {
  const joined = joinSurface(surface)
  const normals = sumUnitNormals(joined)
  const own = new Float32Array(joined.positions.length / 3)
  const foot = new Float64Array(3)
  const facing = new Float64Array(3)
  let seed = -1
  for (const vertex of orderByHilbert(joined.positions)) {
    for (let axis = 0; axis < 3; axis += 1) facing[axis] = normals[vertex * 3 + axis]!
    const point = joined.positions.subarray(vertex * 3, vertex * 3 + 3)
    let radius = thicknessMaxMm / 2
    let isBounded = false
    for (let round = 0; round < roundsMax && !Number.isNaN(facing[0]!); round += 1) {
      const [x, y, z] = [0, 1, 2].map((axis) => point[axis]! - facing[axis]! * radius) as [
        number,
        number,
        number,
      ]
      const slot = tree.findNearest(x, y, z, radius * 0.9999, seed, facing)
      if (slot < 0) break
      tree.locate(slot, x, y, z, foot)
      const next = radiusTo(point, foot, facing)
      if (!(next < radius)) break
      const isSettled = next > radius * 0.999
      seed = slot
      radius = next
      isBounded = true
      if (isSettled) break
    }
    own[vertex] = isBounded ? radius * 2 : Infinity
  }
  const values = new Float32Array(surface.positions.length / 3).fill(Infinity)
  for (let i = 0; i < surface.indices.length; i += 1) values[surface.indices[i]!] = own[joined.indices[i]!]!
  return values
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
