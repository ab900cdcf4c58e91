import type { Mesh } from './mesh.ts'

/**
 * Joins vertices with identical coordinates and colours, where -0 equals 0. Vertices do not move and all triangles stay, so
 * that open borders of a scan stay open. A mesh with face colours is returned unchanged.
 */
export function weldMesh(mesh: Mesh): Mesh {
  if (mesh.isFlat) return mesh
  const { positions, colors, vertexCount } = mesh
  for (let i = 0; i < positions.length; i += 1) if (positions[i] === 0) positions[i] = 0
  const remap = mapVertices(mesh)
  const kept = remap.count
  if (kept === vertexCount) return mesh
  const newPositions = new Float32Array(kept * 3)
  const newColors = colors && new Uint8Array(kept * 4)
  for (let vertex = vertexCount - 1; vertex >= 0; vertex -= 1) {
    const to = remap.targets[vertex]!
    newPositions.set(positions.subarray(vertex * 3, vertex * 3 + 3), to * 3)
    if (colors) newColors?.set(colors.subarray(vertex * 4, vertex * 4 + 4), to * 4)
  }
  return {
    ...mesh,
    positions: newPositions,
    indices: mesh.indices.map((index) => remap.targets[index]!),
    ...(newColors && { colors: newColors }),
    vertexCount: kept,
  }
}

/** Maps each vertex to its new number. New numbers are in the order of first appearance. */
function mapVertices({ positions, colors, vertexCount }: Mesh): { targets: Uint32Array; count: number } {
  const bits = new Uint32Array(positions.buffer, positions.byteOffset, positions.length)
  const paint = colors && new Uint32Array(colors.buffer, colors.byteOffset, vertexCount)
  const mask = 2 ** Math.ceil(Math.log2(vertexCount * 1.5 + 16)) - 1
  const table = new Int32Array(mask + 1).fill(-1) // the original vertex in each slot
  const targets = new Uint32Array(vertexCount)
  // The seed is random, so that nobody can craft a file whose vertices all collide.
  const seed = Math.floor(Math.random() * 0x1_0000_0000)
  let count = 0
  for (let vertex = 0; vertex < vertexCount; vertex += 1) {
    const at = vertex * 3
    const color = paint ? paint[vertex]! : 0
    let slot = hash(seed, bits[at]!, bits[at + 1]!, bits[at + 2]! ^ Math.imul(color, 0x9e3779b1)) & mask
    for (;;) {
      const other = table[slot]!
      if (other < 0) {
        table[slot] = vertex
        targets[vertex] = count
        count += 1
        break
      }
      const from = other * 3
      const isSame =
        bits[from] === bits[at] && bits[from + 1] === bits[at + 1] && bits[from + 2] === bits[at + 2]
      if (isSame && (!paint || paint[other] === color)) {
        targets[vertex] = targets[other]!
        break
      }
      slot = (slot + 1) & mask
    }
  }
  return { targets, count }
}

function hash(seed: number, x: number, y: number, z: number): number {
  let h = mix(seed ^ x)
  h = mix(h ^ y)
  return mix(h ^ z)
}

/** Mixes the bits of a hash with the finalizer of MurmurHash3. */
function mix(value: number): number {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
