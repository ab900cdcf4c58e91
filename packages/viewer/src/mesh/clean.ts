import { type Mesh, MeshError } from './mesh.ts'
import { weldMesh } from './weld.ts'

/**
 * Removes the triangles that have no area. Vertices stay.
 * @param welded as returned by `joinVertices`
 * @throws mesh.empty if no triangle is left
 */
export function cleanMesh(welded: Mesh): Mesh {
  const { positions, indices } = welded
  const kept = new Uint32Array(indices.length)
  let length = 0
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i]!, indices[i + 1]!, indices[i + 2]!]
    if (a === b || b === c || c === a || !hasArea(positions, a * 3, b * 3, c * 3)) continue
    kept[length] = a
    kept[length + 1] = b
    kept[length + 2] = c
    length += 3
  }
  if (length === 0) throw new MeshError('mesh.empty')
  if (length === indices.length) return welded
  return { ...welded, indices: kept.slice(0, length), triangleCount: length / 3 }
}

/** Joins vertices with identical coordinates and colours (`weldMesh`), also in meshes with face colours. All triangles remain. */
export const joinVertices = (mesh: Mesh): Mesh => weldMesh(mesh.isFlat ? { ...mesh, isFlat: false } : mesh)

/** Joins vertices by position and ignores their colours, so that the surface is connected across colour borders. */
export function joinSurface(joined: Mesh): Mesh {
  const { colors, ...bare } = joined
  return colors ? weldMesh(bare) : joined
}

function hasArea(positions: Float32Array, a: number, b: number, c: number): boolean {
  const ux = positions[b]! - positions[a]!
  const uy = positions[b + 1]! - positions[a + 1]!
  const uz = positions[b + 2]! - positions[a + 2]!
  const vx = positions[c]! - positions[a]!
  const vy = positions[c + 1]! - positions[a + 1]!
  const vz = positions[c + 2]! - positions[a + 2]!
  return uy * vz !== uz * vy || uz * vx !== ux * vz || ux * vy !== uy * vx
}
