import type { Mesh } from './mesh.ts'

/**
 * Unit normals of the vertices: the mean of the triangles around each, weighted by area. A mesh with face colours has
 * three vertices a triangle and gets flat ones. Degenerate triangles add nothing; where nothing is left, z up.
 */
export function computeNormals({ positions, indices }: Mesh): Float32Array<ArrayBuffer> {
  const normals = new Float32Array(positions.length)
  for (let i = 0; i < indices.length; i += 3) {
    const a = indices[i]! * 3
    const b = indices[i + 1]! * 3
    const c = indices[i + 2]! * 3
    const ux = positions[b]! - positions[a]!
    const uy = positions[b + 1]! - positions[a + 1]!
    const uz = positions[b + 2]! - positions[a + 2]!
    const vx = positions[c]! - positions[a]!
    const vy = positions[c + 1]! - positions[a + 1]!
    const vz = positions[c + 2]! - positions[a + 2]!
    // The cross product is as long as twice the area: the weight comes by itself.
    const x = uy * vz - uz * vy
    const y = uz * vx - ux * vz
    const z = ux * vy - uy * vx
    for (const at of [a, b, c]) {
      normals[at] = normals[at]! + x
      normals[at + 1] = normals[at + 1]! + y
      normals[at + 2] = normals[at + 2]! + z
    }
  }
  normalize(normals)
  return normals
}

function normalize(normals: Float32Array): void {
  for (let i = 0; i < normals.length; i += 3) {
    const x = normals[i]!
    const y = normals[i + 1]!
    const z = normals[i + 2]!
    const length = Math.sqrt(x * x + y * y + z * z)
    if (length > 0 && length < Infinity) {
      normals[i] = x / length
      normals[i + 1] = y / length
      normals[i + 2] = z / length
    } else {
      normals[i] = 0
      normals[i + 1] = 0
      normals[i + 2] = 1
    }
  }
}

/**
 * Tells parts made in CAD from scans: at more than a fifth of the triangles' area a corner's smooth normal leans more
 * than 30 degrees off the triangle. Such parts look like melted wax unless they are shaded flat.
 */
export function hasHardEdges({ positions, indices, isFlat }: Mesh, normals: Float32Array): boolean {
  if (isFlat) return true
  let hard = 0
  let total = 0
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i]! * 3, indices[i + 1]! * 3, indices[i + 2]! * 3]
    const ux = positions[b]! - positions[a]!
    const uy = positions[b + 1]! - positions[a + 1]!
    const uz = positions[b + 2]! - positions[a + 2]!
    const vx = positions[c]! - positions[a]!
    const vy = positions[c + 1]! - positions[a + 1]!
    const vz = positions[c + 2]! - positions[a + 2]!
    const x = uy * vz - uz * vy
    const y = uz * vx - ux * vz
    const z = ux * vy - uy * vx
    const area = Math.sqrt(x * x + y * y + z * z)
    total += area
    const limit = area * Math.cos(Math.PI / 6)
    const leans = [a, b, c].some(
      (at) => x * normals[at]! + y * normals[at + 1]! + z * normals[at + 2]! < limit,
    )
    if (leans) hard += area
  }
  return hard > total * 0.2
}
