import { areaOf } from './map-figures.ts'
import { joinSurface } from './surface-sides.ts'
import type { Surface } from './surface-tree.ts'

/** Rounds of smoothing, so that the noise of a scanner does not hide the margin. */
const smoothRounds = 3

/**
 * Computes the mean curvature of each vertex in 1/mm: positive on ridges, negative in grooves. A sphere of radius r has 1/r, a
 * cylinder 1/(2r).
 * @param rounds rounds of averaging over neighbours
 */
export function mapCurvature(surface: Surface, rounds = smoothRounds): Float32Array {
  const joined = joinSurface(surface)
  const mesh = { positions: joined.positions, indices: joined.indices }
  const count = joined.positions.length / 3
  const normals = sumNormals(mesh)
  let values = measureTriangles(mesh, normals, count)
  for (let round = 0; round < rounds; round += 1) values = smooth(values, mesh.indices)
  const result = new Float32Array(surface.positions.length / 3)
  for (let i = 0; i < surface.indices.length; i += 1)
    result[surface.indices[i]!] = values[joined.indices[i]!]!
  return result
}

/** Sums the normals of the triangles at each vertex, weighted by area, to unit length. */
function sumNormals({ positions, indices }: Surface): Float64Array {
  const normals = new Float64Array(positions.length)
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i]! * 3, indices[i + 1]! * 3, indices[i + 2]! * 3]
    const ux = positions[b]! - positions[a]!
    const uy = positions[b + 1]! - positions[a + 1]!
    const uz = positions[b + 2]! - positions[a + 2]!
    const vx = positions[c]! - positions[a]!
    const vy = positions[c + 1]! - positions[a + 1]!
    const vz = positions[c + 2]! - positions[a + 2]!
    for (const at of [a, b, c]) {
      normals[at]! += uy * vz - uz * vy
      normals[at + 1]! += uz * vx - ux * vz
      normals[at + 2]! += ux * vy - uy * vx
    }
  }
  for (let at = 0; at < normals.length; at += 3) {
    const length = Math.hypot(normals[at]!, normals[at + 1]!, normals[at + 2]!)
    if (length > 0) for (let axis = at; axis < at + 3; axis += 1) normals[axis]! /= length
  }
  return normals
}

/**
 * Computes half of the divergence of the normals, which is linear within each triangle, and averages it at the vertices by area.
 */
function measureTriangles(
  { positions, indices }: Surface,
  normals: Float64Array,
  count: number,
): Float32Array {
  const sums = new Float64Array(count)
  const weights = new Float64Array(count)
  const side = (from: number, to: number, axis: number) =>
    positions[to * 3 + axis]! - positions[from * 3 + axis]!
  for (let i = 0; i < indices.length; i += 3) {
    const area = areaOf(positions, indices, i)
    if (area === 0) continue
    const corners = [indices[i]!, indices[i + 1]!, indices[i + 2]!] as const
    const [a, b, c] = corners
    const [ux, uy, uz] = [side(a, b, 0), side(a, b, 1), side(a, b, 2)]
    const [vx, vy, vz] = [side(a, c, 0), side(a, c, 1), side(a, c, 2)]
    const face = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
    let divergence = 0
    for (let k = 0; k < 3; k += 1) {
      const [vertex, from, to] = [corners[k]!, corners[(k + 1) % 3]!, corners[(k + 2) % 3]!]
      // The gradient of the share of a corner is perpendicular to the opposite edge.
      for (let axis = 0; axis < 3; axis += 1) {
        const [next, last] = [(axis + 1) % 3, (axis + 2) % 3]
        const gradient = face[next]! * side(from, to, last) - face[last]! * side(from, to, next)
        divergence += normals[vertex * 3 + axis]! * gradient
      }
    }
    // `face` has twice the length of the area, and so has the denominator of the gradient.
    const weighted = divergence / (8 * area)
    for (const vertex of corners) {
      sums[vertex]! += weighted
      weights[vertex]! += area
    }
  }
  return Float32Array.from(sums, (sum, vertex) => (weights[vertex]! > 0 ? sum / weights[vertex]! : 0))
}

function smooth(values: Float32Array, indices: Uint32Array): Float32Array {
  const sums = Float64Array.from(values)
  const counts = new Uint32Array(values.length).fill(1)
  for (let i = 0; i < indices.length; i += 1) {
    const [one, other] = [indices[i]!, indices[i % 3 === 2 ? i - 2 : i + 1]!]
    sums[one]! += values[other]!
    sums[other]! += values[one]!
    counts[one]! += 1
    counts[other]! += 1
  }
  return Float32Array.from(sums, (sum, vertex) => sum / counts[vertex]!)
}
