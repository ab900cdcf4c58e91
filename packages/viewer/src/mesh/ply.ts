import { FloatList, UintList } from './growable.ts'
import { type Mesh, MeshError, type MeshLimits } from './mesh.ts'
import { type PlyElement, type PlyProperty, plyTypeBytes, readPlyHeader } from './ply-header.ts'
import { openPlyBody, type PlySource } from './ply-source.ts'

const slots = new Map([
  ...[['x', 0] as const, ['y', 1] as const, ['z', 2] as const],
  ...['red', 'green', 'blue', 'alpha'].map((name, i) => [name, 3 + i] as const),
  ...['r', 'g', 'b', 'a'].map((name, i) => [name, 3 + i] as const),
  ...['diffuse_red', 'diffuse_green', 'diffuse_blue'].map((name, i) => [name, 3 + i] as const),
])

type PlyParts = {
  positions: FloatList
  /** Red, green, blue and alpha of each vertex, packed in one number; empty without colours. */
  vertexColors: UintList
  /** Packed colour of each triangle; empty without colours. */
  faceColors: UintList
  indices: UintList
  limits: MeshLimits
}

/**
 * Parses a PLY file in ASCII or binary with the colours of its vertices or, without those, of its faces. Polygons become fans.
 * Other elements and properties are skipped.
 * @throws mesh.truncated if an element declares more than the file contains, before memory is allocated
 * @throws mesh.bad_number, mesh.bad_index, mesh.too_large, mesh.not_a_mesh
 */
export function parsePly(bytes: Uint8Array, limits: MeshLimits): Mesh {
  const header = readPlyHeader(bytes)
  const source = openPlyBody(bytes, header)
  const parts: PlyParts = {
    positions: new FloatList(),
    vertexColors: new UintList(),
    faceColors: new UintList(),
    indices: new UintList(),
    limits,
  }
  for (const element of header.elements) {
    const { values, sizeBytes } = leastRow(element)
    // Rows without a property have no bytes, so that a file could declare billions of them.
    if (values === 0) continue
    if (!source.canHold(element.count * values, element.count * sizeBytes))
      throw new MeshError('mesh.truncated')
    if (element.name === 'vertex') readVertices(source, element, parts)
    else if (element.name === 'face') readFaces(source, element, parts)
    else for (let row = 0; row < element.count; row += 1) readRow(source, element.properties)
  }
  return assemble(parts)
}

/**
 * Computes the minimum length of a row: the number of values in text, the number of bytes in binary. Each list counts as its
 * length field, because it may be empty.
 */
function leastRow({ properties }: PlyElement): { values: number; sizeBytes: number } {
  const sizes = properties.map(({ type, countType }) => plyTypeBytes[countType ?? type])
  return { values: sizes.length, sizeBytes: sizes.reduce((sum, size) => sum + size, 0) }
}

function readRow(source: PlySource, properties: PlyProperty[]): void {
  for (const property of properties) {
    if (property.countType) readList(source, property, ignore)
    else source.read(property.type)
  }
}

function ignore(): void {}

function readList(source: PlySource, property: PlyProperty, add: (value: number, at: number) => void): void {
  const count = source.read(property.countType!)
  if (count < 0 || !Number.isInteger(count)) throw new MeshError('mesh.bad_number')
  if (!source.canHold(count, count * plyTypeBytes[property.type])) throw new MeshError('mesh.truncated')
  for (let at = 0; at < count; at += 1) add(source.read(property.type), at)
}

function readVertices(source: PlySource, element: PlyElement, parts: PlyParts): void {
  const { limits, positions } = parts
  if (element.count > limits.vertices) throw new MeshError('mesh.too_large')
  const columns = element.properties.map((property) => ({
    property,
    slot: slots.get(property.name) ?? -1,
    scale: colorScale(property),
  }))
  const hasColor = columns.some(({ slot }) => slot === 3)
  const row = new Float64Array(7)
  for (let vertex = 0; vertex < element.count; vertex += 1) {
    row[6] = 255
    for (const { property, slot, scale } of columns) {
      if (property.countType) readList(source, property, ignore)
      else {
        const value = source.read(property.type)
        if (slot >= 0) row[slot] = slot > 2 ? value * scale : value
      }
    }
    positions.push(row[0]!)
    positions.push(row[1]!)
    positions.push(row[2]!)
    if (hasColor) parts.vertexColors.push(packColor(row))
  }
}

function readFaces(source: PlySource, element: PlyElement, parts: PlyParts): void {
  const { indices, faceColors, limits } = parts
  const columns = element.properties.map((property) => ({
    property,
    slot: property.countType ? -1 : (slots.get(property.name) ?? -1),
    scale: colorScale(property),
    isCorners: /^vertex_ind(ex|ices)$/.test(property.name) && property.countType !== undefined,
  }))
  const hasColor = columns.some(({ slot }) => slot === 3)
  const row = new Float64Array(7)
  const addCorner = fan(indices, limits)
  for (let face = 0; face < element.count; face += 1) {
    const before = indices.length
    row[6] = 255
    for (const { property, slot, scale, isCorners } of columns) {
      if (property.countType) readList(source, property, isCorners ? addCorner : ignore)
      else {
        const value = source.read(property.type)
        if (slot >= 0) row[slot] = value * scale
      }
    }
    if (hasColor) for (let i = before; i < indices.length; i += 3) faceColors.push(packColor(row))
  }
}

/** Returns a function that receives the corners of a polygon one by one and pushes its triangles. */
function fan(indices: UintList, limits: MeshLimits): (value: number, at: number) => void {
  let first = 0
  let previous = 0
  return (value, at) => {
    if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) throw new MeshError('mesh.bad_index')
    if (at === 0) first = value
    if (at > 1) {
      if (indices.length >= limits.triangles * 3) throw new MeshError('mesh.too_large')
      indices.push(first)
      indices.push(previous)
      indices.push(value)
    }
    previous = value
  }
}

/** Returns the factor from a written colour to 0–255. Floats range from 0 to 1, 16-bit integers from 0 to 65,535. */
function colorScale({ type }: PlyProperty): number {
  if (type.startsWith('float')) return 255
  return type.endsWith('16') ? 1 / 257 : 1
}

function packColor(row: Float64Array): number {
  let packed = 0
  for (let channel = 3; channel >= 0; channel -= 1) {
    const byte = Math.min(255, Math.max(0, Math.round(row[3 + channel]!) || 0))
    packed = packed * 256 + byte
  }
  return packed
}

function assemble(parts: PlyParts): Mesh {
  const positions = parts.positions.finish()
  const indices = parts.indices.finish()
  const vertexCount = positions.length / 3
  const triangleCount = indices.length / 3
  const shared = { format: 'ply', positions, indices, isFlat: false, vertexCount, triangleCount } as const
  if (parts.vertexColors.length > 0) return { ...shared, colors: unpack(parts.vertexColors.finish(), 1) }
  if (parts.faceColors.length === 0) return shared
  return {
    ...shared,
    positions: unshare(positions, indices),
    indices: indices.map((_, i) => i),
    colors: unpack(parts.faceColors.finish(), 3),
    isFlat: true,
    vertexCount: indices.length,
  }
}

/** @throws mesh.bad_index */
function unshare(positions: Float32Array, indices: Uint32Array): Float32Array<ArrayBuffer> {
  const own = new Float32Array(indices.length * 3)
  for (let corner = 0; corner < indices.length; corner += 1) {
    const from = indices[corner]! * 3
    if (from >= positions.length) throw new MeshError('mesh.bad_index')
    own[corner * 3] = positions[from]!
    own[corner * 3 + 1] = positions[from + 1]!
    own[corner * 3 + 2] = positions[from + 2]!
  }
  return own
}

/** Unpacks colours into bytes and repeats each `times` times. */
function unpack(packed: Uint32Array, times: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(packed.length * 4 * times)
  let to = 0
  for (const color of packed) {
    for (let i = 0; i < times; i += 1) {
      for (let shift = 0; shift < 32; shift += 8) bytes[to++] = (color >>> shift) & 255
    }
  }
  return bytes
}
