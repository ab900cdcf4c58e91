import type { Mesh, MeshMeasure } from './mesh.ts'

/** Measures the bounding box of the triangles, without unused vertices, and returns it with the counts. */
export function measureMesh({ positions, indices, vertexCount, triangleCount }: Mesh): MeshMeasure {
  const min: [number, number, number] = [Infinity, Infinity, Infinity]
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (const index of indices) {
    for (let axis = 0; axis < 3; axis += 1) {
      const value = positions[index * 3 + axis]!
      if (value < min[axis]!) min[axis] = value
      if (value > max[axis]!) max[axis] = value
    }
  }
  const sizeMm: [number, number, number] = [max[0] - min[0], max[1] - min[1], max[2] - min[2]]
  return { min, max, sizeMm, vertexCount, triangleCount }
}
