import { computeCavity } from './cavity.ts'
import { measureMesh } from './measure.ts'
import { type MeshLimits, meshLimits, type PreparedMesh } from './mesh.ts'
import { computeNormals, hasHardEdges } from './normals.ts'
import { parseMesh } from './parse.ts'
import type { Textures } from './texture.ts'
import { weldMesh } from './weld.ts'

/**
 * Reads a file and makes it ready to be drawn: parse, weld, normals, cavity, measure. Takes about a second for each
 * million triangles; browsers call it through `readScan`.
 * @param textures pixels of a GLB's or 3MF's pictures (`readTextures`)
 * @throws the reasons of `parseMesh`
 */
export function prepareMesh(
  bytes: Uint8Array,
  limits: MeshLimits = meshLimits,
  textures?: Textures,
): PreparedMesh {
  const mesh = weldMesh(parseMesh(bytes, limits, textures))
  const normals = computeNormals(mesh)
  const isFaceted = hasHardEdges(mesh, normals)
  return {
    mesh,
    normals,
    cavity: computeCavity(mesh, normals, isFaceted),
    isFaceted,
    measure: measureMesh(mesh),
  }
}
