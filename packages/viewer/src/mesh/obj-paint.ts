import { FloatList, UintList } from './growable.ts'
import { type Mesh, MeshError, type MeshLimits } from './mesh.ts'
import { TextScanner } from './text-scanner.ts'
import { sampleTexture, type Texture } from './texture.ts'

/** The texture of a material, or its colour (0–255) if it has no texture. */
export type Material = { texture?: Texture; color?: readonly [number, number, number] }

/** Materials of an OBJ by name. The caller reads them from other files of the case. */
export type ObjPaint = ReadonlyMap<string, Material>

type Faces = {
  /** u, v of each texture coordinate. */
  coordinates: FloatList
  /** Number of the material of each triangle, 0 for none. */
  materials: UintList
  /** Number of the texture coordinate of each corner, 0 for none. */
  corners: UintList
}

const namesMax = 4_096
const nameBytesMax = 512

/**
 * Colours an OBJ by its materials, each corner at its texture coordinate. Triangles of the result share no vertices, and
 * `joinVertices` joins those with equal position and colour. No file is loaded; a missing material is white.
 * @param mesh parsed by `parseObj` from the same bytes; returned unchanged if its number of triangles differs
 * @throws mesh.bad_number, mesh.bad_index, mesh.truncated, mesh.too_large
 */
export function paintObj(bytes: Uint8Array, mesh: Mesh, paint: ObjPaint, limits: MeshLimits): Mesh {
  const names: string[] = ['']
  const faces = readFaces(bytes, names, limits)
  if (faces.materials.length !== mesh.triangleCount) return mesh
  const coordinates = faces.coordinates.finish()
  const materials = faces.materials.finish()
  const corners = faces.corners.finish()
  const { indices, positions } = mesh
  const own = new Float32Array(indices.length * 3)
  const colors = new Uint8Array(indices.length * 4).fill(255)
  for (let corner = 0; corner < indices.length; corner += 1) {
    const from = indices[corner]! * 3
    if (from >= positions.length) throw new MeshError('mesh.bad_index')
    for (let axis = 0; axis < 3; axis += 1) own[corner * 3 + axis] = positions[from + axis]!
    const material = paint.get(names[materials[Math.floor(corner / 3)]!] ?? '')
    if (material) colorCorner(colors, corner * 4, material, coordinates, corners[corner]!)
  }
  return {
    ...mesh,
    positions: own,
    indices: indices.map((_, i) => i),
    colors,
    isFlat: true,
    vertexCount: indices.length,
  }
}

function readFaces(bytes: Uint8Array, names: string[], limits: MeshLimits): Faces {
  const scanner = new TextScanner(bytes, bytes[0] === 0xef ? 3 : 0)
  const faces: Faces = { coordinates: new FloatList(), materials: new UintList(), corners: new UintList() }
  const numbers = new Map<string, number>([['', 0]])
  let material = 0
  while (!scanner.isAtEnd) {
    scanner.skipBlanks()
    const start = scanner.position
    if (scanner.isWord('vt', start)) {
      scanner.position += 2
      for (let axis = 0; axis < 2; axis += 1)
        faces.coordinates.push(scanner.isAtLineEnd() ? 0 : scanner.readNumber())
      if (faces.coordinates.length > limits.vertices * 2) throw new MeshError('mesh.too_large')
    } else if (scanner.isWord('usemtl', start)) {
      scanner.position += 6
      material = numberOf(readName(scanner), names, numbers)
    } else if (scanner.isWord('f', start)) {
      scanner.position += 1
      readFace(scanner, faces, material)
    }
    scanner.skipLine()
  }
  return faces
}

function numberOf(name: string, names: string[], numbers: Map<string, number>): number {
  const known = numbers.get(name)
  if (known !== undefined) return known
  if (names.length >= namesMax) throw new MeshError('mesh.too_large')
  numbers.set(name, names.length)
  return names.push(name) - 1
}

function readName(scanner: TextScanner): string {
  scanner.skipBlanks()
  const start = scanner.position
  const { bytes } = scanner
  let end = start
  while (end < bytes.length && bytes[end] !== 10 && bytes[end] !== 13 && end - start < nameBytesMax) end += 1
  return new TextDecoder('utf-8').decode(bytes.subarray(start, end)).trim()
}

/** Reads the texture coordinates of a polygon's corners as a fan of triangles, like `parseObj`. */
function readFace(scanner: TextScanner, { coordinates, materials, corners }: Faces, material: number): void {
  const count = coordinates.length / 2
  let first = 0
  let previous = 0
  for (let at = 0; !scanner.isAtLineEnd(); at += 1) {
    scanner.readInteger()
    let place = 0
    if (scanner.bytes[scanner.position] === 47) {
      scanner.position += 1
      const next = scanner.bytes[scanner.position] ?? 32
      if (next !== 47 && next > 32) {
        const written = scanner.readInteger()
        place = written < 0 ? count + written + 1 : written
      }
      scanner.skipWord()
    }
    // A corner with an out-of-range index has no texture coordinate.
    if (place < 0 || place > count) place = 0
    if (at === 0) first = place
    if (at > 1) {
      for (const corner of [first, previous, place]) corners.push(corner)
      materials.push(material)
    }
    previous = place
  }
}

function colorCorner(
  colors: Uint8Array,
  to: number,
  { texture, color }: Material,
  coordinates: Float32Array,
  place: number,
): void {
  // The v axis of OBJ points up.
  if (texture && place > 0)
    sampleTexture(texture, [coordinates[place * 2 - 2]!, 1 - coordinates[place * 2 - 1]!], [colors, to])
  else if (color) for (let channel = 0; channel < 3; channel += 1) colors[to + channel] = color[channel]!
}

/** Lists at most eight material files that the first 64 KiB of an OBJ name, as file names without folders. */
export function listMaterialFiles(bytes: Uint8Array): string[] {
  const head = new TextDecoder('utf-8').decode(bytes.subarray(0, 65_536))
  return [...head.matchAll(/^[ \t]*mtllib[ \t]+(.+)$/gm)].slice(0, 8).map(([, name = '']) => baseName(name))
}

/** Parses an MTL. @returns the colour of each material, and the file name of its texture without folders */
export function readMaterials(
  text: string,
): Map<string, { color?: [number, number, number]; textureName?: string }> {
  const materials = new Map<string, { color?: [number, number, number]; textureName?: string }>()
  let current: { color?: [number, number, number]; textureName?: string } | undefined
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [word = '', ...rest] = line.trim().split(/[ \t]+/)
    if (word === 'newmtl' && materials.size < namesMax) {
      current = {}
      materials.set(rest.join(' '), current)
    } else if (word === 'Kd' && current) {
      const color = rest.slice(0, 3).map((value) => Math.round(Number(value) * 255))
      if (color.length === 3 && color.every((value) => value >= 0 && value <= 255))
        current.color = color as [number, number, number]
    } else if (word === 'map_Kd' && current) {
      // Options before the name begin with a hyphen. Their values are numbers, `on` or `off`.
      const name = line.trim().replace(/^map_Kd(?:[ \t]+-\w+(?:[ \t]+(?:[\d.+-]+|on|off))*)*[ \t]+/, '')
      current.textureName = baseName(name)
    }
  }
  return materials
}

const baseName = (path: string): string => path.trim().replace(/^.*[\\/]/, '')
