import type { Mesh } from './mesh.ts'

/**
 * Joins vertices with identical coordinates and colours, where -0 equals 0. Vertices do not move and all triangles stay, so
 * that open borders of a scan stay open. A mesh with face colours is returned unchanged.
 */
export function weldMesh(mesh: Mesh): Mesh {
  if (mesh.isFlat) return mesh
  const { positions, vertexCount } = mesh
  for (let i = 0; i < positions.length; i += 1) if (positions[i] === 0) positions[i] = 0
  const { targets, welded, colors, count } = mapVertices(mesh)
  if (count === vertexCount) return mesh
  const indices = new Uint32Array(mesh.indices.length)
  for (let i = 0; i < indices.length; i += 1) indices[i] = targets[mesh.indices[i]!]!
  return {
    ...mesh,
    positions: new Float32Array(welded.buffer).slice(0, count * 3),
    indices,
    ...(colors && { colors: new Uint8Array(colors.buffer).slice(0, count * 4) }),
    vertexCount: count,
  }
}

type Welded = {
  /** The new number of each vertex, in the order of first appearance. */
  targets: Uint32Array
  /** The bits of the coordinates of the new vertices. The memory behind the last one is unused. */
  welded: Uint32Array<ArrayBuffer>
  colors: Uint32Array<ArrayBuffer> | undefined
  count: number
}

/** Maps each vertex to its new number with a hash table that grows with the number of new vertices, so that it fits into the cache. */
function mapVertices({ positions, colors: given, vertexCount }: Mesh): Welded {
  const bits = new Uint32Array(positions.buffer, positions.byteOffset, positions.length)
  const paint = given && new Uint32Array(given.buffer, given.byteOffset, vertexCount)
  const targets = new Uint32Array(vertexCount)
  const welded = new Uint32Array(vertexCount * 3)
  const colors = paint && new Uint32Array(vertexCount)
  // The seed is random, so that nobody can craft a file whose vertices all collide.
  const seed = Math.floor(Math.random() * 0x1_0000_0000)
  let mask = 2 ** Math.ceil(Math.log2(vertexCount / 4 + 16)) - 1
  let table = new Int32Array(mask + 1).fill(-1) // the new vertex in each slot
  let count = 0
  for (let vertex = 0; vertex < vertexCount; vertex += 1) {
    const at = vertex * 3
    const x = bits[at]!
    const y = bits[at + 1]!
    const z = bits[at + 2]!
    const color = paint ? paint[vertex]! : 0
    let slot = hash(seed, x, y, z, color) & mask
    for (;;) {
      const other = table[slot]!
      if (other < 0) {
        table[slot] = count
        targets[vertex] = count
        welded[count * 3] = x
        welded[count * 3 + 1] = y
        welded[count * 3 + 2] = z
        if (colors) colors[count] = color
        count += 1
        break
      }
      const from = other * 3
      const isSame = welded[from] === x && welded[from + 1] === y && welded[from + 2] === z
      if (isSame && (!colors || colors[other] === color)) {
        targets[vertex] = other
        break
      }
      slot = (slot + 1) & mask
    }
    if (count * 3 > mask * 2) {
      mask = mask * 2 + 1
      table = fillTable(seed, mask, { welded, colors, count })
    }
  }
  return { targets, welded, colors, count }
}

/** Creates a table of `mask + 1` slots with all new vertices. */
function fillTable(
  seed: number,
  mask: number,
  { welded, colors, count }: Omit<Welded, 'targets'>,
): Int32Array<ArrayBuffer> {
  const table = new Int32Array(mask + 1).fill(-1)
  for (let vertex = 0; vertex < count; vertex += 1) {
    const at = vertex * 3
    const color = colors ? colors[vertex]! : 0
    let slot = hash(seed, welded[at]!, welded[at + 1]!, welded[at + 2]!, color) & mask
    while (table[slot]! >= 0) slot = (slot + 1) & mask
    table[slot] = vertex
  }
  return table
}

function hash(seed: number, x: number, y: number, z: number, color: number): number {
  let h = mix(seed ^ x)
  h = mix(h ^ y)
  return mix(h ^ z ^ Math.imul(color, 0x9e3779b1))
}

/** Mixes the bits of a hash with the finalizer of MurmurHash3. */
function mix(value: number): number {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
