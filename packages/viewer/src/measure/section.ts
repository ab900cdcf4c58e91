import type { Box3 } from 'three'
import type { MeshStore, StoredMesh } from './mesh-store.ts'
import { anyPerpendicular, cross, dot, type Vec } from './vectors.ts'

/** The plane of all points p with `normal · p = offset`. The normal has length 1. */
export type CutPlane = { normal: Vec; offset: number }

/** Axes of a plane, in which its outlines are drawn. */
export type PlaneAxes = { origin: Vec; right: Vec; up: Vec }

/**
 * The section of a plane through one scan: polylines one after the other.
 * - `points`: x, y, z of each point in the axes of the file.
 * - `starts`: the number of the first point of each polyline, and the number of all points at the end.
 * - `isClosed`: 1 for each polyline whose last point is joined to its first.
 */
export type Outline = {
  scanId: string
  points: Float32Array<ArrayBuffer>
  starts: Uint32Array<ArrayBuffer>
  isClosed: Uint8Array<ArrayBuffer>
}

/** Returns the plane through a point. @param normal with length 1 */
export const toPlane = (normal: Vec, point: Vec): CutPlane => ({ normal, offset: dot(normal, point) })

/** Returns axes of a plane whose `up` is as close as possible to a direction. */
export function planeAxes({ normal, offset }: CutPlane, towards: Vec): PlaneAxes {
  const across = cross(towards, normal)
  const length = Math.hypot(...across)
  const right: Vec =
    length > 1e-6 ? [across[0] / length, across[1] / length, across[2] / length] : anyPerpendicular(normal)
  return {
    origin: [normal[0] * offset, normal[1] * offset, normal[2] * offset],
    right,
    up: cross(normal, right),
  }
}

/** Cuts scans with a plane. Scans that are not in the store are left out. */
export function cutMeshes(
  store: MeshStore,
  { scanIds, plane }: { scanIds: readonly string[]; plane: CutPlane },
): Outline[] {
  return scanIds.filter((id) => store.has(id)).map((id) => cutMesh(store.get(id), plane))
}

/** Cuts a mesh with a plane. */
export function cutMesh(mesh: StoredMesh, plane: CutPlane): Outline {
  return joinSegments(mesh.id, findSegments(mesh, plane))
}

/** Returns the segments in which a plane cuts triangles: six coordinates each. A triangle within the plane is not cut. */
function findSegments({ tree, positions, indices }: StoredMesh, { normal, offset }: CutPlane): Float32Array {
  const [nx, ny, nz] = normal
  let segments = new Float32Array(6 * 1024)
  let end = 0
  const heights = [0, 0, 0]
  const pushCrossing = (one: number, other: number, heightOne: number, heightOther: number) => {
    // Both triangles of an edge compute the same point, because the order depends on the coordinates only.
    const isFlipped = isAfter(positions, one, other)
    const [from, to] = isFlipped ? [other, one] : [one, other]
    const [fromHeight, toHeight] = isFlipped ? [heightOther, heightOne] : [heightOne, heightOther]
    const share = fromHeight / (fromHeight - toHeight)
    for (let axis = 0; axis < 3; axis += 1) {
      const start = positions[from * 3 + axis]!
      // `+ 0` turns -0 into 0, so that equal coordinates have equal bits.
      segments[end] = start + (positions[to * 3 + axis]! - start) * share + 0
      end += 1
    }
  }
  tree.shapecast({
    intersectsBounds: ({ min, max }: Box3) => {
      const middle = (nx * (min.x + max.x) + ny * (min.y + max.y) + nz * (min.z + max.z)) / 2 - offset
      const reach =
        (Math.abs(nx) * (max.x - min.x) + Math.abs(ny) * (max.y - min.y) + Math.abs(nz) * (max.z - min.z)) / 2
      return Math.abs(middle) <= reach + 1e-6
    },
    intersectsRange: (first, count) => {
      for (let at = first * 3; at < (first + count) * 3; at += 3) {
        for (let corner = 0; corner < 3; corner += 1) {
          const vertex = indices[at + corner]! * 3
          heights[corner] =
            nx * positions[vertex]! + ny * positions[vertex + 1]! + nz * positions[vertex + 2]! - offset
        }
        const [a, b, c] = heights as [number, number, number]
        const isAbove = [a >= 0, b >= 0, c >= 0]
        if (isAbove[0] === isAbove[1] && isAbove[1] === isAbove[2]) continue
        if (end + 6 > segments.length) segments = grow(segments)
        for (let corner = 0; corner < 3; corner += 1) {
          const next = (corner + 1) % 3
          if (isAbove[corner] !== isAbove[next])
            pushCrossing(indices[at + corner]!, indices[at + next]!, heights[corner]!, heights[next]!)
        }
      }
      return false
    },
  })
  return segments.subarray(0, end)
}

function grow(array: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(array.length * 2)
  larger.set(array)
  return larger
}

function isAfter(positions: Float32Array, one: number, other: number): boolean {
  for (let axis = 0; axis < 3; axis += 1) {
    const difference = positions[one * 3 + axis]! - positions[other * 3 + axis]!
    if (difference !== 0) return difference > 0
  }
  return false
}

/** Joins segments at equal ends to polylines. */
function joinSegments(scanId: string, segments: Float32Array): Outline {
  const { nodes, places, count } = numberEnds(segments)
  // Each node lists its ends: `firsts` has one end, `nexts` the next one of the same node.
  const firsts = new Int32Array(count).fill(-1)
  const nexts = new Int32Array(nodes.length).fill(-1)
  const degrees = new Uint32Array(count)
  for (let end = 0; end < nodes.length; end += 2) {
    // A segment without a length touches the plane in one point only.
    if (nodes[end] === nodes[end + 1]) continue
    for (const one of [end, end + 1]) {
      const node = nodes[one]!
      nexts[one] = firsts[node]!
      firsts[node] = one
      degrees[node]! += 1
    }
  }
  const isUsed = new Uint8Array(nodes.length / 2)
  const order: number[] = []
  const starts: number[] = []
  const isClosed: number[] = []
  const walk = (start: number) => {
    starts.push(order.length)
    order.push(start)
    let node = start
    for (;;) {
      let end = firsts[node]!
      while (end >= 0 && isUsed[end >> 1]) end = nexts[end]!
      if (end < 0) break
      isUsed[end >> 1] = 1
      node = nodes[end ^ 1]!
      if (node === start) break
      order.push(node)
    }
    const isRing = node === start && order.length - starts.at(-1)! > 1
    isClosed.push(isRing ? 1 : 0)
  }
  const isLeft = (end: number) => end >= 0 && nodes[end & ~1] !== nodes[end | 1] && !isUsed[end >> 1]
  // Open polylines begin at their ends; what is left then are rings.
  for (const isOpenEnd of [true, false])
    for (let end = 0; end < nodes.length; end += 1)
      if (isLeft(end) && (!isOpenEnd || degrees[nodes[end]!]! % 2 === 1)) walk(nodes[end]!)
  const points = new Float32Array(order.length * 3)
  order.forEach((node, at) => {
    points.set(places.subarray(node * 3, node * 3 + 3), at * 3)
  })
  starts.push(order.length)
  return { scanId, points, starts: Uint32Array.from(starts), isClosed: Uint8Array.from(isClosed) }
}

/** Gives equal ends of segments the same number, with a hash table of their coordinates. */
function numberEnds(segments: Float32Array) {
  const endCount = segments.length / 3
  const bits = new Uint32Array(segments.buffer, segments.byteOffset, segments.length)
  const nodes = new Uint32Array(endCount)
  const places = new Float32Array(segments.length)
  const mask = 2 ** Math.ceil(Math.log2(endCount * 2 + 2)) - 1
  const table = new Int32Array(mask + 1).fill(-1)
  const firstEnds = new Uint32Array(endCount)
  let count = 0
  for (let end = 0; end < endCount; end += 1) {
    const at = end * 3
    const [x, y, z] = [bits[at]!, bits[at + 1]!, bits[at + 2]!]
    let slot = mix(mix(mix(x) ^ y) ^ z) & mask
    for (;;) {
      const node = table[slot]!
      if (node < 0) {
        table[slot] = count
        firstEnds[count] = end
        places.set(segments.subarray(at, at + 3), count * 3)
        nodes[end] = count
        count += 1
        break
      }
      const other = firstEnds[node]! * 3
      if (bits[other] === x && bits[other + 1] === y && bits[other + 2] === z) {
        nodes[end] = node
        break
      }
      slot = (slot + 1) & mask
    }
  }
  return { nodes, places, count }
}

/** Mixes the bits of a hash with the finalizer of MurmurHash3. */
function mix(value: number): number {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
