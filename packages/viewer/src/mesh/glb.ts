import { GlbFile, type GltfNode, type Primitive, type Values } from './glb-file.ts'
import { FloatList, UintList } from './growable.ts'
import { type Mesh, MeshError, type MeshLimits } from './mesh.ts'
import { type Matrix, multiply, place } from './placement.ts'

type Parts = { positions: FloatList; colors: FloatList; indices: UintList; hasColors: boolean }

const depthMax = 64
/** Nodes that are visited in all: one may be the child of many. */
const visitsMax = 50_000
const triangleMode = 4

/**
 * Reads the triangles of a GLB's scene in their places: quantized or not, packed with EXT_meshopt_compression or not; colours
 * of vertices, else of materials. Units are taken as they are: dental programs write millimetres. Textures, names, extras
 * and files outside are never read. A packed one is no mesh unless
 * `loadGlbDecoder` was awaited before.
 * @throws mesh.bad_index for accessors that point outside, mesh.too_large, mesh.truncated, mesh.not_a_mesh
 */
export function parseGlb(bytes: Uint8Array, limits: MeshLimits): Mesh {
  const file = new GlbFile(bytes)
  const { json } = file
  const parts: Parts = {
    positions: new FloatList(),
    colors: new FloatList(),
    indices: new UintList(),
    hasColors: false,
  }
  let visits = 0
  const visit = (index: number, parent: Matrix | undefined, depth: number) => {
    const node = json.nodes?.[index]
    visits += 1
    if (!node || depth > depthMax) throw new MeshError('mesh.bad_index')
    if (visits > visitsMax) throw new MeshError('mesh.too_large')
    const matrix = multiply(parent, matrixOf(node))
    const mesh = node.mesh === undefined ? undefined : json.meshes?.[node.mesh]
    for (const primitive of listOf(mesh?.primitives)) append(file, parts, primitive, matrix, limits)
    for (const child of listOf(node.children)) visit(child, matrix, depth + 1)
  }
  const scene = json.scenes?.[json.scene ?? 0]
  for (const node of listOf(scene?.nodes)) visit(node, undefined, 0)
  const positions = parts.positions.finish()
  const indices = parts.indices.finish()
  return {
    format: 'glb',
    positions,
    indices,
    ...(parts.hasColors && {
      colors: Uint8Array.from(parts.colors.finish(), (value) => Math.round(value * 255)),
    }),
    isFlat: false,
    vertexCount: positions.length / 3,
    triangleCount: indices.length / 3,
  }
}

function listOf<Item>(value: Item[] | undefined): Item[] {
  return Array.isArray(value) ? value : []
}

function append(
  file: GlbFile,
  parts: Parts,
  primitive: Primitive,
  matrix: Matrix | undefined,
  limits: MeshLimits,
): void {
  if ((primitive.mode ?? triangleMode) !== triangleMode) return
  // What some other compression hides is not guessed.
  if (primitive.extensions && 'KHR_draco_mesh_compression' in primitive.extensions)
    throw new MeshError('mesh.not_a_mesh')
  const left = limits.vertices - parts.positions.length / 3
  const points = file.read(primitive.attributes?.POSITION, left)
  if (points.perItem !== 3) throw new MeshError('mesh.bad_index')
  const offset = parts.positions.length / 3
  const own = Float32Array.from(points.values, (value) => value * points.scale)
  place(own, matrix)
  for (const value of own) parts.positions.push(value)
  appendIndices(file, parts, { primitive, offset, count: points.count, limits })
  appendColors(file, parts, primitive, points.count)
}

function appendIndices(
  file: GlbFile,
  { indices }: Parts,
  part: { primitive: Primitive; offset: number; count: number; limits: MeshLimits },
): void {
  const { primitive, offset, count, limits } = part
  const indicesMax = limits.triangles * 3 - indices.length
  if (primitive.indices === undefined) {
    if (count > indicesMax) throw new MeshError('mesh.too_large')
    for (let i = 0; i < count - (count % 3); i += 1) indices.push(offset + i)
    return
  }
  const { values, perItem } = file.read(primitive.indices, indicesMax)
  if (perItem !== 1 || values.length % 3 !== 0) throw new MeshError('mesh.bad_index')
  for (const value of values) {
    if (!(value < count)) throw new MeshError('mesh.bad_index')
    indices.push(value + offset)
  }
}

function appendColors(file: GlbFile, parts: Parts, primitive: Primitive, count: number): void {
  const { COLOR_0: accessor } = primitive.attributes ?? {}
  const given = accessor === undefined ? undefined : file.read(accessor, count)
  if (given && given.count === count && given.perItem >= 3) {
    pushGiven(parts, given)
    return
  }
  const factor = file.json.materials?.[primitive.material ?? -1]?.pbrMetallicRoughness?.baseColorFactor
  const isColor =
    Array.isArray(factor) && factor.length === 4 && factor.every((value) => value >= 0 && value <= 1)
  const color = isColor ? factor.map((value, i) => (i < 3 ? toSrgb(value) : 1)) : [1, 1, 1, 1]
  if (color.some((value) => value < 0.999)) parts.hasColors = true
  for (let vertex = 0; vertex < count; vertex += 1) for (const value of color) parts.colors.push(value)
}

function pushGiven(parts: Parts, { values, perItem, scale, count }: Values): void {
  parts.hasColors = true
  for (let vertex = 0; vertex < count; vertex += 1) {
    for (let channel = 0; channel < 4; channel += 1) {
      const value = channel < perItem ? values[vertex * perItem + channel]! * scale : 1
      // NaN counts as nothing.
      parts.colors.push(value > 0 ? Math.min(1, value) : 0)
    }
  }
}

/** Factors are linear light; bytes are sRGB. */
const toSrgb = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

function matrixOf({ matrix, translation, rotation, scale }: GltfNode): Matrix | undefined {
  if (isNumbers(matrix, 16)) return [0, 4, 8, 12].flatMap((at) => matrix.slice(at, at + 3))
  if (!translation && !rotation && !scale) return undefined
  const [tx, ty, tz] = isNumbers(translation, 3) ? translation : [0, 0, 0]
  const [x, y, z, w] = (isNumbers(rotation, 4) ? rotation : [0, 0, 0, 1]) as [number, number, number, number]
  const [sx, sy, sz] = (isNumbers(scale, 3) ? scale : [1, 1, 1]) as [number, number, number]
  return [
    ...[(1 - 2 * (y * y + z * z)) * sx, 2 * (x * y + z * w) * sx, 2 * (x * z - y * w) * sx],
    ...[2 * (x * y - z * w) * sy, (1 - 2 * (x * x + z * z)) * sy, 2 * (y * z + x * w) * sy],
    ...[2 * (x * z + y * w) * sz, 2 * (y * z - x * w) * sz, (1 - 2 * (x * x + y * y)) * sz],
    ...[tx!, ty!, tz!],
  ]
}

const isNumbers = (value: number[] | undefined, length: number): value is number[] =>
  Array.isArray(value) && value.length === length && value.every((one) => typeof one === 'number')
