import { FloatList } from './growable.ts'
import { type Mesh, MeshError, type MeshLimits } from './mesh.ts'
import { readStlCount, stlHeaderBytes, stlTriangleBytes } from './recognize.ts'
import { TextScanner } from './text-scanner.ts'

const isLittleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1

/**
 * Parses a binary STL. The header, which can contain a patient's name, is skipped. Stored normals, the two attribute bytes
 * (vendors disagree on their colour order) and bytes after the last triangle are ignored.
 * @returns a mesh whose triangles share no vertices; `weldMesh` joins them
 * @throws mesh.truncated if there are fewer triangles than declared, before memory is allocated
 * @throws mesh.too_large
 */
export function parseBinaryStl(bytes: Uint8Array, limits: MeshLimits): Mesh {
  if (bytes.length < stlHeaderBytes) throw new MeshError('mesh.truncated')
  const triangleCount = readStlCount(bytes)
  if (bytes.length < stlHeaderBytes + stlTriangleBytes * triangleCount) throw new MeshError('mesh.truncated')
  if (triangleCount > limits.triangles || triangleCount * 3 > limits.vertices) {
    throw new MeshError('mesh.too_large')
  }
  const positions = new Float32Array(triangleCount * 9)
  if (isLittleEndian) {
    // The corners of a triangle are 36 contiguous bytes. Copying pairs of bytes is faster than reading nine floats.
    const isAligned = bytes.byteOffset % 2 === 0
    const body = isAligned ? bytes : bytes.slice()
    const source = new Uint16Array(body.buffer, body.byteOffset, Math.floor(body.length / 2))
    const target = new Uint16Array(positions.buffer)
    for (let i = 0; i < triangleCount; i += 1) {
      const at = (stlHeaderBytes + i * stlTriangleBytes + 12) / 2
      const to = i * 18
      for (let k = 0; k < 18; k += 1) target[to + k] = source[at + k]!
    }
  } else {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let i = 0; i < positions.length; i += 1) {
      const at = stlHeaderBytes + Math.floor(i / 9) * stlTriangleBytes + 12 + (i % 9) * 4
      positions[i] = view.getFloat32(at, true)
    }
  }
  return createUnsharedMesh('stl-binary', positions)
}

/**
 * Parses an ASCII STL with words in upper or lower case, any white space and several solids. Names are skipped.
 * @throws mesh.truncated if the last solid has no `endsolid`
 * @throws mesh.bad_number, mesh.too_large
 * @throws mesh.not_a_mesh for an unknown word or a facet without exactly three corners
 */
export function parseAsciiStl(bytes: Uint8Array, limits: MeshLimits): Mesh {
  const scanner = new TextScanner(bytes)
  const values = new FloatList()
  let isOpen = false
  for (scanner.skipSpace(); !scanner.isAtEnd; scanner.skipSpace()) {
    const start = scanner.position
    scanner.skipWord()
    if (scanner.isWord('vertex', start)) {
      for (let axis = 0; axis < 3; axis += 1) values.push(scanner.readNumber())
      if (values.length > limits.vertices * 3) throw new MeshError('mesh.too_large')
    } else if (scanner.isWord('endfacet', start)) {
      // A facet without exactly three corners leaves a number of values that is not a multiple of nine.
      if (values.length % 9 !== 0) throw new MeshError('mesh.not_a_mesh')
    } else if (scanner.isWord('solid', start) || scanner.isWord('endsolid', start)) {
      isOpen = scanner.isWord('solid', start)
      scanner.skipLine()
    } else if (scanner.isWord('facet', start)) {
      scanner.skipLine()
    } else if (!isStlFiller(scanner, start)) {
      throw new MeshError(scanner.isAtEnd ? 'mesh.truncated' : 'mesh.not_a_mesh')
    }
  }
  if (isOpen || values.length % 9 !== 0) throw new MeshError('mesh.truncated')
  if (values.length / 9 > limits.triangles) throw new MeshError('mesh.too_large')
  return createUnsharedMesh('stl-ascii', values.finish())
}

function isStlFiller(scanner: TextScanner, start: number): boolean {
  return ['outer', 'loop', 'endloop'].some((word) => scanner.isWord(word, start))
}

/** Creates a mesh whose triangles share no vertices. */
function createUnsharedMesh(format: 'stl-binary' | 'stl-ascii', positions: Float32Array<ArrayBuffer>): Mesh {
  const vertexCount = positions.length / 3
  const indices = new Uint32Array(vertexCount)
  for (let i = 0; i < vertexCount; i += 1) indices[i] = i
  return { format, positions, indices, isFlat: false, vertexCount, triangleCount: vertexCount / 3 }
}
