import { FloatList, UintList } from './growable.ts'
import { type Mesh, MeshError, type MeshLimits } from './mesh.ts'
import { TextScanner } from './text-scanner.ts'

type ObjParts = {
  positions: FloatList
  /** Three floats per vertex as written (0–1 or 0–255). Shorter than `positions` if some vertices have no colour. */
  colors: FloatList
  indices: UintList
  limits: MeshLimits
}

/**
 * Parses the vertices (`v x y z` or `v x y z r g b`) and faces of an OBJ file. Faces may contain `/` parts and negative
 * indices, which count back from the vertex read last. Polygons become fans. Materials, textures and other files are ignored.
 * @throws mesh.truncated if the last line is incomplete or faces are missing
 * @throws mesh.bad_number, mesh.bad_index, mesh.too_large
 */
export function parseObj(bytes: Uint8Array, limits: MeshLimits): Mesh {
  const scanner = new TextScanner(bytes, bytes[0] === 0xef ? 3 : 0)
  const parts = { positions: new FloatList(), colors: new FloatList(), indices: new UintList(), limits }
  while (!scanner.isAtEnd) {
    scanner.skipBlanks()
    const first = bytes[scanner.position]
    const isBare = (bytes[scanner.position + 1] ?? 0) <= 32
    if (first === 118 && isBare) {
      scanner.position += 1
      readVertex(scanner, parts)
    } else if (first === 102 && isBare) {
      scanner.position += 1
      readFace(scanner, parts)
    }
    scanner.skipLine()
  }
  const positions = parts.positions.finish()
  const vertexCount = positions.length / 3
  const indices = parts.indices.finish()
  if (isCutOff(bytes, indices, vertexCount)) throw new MeshError('mesh.truncated')
  const colors = toColors(parts.colors.finish(), vertexCount)
  return {
    format: 'obj',
    positions,
    indices,
    ...(colors && { colors }),
    isFlat: false,
    vertexCount,
    triangleCount: indices.length / 3,
  }
}

/**
 * Whether an OBJ, which does not declare its length, is truncated: more than half of its vertices have no face, or more than
 * one in a thousand has none and the last line has no line break. Scanners write hardly any vertices without a face.
 */
function isCutOff(bytes: Uint8Array, indices: Uint32Array, vertexCount: number): boolean {
  if (indices.length === 0) return false
  const isUsed = new Uint8Array(vertexCount)
  for (const index of indices) isUsed[index] = 1
  let used = 0
  for (const value of isUsed) used += value
  if (used * 2 < vertexCount) return true
  const last = bytes.at(-1)
  const hasEnd = last === 10 || last === 13
  return !hasEnd && (vertexCount - used) * 1_000 > vertexCount
}

function readVertex(scanner: TextScanner, { positions, colors, limits }: ObjParts): void {
  for (let axis = 0; axis < 3; axis += 1) {
    if (scanner.isAtLineEnd()) throw new MeshError(scanner.isAtEnd ? 'mesh.truncated' : 'mesh.bad_number')
    positions.push(scanner.readNumber())
  }
  if (positions.length > limits.vertices * 3) throw new MeshError('mesh.too_large')
  if (scanner.isAtLineEnd()) return
  const fourth = scanner.readNumber()
  if (scanner.isAtLineEnd()) return // The fourth number is a weight, which polygons do not use.
  const fifth = scanner.readNumber()
  if (scanner.isAtLineEnd()) throw new MeshError(scanner.isAtEnd ? 'mesh.truncated' : 'mesh.bad_number')
  colors.push(fourth)
  colors.push(fifth)
  colors.push(scanner.readNumber())
}

function readFace(scanner: TextScanner, { positions, indices, limits }: ObjParts): void {
  const vertexCount = positions.length / 3
  let first = 0
  let previous = 0
  let corners = 0
  while (!scanner.isAtLineEnd()) {
    const written = scanner.readInteger()
    if (written === 0) throw new MeshError('mesh.bad_index')
    const index = written > 0 ? written - 1 : vertexCount + written
    // A positive index may refer to a later vertex, so `parseMesh` checks its range.
    if (index < 0 || index > 0xffffffff) throw new MeshError('mesh.bad_index')
    if (corners === 0) first = index
    if (corners > 1) {
      indices.push(first)
      indices.push(previous)
      indices.push(index)
    }
    previous = index
    corners += 1
    const after = scanner.bytes[scanner.position] ?? 32
    if (after !== 47 && after > 32 && after !== 92) throw new MeshError('mesh.bad_index')
    if (after === 47) scanner.skipWord()
  }
  if (corners < 3) throw new MeshError(scanner.isAtEnd ? 'mesh.truncated' : 'mesh.bad_index')
  if (indices.length > limits.triangles * 3) throw new MeshError('mesh.too_large')
}

/** Converts colours to bytes; undefined unless each vertex has one. The range is 0–255 if a value is above 1, else 0–1. */
function toColors(values: Float32Array, vertexCount: number): Uint8Array<ArrayBuffer> | undefined {
  if (vertexCount === 0 || values.length !== vertexCount * 3) return undefined
  const scale = values.some((value) => value > 1) ? 1 : 255
  const colors = new Uint8Array(vertexCount * 4)
  for (let vertex = 0; vertex < vertexCount; vertex += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      colors[vertex * 4 + channel] = Math.min(255, Math.max(0, values[vertex * 3 + channel]! * scale + 0.5))
    }
    colors[vertex * 4 + 3] = 255
  }
  return colors
}
