import type { Mesh } from './mesh.ts'

/**
 * Computes the unit normal of each vertex: the mean of the normals of its triangles, weighted by their areas. In a mesh with
 * face colours, each vertex belongs to one triangle and gets its normal. A vertex that has only degenerate triangles gets the z
 * axis.
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
    // The length of the cross product is twice the area, which gives the weight.
    const x = uy * vz - uz * vy
    const y = uz * vx - ux * vz
    const z = ux * vy - uy * vx
    addTo(normals, a, x, y, z)
    addTo(normals, b, x, y, z)
    addTo(normals, c, x, y, z)
  }
  normalize(normals)
  return normals
}

function addTo(normals: Float32Array, at: number, x: number, y: number, z: number): void {
  normals[at] = normals[at]! + x
  normals[at + 1] = normals[at + 1]! + y
  normals[at + 2] = normals[at + 2]! + z
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
 * A mesh has creases if more than this share of its area, or more than this share of its triangles, deviates more than 30° from
 * the smooth normals.
 */
const edgedShare = { area: 0.35, count: 0.45 }
/** If more than this share of the area is flat, even one deviating triangle is a crease and not noise. */
const flatShare = 0.4
const [leanCos, flatCos] = [Math.cos(Math.PI / 6), Math.cos(Math.PI / 90)]

/**
 * Whether `splitCreases` should split the mesh: true for CAD parts, which have long triangles from edge to edge, or flat sides
 * with many small triangles. On scans the same angles are noise.
 */
export function hasCreases({ positions, indices }: Mesh, normals: Float32Array): boolean {
  let [edged, edgedCount, flat, total] = [0, 0, 0, 0]
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
    const cosAt = (at: number) => x * normals[at]! + y * normals[at + 1]! + z * normals[at + 2]!
    const least = Math.min(cosAt(a), cosAt(b), cosAt(c))
    total += area
    if (least < area * leanCos) {
      edged += area
      edgedCount += 1
    }
    if (least > area * flatCos) flat += area
  }
  if (edged > total * edgedShare.area || edgedCount * 3 > indices.length * edgedShare.count) return true
  return edged > 0 && flat > total * flatShare
}
