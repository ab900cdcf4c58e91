import { parseGlb } from './glb.ts'
import { type Mesh, MeshError, type MeshFormat, type MeshLimits, meshLimits } from './mesh.ts'
import { parse3mf } from './model-3mf.ts'
import { parseObj } from './obj.ts'
import { parseOff } from './off.ts'
import { parsePly } from './ply.ts'
import { recognizeWholeMesh } from './recognize.ts'
import { parseAsciiStl, parseBinaryStl } from './stl.ts'
import type { Textures } from './texture.ts'

type Parser = (bytes: Uint8Array, limits: MeshLimits, textures: Textures | undefined) => Mesh

const parsers: Record<MeshFormat, Parser> = {
  'stl-binary': parseBinaryStl,
  'stl-ascii': parseAsciiStl,
  ply: parsePly,
  obj: parseObj,
  off: parseOff,
  '3mf': parse3mf,
  glb: parseGlb,
}

/**
 * Parses a mesh from a complete file. A compressed GLB needs `loadGlbDecoder` first. Memory is at most about six times the
 * length of the file, plus repeated and compressed parts up to `limits`. Time is proportional to the length. Neither depends on the counts
 * that the file declares.
 * @param textures pixels of a GLB's or 3MF's pictures (`readTextures`)
 * @throws mesh.not_a_mesh if no format matches, mesh.truncated if the file is shorter than declared
 * @throws mesh.too_large beyond `limits`
 * @throws mesh.bad_number for NaN, Infinity or a coordinate beyond the limit, mesh.bad_index for a missing vertex
 * @throws mesh.empty without a triangle
 * @throws mesh.draco for Draco-compressed geometry that can't be read
 * @throws mesh.extension for a GLB or 3MF that requires an unsupported extension
 */
export function parseMesh(bytes: Uint8Array, limits: MeshLimits = meshLimits, textures?: Textures): Mesh {
  if (bytes.length > limits.sizeBytes) throw new MeshError('mesh.too_large')
  if (bytes.length === 0) throw new MeshError('mesh.empty')
  const format = recognizeWholeMesh(bytes)
  if (!format) throw new MeshError('mesh.not_a_mesh')
  const mesh = parsers[format](bytes, limits, textures)
  if (mesh.triangleCount === 0) throw new MeshError('mesh.empty')
  checkPositions(mesh.positions, limits.coordinateMm)
  checkIndices(mesh)
  return mesh
}

function checkPositions(positions: Float32Array, limitMm: number): void {
  // The negated comparison also refuses NaN. A counted loop is several times faster than an iterator.
  for (let i = 0; i < positions.length; i += 1)
    if (!(Math.abs(positions[i]!) <= limitMm)) throw new MeshError('mesh.bad_number')
}

function checkIndices({ indices, vertexCount }: Mesh): void {
  for (let i = 0; i < indices.length; i += 1)
    if (indices[i]! >= vertexCount) throw new MeshError('mesh.bad_index')
}
