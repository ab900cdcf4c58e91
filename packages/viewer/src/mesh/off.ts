import { FloatList, UintList } from './growable.ts'
import { type Mesh, MeshError, type MeshLimits } from './mesh.ts'
import { TextScanner } from './text-scanner.ts'

type OffParts = {
  positions: FloatList
  /** Red, green, blue and alpha of each vertex as written; empty without colours. */
  colors: FloatList
  indices: UintList
  /** Red, green, blue and alpha of each triangle; shorter if some faces have no colour. */
  faceColors: FloatList
}

/** For each prefix of OFF: the number of values between position and colour, and whether vertices have a colour. */
const prefixes: Readonly<Record<string, { skipped: number; hasColor: boolean }>> = {
  off: { skipped: 0, hasColor: false },
  coff: { skipped: 0, hasColor: true },
  noff: { skipped: 3, hasColor: false },
  cnoff: { skipped: 3, hasColor: true },
}

/** Whether the bytes at `start` begin like an OFF file. */
export function isOffHead(head: Uint8Array, start: number): boolean {
  const scanner = new TextScanner(head, start)
  return Object.keys(prefixes).some((word) => scanner.isWord(word, start))
}

/**
 * Parses a text OFF file (OFF, COFF, NOFF, CNOFF) with the colours of its vertices or, without those, of its faces. Polygons
 * become fans. The declared number of edges is ignored.
 * @throws mesh.truncated if the file declares more than it contains, before memory is allocated
 * @throws mesh.bad_number, mesh.bad_index, mesh.too_large, mesh.not_a_mesh
 */
export function parseOff(bytes: Uint8Array, limits: MeshLimits): Mesh {
  const scanner = new TextScanner(bytes, bytes[0] === 0xef ? 3 : 0)
  const next = () => {
    skipRemarks(scanner)
    return scanner.readNumber()
  }
  skipRemarks(scanner)
  const start = scanner.position
  const word = Object.keys(prefixes).find((one) => scanner.isWord(one, start))
  const prefix = word === undefined ? undefined : prefixes[word]
  if (prefix === undefined) throw new MeshError('mesh.not_a_mesh')
  scanner.skipWord()
  const [vertexCount, faceCount] = [readCount(next), readCount(next)]
  next()
  const left = bytes.length - scanner.position
  if (vertexCount > limits.vertices || faceCount > limits.triangles) throw new MeshError('mesh.too_large')
  // Each value needs at least a digit and a space.
  if (vertexCount * 6 + faceCount * 8 > left + 2) throw new MeshError('mesh.truncated')
  const parts: OffParts = {
    positions: new FloatList(vertexCount * 3),
    colors: new FloatList(),
    indices: new UintList(faceCount * 3),
    faceColors: new FloatList(),
  }
  for (let vertex = 0; vertex < vertexCount; vertex += 1) readVertex(scanner, next, prefix, parts)
  for (let face = 0; face < faceCount; face += 1) readFace(scanner, next, parts, limits)
  return assemble(parts, vertexCount)
}

function skipRemarks(scanner: TextScanner): void {
  scanner.skipSpace()
  while (scanner.bytes[scanner.position] === 35) {
    scanner.skipLine()
    scanner.skipSpace()
  }
}

function readCount(next: () => number): number {
  const count = next()
  if (!Number.isInteger(count) || count < 0) throw new MeshError('mesh.not_a_mesh')
  return count
}

function readVertex(
  scanner: TextScanner,
  next: () => number,
  { skipped, hasColor }: { skipped: number; hasColor: boolean },
  { positions, colors }: OffParts,
): void {
  for (let axis = 0; axis < 3; axis += 1) positions.push(next())
  for (let i = 0; i < skipped; i += 1) next()
  if (!hasColor) return void scanner.skipLine()
  readColor(scanner, colors)
}

/**
 * Reads the colour at the end of a line, in which alpha may be missing. If one line has no colour, the mesh has none.
 */
function readColor(scanner: TextScanner, into: FloatList): void {
  const values: number[] = []
  while (!scanner.isAtLineEnd() && scanner.bytes[scanner.position] !== 35) values.push(scanner.readNumber())
  scanner.skipLine()
  if (values.length < 3) return
  for (const value of values.slice(0, 3)) into.push(value)
  into.push(values[3] ?? -1)
}

function readFace(scanner: TextScanner, next: () => number, parts: OffParts, limits: MeshLimits): void {
  const { indices, faceColors } = parts
  const corners = next()
  if (!Number.isInteger(corners) || corners < 1) throw new MeshError('mesh.bad_number')
  if (corners > scanner.bytes.length - scanner.position) throw new MeshError('mesh.truncated')
  let first = 0
  let previous = 0
  for (let at = 0; at < corners; at += 1) {
    const index = next()
    if (!Number.isInteger(index) || index < 0 || index > 0xffffffff) throw new MeshError('mesh.bad_index')
    if (at === 0) first = index
    if (at > 1) {
      if (indices.length >= limits.triangles * 3) throw new MeshError('mesh.too_large')
      indices.push(first)
      indices.push(previous)
      indices.push(index)
    }
    previous = index
  }
  const color = new FloatList(4)
  readColor(scanner, color)
  if (color.length === 0) return
  const values = color.finish()
  for (let triangle = 2; triangle < corners; triangle += 1) for (const value of values) faceColors.push(value)
}

function assemble(parts: OffParts, vertexCount: number): Mesh {
  const positions = parts.positions.finish()
  const indices = parts.indices.finish()
  const triangleCount = indices.length / 3
  const shared = { format: 'off', positions, indices, isFlat: false, vertexCount, triangleCount } as const
  if (vertexCount > 0 && parts.colors.length === vertexCount * 4)
    return { ...shared, colors: toBytes(parts.colors.finish(), 1) }
  if (triangleCount === 0 || parts.faceColors.length !== triangleCount * 4) return shared
  const own = new Float32Array(indices.length * 3)
  indices.forEach((index, corner) => {
    if (index >= vertexCount) throw new MeshError('mesh.bad_index')
    own.set(positions.subarray(index * 3, index * 3 + 3), corner * 3)
  })
  return {
    ...shared,
    positions: own,
    indices: indices.map((_, i) => i),
    colors: toBytes(parts.faceColors.finish(), 3),
    isFlat: true,
    vertexCount: indices.length,
  }
}

/** Converts colours to bytes and repeats each `times` times. The range is 0–255 if a value is above 1, else 0–1. */
function toBytes(values: Float32Array, times: number): Uint8Array<ArrayBuffer> {
  const scale = values.some((value) => value > 1) ? 1 : 255
  const bytes = new Uint8Array(values.length * times)
  for (let i = 0; i < values.length; i += 1) {
    const value = i % 4 === 3 && values[i]! < 0 ? 255 : Math.round(values[i]! * scale)
    const place = (i - (i % 4)) * times + (i % 4)
    for (let k = 0; k < times; k += 1) bytes[place + k * 4] = Math.min(255, Math.max(0, value))
  }
  return bytes
}
