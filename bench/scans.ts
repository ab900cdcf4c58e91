import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseMesh } from '@pontic/viewer/mesh'
import { root } from '../scripts/places.ts'

type Body = { positions: number[]; indices: number[] }

const headBytes = 84
const triangleBytes = 50
const noiseMm = 0.004

/**
 * A binary STL of so many bytes (to one triangle) that looks as a scanner would write it: a real arch whose longest edges
 * are split until there are enough triangles, with Gaussian noise of 4 µm on each point. The same bytes each time.
 * @param scan a file of demo/scans
 */
export function makeScan(sizeBytes: number, scan = 'case0-upper-teeth.obj'): Buffer {
  const { positions, indices } = parseMesh(readFileSync(join(root, 'demo/scans', scan)))
  const wanted = Math.floor((sizeBytes - headBytes) / triangleBytes)
  let body: Body = { positions: [...positions], indices: [...indices] }
  while (body.indices.length / 3 < wanted - 1) body = splitLongest(body, wanted)
  addNoise(body.positions, makeRandom(20_260_101))
  return writeStl(body)
}

/** The corner points of an edge in one number; points are fewer than 2^26. */
const edgeKey = (from: number, to: number) => (from < to ? from * 67_108_864 + to : to * 67_108_864 + from)

/** Splits edges in their middles, the longest first, as many as the wanted count allows; all of them at most. */
function splitLongest({ positions, indices }: Body, wanted: number): Body {
  const uses = new Map<number, number>()
  for (let at = 0; at < indices.length; at += 1) {
    const key = edgeKey(indices[at]!, indices[at % 3 === 2 ? at - 2 : at + 1]!)
    uses.set(key, (uses.get(key) ?? 0) + 1)
  }
  const lengthOf = (key: number) => {
    const [a, b] = [Math.floor(key / 67_108_864) * 3, (key % 67_108_864) * 3]
    return [0, 1, 2].reduce((sum, axis) => sum + (positions[a + axis]! - positions[b + axis]!) ** 2, 0)
  }
  const byLength = [...uses].map(([key, count]) => ({ key, count, length: lengthOf(key) }))
  byLength.sort((one, other) => other.length - one.length)
  const middles = new Map<number, number>()
  // Each triangle at a split edge becomes one more.
  let missing = wanted - indices.length / 3
  for (const { key, count } of byLength) {
    if (count > missing) continue
    missing -= count
    const [a, b] = [Math.floor(key / 67_108_864) * 3, (key % 67_108_864) * 3]
    middles.set(key, positions.length / 3)
    for (const axis of [0, 1, 2]) positions.push((positions[a + axis]! + positions[b + axis]!) / 2)
    if (missing <= 0) break
  }
  return { positions, indices: cutTriangles(indices, middles) }
}

function cutTriangles(indices: readonly number[], middles: ReadonlyMap<number, number>): number[] {
  const cut: number[] = []
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [indices[at]!, indices[at + 1]!, indices[at + 2]!]
    const [ab, bc, ca] = [middles.get(edgeKey(a, b)), middles.get(edgeKey(b, c)), middles.get(edgeKey(c, a))]
    // The points of the border in their order: cutting off a corner at each middle leaves the rest.
    if (ab !== undefined && bc !== undefined && ca !== undefined)
      cut.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca)
    else cutFan(cut, [a, ab, b, bc, c, ca])
  }
  return cut
}

/** A triangle with one or two middles on its border, as triangles. */
function cutFan(cut: number[], border: readonly (number | undefined)[]): void {
  // A fan from a middle never draws two triangles into one line.
  const start = border.findIndex((point, at) => at % 2 === 1 && point !== undefined)
  const turned = start < 0 ? border : [...border.slice(start), ...border.slice(0, start)]
  const points = turned.filter((point) => point !== undefined)
  for (let at = 1; at + 1 < points.length; at += 1) cut.push(points[0]!, points[at]!, points[at + 1]!)
}

/** Numbers from 0 to 1, the same row for the same seed (mulberry32). */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function addNoise(positions: number[], random: () => number): void {
  for (let at = 0; at < positions.length; at += 1) {
    const radius = Math.sqrt(-2 * Math.log(1 - random()))
    positions[at] = positions[at]! + noiseMm * radius * Math.cos(2 * Math.PI * random())
  }
}

function writeStl({ positions, indices }: Body): Buffer {
  const bytes = Buffer.alloc(headBytes + (indices.length / 3) * triangleBytes)
  bytes.writeUInt32LE(indices.length / 3, 80)
  for (let at = 0; at < indices.length; at += 3) {
    const from = headBytes + (at / 3) * triangleBytes
    const corners = [0, 1, 2].map((corner) => indices[at + corner]! * 3)
    const side = (corner: number, axis: number) =>
      positions[corners[corner]! + axis]! - positions[corners[0]! + axis]!
    const normal = [0, 1, 2].map((axis) => {
      const [next, last] = [(axis + 1) % 3, (axis + 2) % 3]
      return side(1, next) * side(2, last) - side(1, last) * side(2, next)
    })
    const length = Math.hypot(...normal) || 1
    for (const axis of [0, 1, 2]) {
      bytes.writeFloatLE(normal[axis]! / length, from + axis * 4)
      for (const corner of [0, 1, 2])
        bytes.writeFloatLE(positions[corners[corner]! + axis]!, from + 12 + corner * 12 + axis * 4)
    }
  }
  return bytes
}
