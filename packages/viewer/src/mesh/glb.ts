import { readGlbColors } from './glb-colors.ts'
import { GlbFile, rejectMalformedJson } from './glb-file.ts'
import { openGeometry } from './glb-geometry.ts'
import { type GltfNode, isNumbers, listOf, type Primitive } from './glb-json.ts'
import { FloatList, UintList } from './growable.ts'
import { type Mesh, MeshError, type MeshLimits } from './mesh.ts'
import { invertWinding, isMirrored, type Matrix, multiply, place } from './placement.ts'
import type { Textures } from './texture.ts'

/** The triangles read so far. `colors` packs the four bytes of each vertex into one number. */
type Parts = { positions: FloatList; colors: UintList; indices: UintList; hasColors: boolean }
type Reading = { file: GlbFile; parts: Parts; limits: MeshLimits; textures: Textures }

const depthMax = 64
/** Maximum number of visited nodes and primitives. A node with many parents is visited many times. */
const visitsMax = 50_000
const triangleMode = 4
/** Range of the longest side of dental objects, from a scan body to a face, in metres. */
const metres = { least: 0.003, most: 0.4 }
const white = 0xffffffff

/**
 * Parses the scene of a GLB with the colours of its textures, vertices and materials. Supports quantized geometry, and after
 * `loadGlbDecoder` also geometry compressed by meshopt or Draco. Coordinates are converted from metres to millimetres if the result has a
 * dental size. Otherwise they are used unchanged, because some dental programs write millimetres. Names, extras and external
 * files are never read.
 * @param textures pictures of the file, decoded by `readTextures`; a missing picture is white
 * @throws mesh.bad_index for out-of-range accessors, mesh.too_large, mesh.truncated, mesh.not_a_mesh
 * @throws mesh.draco for compressed geometry that can't be read, mesh.extension for a required extension that is not supported
 */
export function parseGlb(bytes: Uint8Array, limits: MeshLimits, textures: Textures = new Map()): Mesh {
  const parts: Parts = {
    positions: new FloatList(),
    colors: new UintList(),
    indices: new UintList(),
    hasColors: false,
  }
  rejectMalformedJson(() => walkScene({ file: new GlbFile(bytes), parts, limits, textures }))
  const positions = parts.positions.finish()
  const indices = parts.indices.finish()
  const hasUnit = isInMetres(positions, indices)
  if (hasUnit) for (let at = 0; at < positions.length; at += 1) positions[at]! *= 1000
  return {
    format: 'glb',
    positions,
    ...(hasUnit && { hasUnit }),
    indices,
    ...(parts.hasColors && { colors: new Uint8Array(parts.colors.finish().buffer) }),
    isFlat: false,
    vertexCount: positions.length / 3,
    triangleCount: indices.length / 3,
  }
}

/** Whether the positions are metres: no dental object is so small in millimetres. */
function isInMetres(positions: Float32Array, indices: Uint32Array): boolean {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (const index of indices) {
    for (let axis = 0; axis < 3; axis += 1) {
      low[axis] = Math.min(low[axis]!, positions[index * 3 + axis]!)
      high[axis] = Math.max(high[axis]!, positions[index * 3 + axis]!)
    }
  }
  const side = Math.max(...high.map((value, axis) => value - low[axis]!))
  return side >= metres.least && side <= metres.most
}

function walkScene(reading: Reading): void {
  const { json } = reading.file
  let visits = 0
  const count = () => {
    visits += 1
    if (visits > visitsMax) throw new MeshError('mesh.too_large')
  }
  const visit = (index: number, parent: Matrix | undefined, depth: number) => {
    const node = json.nodes?.[index]
    count()
    if (!node || depth > depthMax) throw new MeshError('mesh.bad_index')
    const matrix = multiply(parent, matrixOf(node))
    const mesh = node.mesh === undefined ? undefined : json.meshes?.[node.mesh]
    for (const primitive of listOf(mesh?.primitives)) {
      count()
      append(reading, primitive, matrix)
    }
    for (const child of listOf(node.children)) visit(child, matrix, depth + 1)
  }
  const scene = json.scenes?.[json.scene ?? 0]
  for (const node of listOf(scene?.nodes)) visit(node, undefined, 0)
}

function append(
  { file, parts, limits, textures }: Reading,
  primitive: Primitive,
  matrix: Matrix | undefined,
): void {
  if ((primitive.mode ?? triangleMode) !== triangleMode) return
  const offset = parts.positions.length / 3
  const geometry = openGeometry(file, primitive, {
    vertices: limits.vertices - offset,
    triangles: limits.triangles - parts.indices.length / 3,
  })
  const points = geometry.read('POSITION')
  if (points?.perItem !== 3) throw new MeshError('mesh.bad_index')
  const own = Float32Array.from(points.values, (value) => value * points.scale)
  place(own, matrix)
  for (const value of own) parts.positions.push(value)
  if (isMirrored(matrix)) invertWinding(geometry.indices)
  for (const index of geometry.indices) parts.indices.push(index + offset)
  const colors = readGlbColors(file.json, primitive, geometry, textures)
  parts.hasColors ||= colors !== undefined
  const packed = colors && new Uint32Array(colors.buffer)
  for (let vertex = 0; vertex < points.count; vertex += 1) parts.colors.push(packed ? packed[vertex]! : white)
}

function matrixOf({ matrix, translation, rotation, scale }: GltfNode): Matrix | undefined {
  if (isNumbers(matrix, 16)) return [0, 4, 8, 12].flatMap((at) => matrix.slice(at, at + 3))
  if (!translation && !rotation && !scale) return undefined
  const [tx, ty, tz] = isNumbers(translation, 3) ? translation : [0, 0, 0]
  const [x, y, z, w] = isNumbers(rotation, 4) ? rotation : [0, 0, 0, 1]
  const [sx, sy, sz] = isNumbers(scale, 3) ? scale : [1, 1, 1]
  return [
    ...[(1 - 2 * (y * y + z * z)) * sx, 2 * (x * y + z * w) * sx, 2 * (x * z - y * w) * sx],
    ...[2 * (x * y - z * w) * sy, (1 - 2 * (x * x + z * z)) * sy, 2 * (y * z + x * w) * sy],
    ...[2 * (x * z + y * w) * sz, 2 * (y * z - x * w) * sz, (1 - 2 * (x * x + y * y)) * sz],
    ...[tx, ty, tz],
  ]
}
