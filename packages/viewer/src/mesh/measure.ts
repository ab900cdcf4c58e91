import type { Mesh, MeshMeasure } from './mesh.ts'

/** Measures the bounding box of the triangles, without unused vertices, and returns it with the counts. */
export function measureMesh({ positions, indices, vertexCount, triangleCount }: Mesh): MeshMeasure {
  let [lowX, lowY, lowZ] = [Infinity, Infinity, Infinity]
  let [highX, highY, highZ] = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < indices.length; i += 1) {
    const at = indices[i]! * 3
    const x = positions[at]!
    const y = positions[at + 1]!
    const z = positions[at + 2]!
    if (x < lowX) lowX = x
    if (x > highX) highX = x
    if (y < lowY) lowY = y
    if (y > highY) highY = y
    if (z < lowZ) lowZ = z
    if (z > highZ) highZ = z
  }
  const min: [number, number, number] = [lowX, lowY, lowZ]
  const max: [number, number, number] = [highX, highY, highZ]
  const sizeMm: [number, number, number] = [max[0] - min[0], max[1] - min[1], max[2] - min[2]]
  return { min, max, sizeMm, vertexCount, triangleCount }
}
