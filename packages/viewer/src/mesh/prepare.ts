import type { ChosenUnit } from '@pontic/contract'
import { computeCavity } from './cavity.ts'
import { withSplitCreases } from './creases.ts'
import { measureMesh } from './measure.ts'
import { type MeshLimits, meshLimits, type PreparedMesh } from './mesh.ts'
import { computeNormals, hasCreases } from './normals.ts'
import { parseMesh } from './parse.ts'
import { scaleMesh } from './scale.ts'
import type { Textures } from './texture.ts'
import { weldMesh } from './weld.ts'

/**
 * Parses a file, converts it to millimetres if its unit is declared or set, welds its vertices, splits the
 * creases of CAD parts, and computes the normals, the concavity of each vertex (for shading) and the
 * measurements. Takes about a second per million triangles, so pages call it through `readScan`, which runs
 * it in a worker.
 * @param textures pixels of a GLB's or 3MF's pictures (`readTextures`)
 * @param unit unit that a person has set
 * @throws the reasons of `parseMesh`
 */
export function prepareMesh(
  bytes: Uint8Array,
  limits: MeshLimits = meshLimits,
  textures?: Textures,
  unit?: ChosenUnit,
): PreparedMesh {
  const read = parseMesh(bytes, limits, textures)
  scaleMesh(read, unit)
  const mesh = weldMesh(read)
  const normals = computeNormals(mesh)
  const measure = measureMesh(mesh)
  const isFaceted = mesh.isFlat
  if (isFaceted || !hasCreases(mesh, normals))
    return { mesh, normals, cavity: computeCavity(mesh, normals), isFaceted, measure }
  const split = withSplitCreases(mesh)
  return { ...split, cavity: computeCavity(split.mesh, split.normals, true), isFaceted, measure }
}
