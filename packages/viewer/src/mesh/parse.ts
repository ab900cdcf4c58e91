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
 * Reads a mesh out of a whole file. For a packed GLB `loadGlbDecoder` must have been awaited. Memory is at most about six times
 * the file's length, for parts that are placed often as `limits` say, and time grows alike, whatever the file claims about
 * itself.
 * @param textures pixels of a GLB's or 3MF's pictures (`readTextures`)
 * @throws mesh.not_a_mesh when no format fits, mesh.truncated when the file is shorter than it promises
 * @throws mesh.too_large beyond `limits`
 * @throws mesh.bad_number for NaN, Infinity or a coordinate beyond the limit, mesh.bad_index for a vertex that is not there
 * @throws mesh.empty when there is no triangle
 * @throws mesh.draco, mesh.extension for a GLB or 3MF that demands what is not read here
 */
export function parseMesh(bytes: Uint8Array, limits: MeshLimits = meshLimits, textures?: Textures): Mesh {
  if (bytes.length > limits.sizeBytes) throw new MeshError('mesh.too_large')
  if (bytes.length === 0) throw new MeshError('mesh.empty')
  const format = recognizeWholeMesh(bytes)
  if (!format) throw new MeshError('mesh.not_a_mesh')
  const mesh = parsers[format](bytes, limits, textures)
  if (mesh.triangleCount === 0) throw new MeshError('mesh.empty')
  checkPositions(mesh.positions, limits.coordinateMm)
  for (const index of mesh.indices) if (index >= mesh.vertexCount) throw new MeshError('mesh.bad_index')
  return mesh
}

function checkPositions(positions: Float32Array, limitMm: number): void {
  // Written so that NaN fails too.
  for (const value of positions) if (!(Math.abs(value) <= limitMm)) throw new MeshError('mesh.bad_number')
}
