import type { Mesh } from './mesh.ts'

/** Each round of smoothing spreads the shade by one edge length; eight reach about the width of a fissure. */
const smoothingRounds = 8
/** Shade (0–1) for a curvature of 1/mm. Fissures have a curvature of two or three. */
const shadePerCurvature = 0.7
/** Maximum curvature in 1/mm. Higher values are noise of tiny edges. */
const maxCurvature = 6

/**
 * Computes how concave the surface is at each vertex from the mean curvature, smoothed over a few neighbours. The scene darkens
 * concave vertices, so that fissures, margins and interdental gaps are visible without shadows.
 * @param isEdged true returns 255 everywhere, because the long triangles of CAD parts would spread the shade of an edge
 * @returns one byte per vertex: 255 is flat or convex, less is concave
 */
export function computeCavity(
  mesh: Mesh,
  normals: Float32Array,
  isEdged = mesh.isFlat,
): Uint8Array<ArrayBuffer> {
  const { vertexCount, indices } = mesh
  const shade = new Uint8Array(vertexCount).fill(255)
  if (isEdged) return shade
  const counts = countNeighbours(mesh)
  let values = meanCurvature(mesh, normals)
  for (let round = 0; round < smoothingRounds; round += 1) values = spread(values, indices, counts)
  for (let vertex = 0; vertex < vertexCount; vertex += 1) {
    const hollow = Math.min(1, Math.max(0, values[vertex]! * shadePerCurvature))
    shade[vertex] = Math.round(255 * (1 - hollow))
  }
  return shade
}

/** Computes the mean curvature in 1/mm; it is positive if the neighbours lie above the tangent plane. */
function meanCurvature({ positions, indices, vertexCount }: Mesh, normals: Float32Array): Float32Array {
  const sums = new Float32Array(vertexCount)
  const counts = new Uint16Array(vertexCount)
  for (let i = 0; i < indices.length; i += 1) {
    const from = indices[i]!
    const to = indices[i % 3 === 2 ? i - 2 : i + 1]!
    const dx = positions[to * 3]! - positions[from * 3]!
    const dy = positions[to * 3 + 1]! - positions[from * 3 + 1]!
    const dz = positions[to * 3 + 2]! - positions[from * 3 + 2]!
    const squared = dx * dx + dy * dy + dz * dz
    if (squared === 0 || counts[from] === 65_535) continue
    const rise = normals[from * 3]! * dx + normals[from * 3 + 1]! * dy + normals[from * 3 + 2]! * dz
    sums[from] = sums[from]! + Math.max(-maxCurvature, Math.min(maxCurvature, (2 * rise) / squared))
    counts[from] = counts[from]! + 1
  }
  for (let vertex = 0; vertex < vertexCount; vertex += 1) {
    if (counts[vertex]! > 0) sums[vertex] = sums[vertex]! / counts[vertex]!
  }
  return sums
}

/** Counts the edges that begin at each vertex. */
function countNeighbours({ indices, vertexCount }: Mesh): Uint32Array {
  const counts = new Uint32Array(vertexCount)
  for (let i = 0; i < indices.length; i += 1) counts[indices[i]!]! += 1
  return counts
}

/** Averages each value with the mean of its neighbours. */
function spread(values: Float32Array, indices: Uint32Array, counts: Uint32Array): Float32Array {
  const sums = new Float32Array(values.length)
  for (let i = 0; i < indices.length; i += 3) {
    const a = indices[i]!
    const b = indices[i + 1]!
    const c = indices[i + 2]!
    sums[a] = sums[a]! + values[b]!
    sums[b] = sums[b]! + values[c]!
    sums[c] = sums[c]! + values[a]!
  }
  for (let vertex = 0; vertex < values.length; vertex += 1) {
    const own = values[vertex]!
    sums[vertex] = counts[vertex]! > 0 ? (own + sums[vertex]! / counts[vertex]!) / 2 : own
  }
  return sums
}
