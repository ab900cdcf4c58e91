import type { MeasuredGeometry } from './mesh-store.ts'

/** A grid of `columns` × `rows` points of a parametric surface, whose columns close to a ring. */
function makeGrid(
  columns: number,
  rows: number,
  pointAt: (column: number, row: number) => readonly [number, number, number],
  closesRows = false,
): MeasuredGeometry {
  const positions = new Float32Array(columns * rows * 3)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      positions.set(pointAt(column, row), (row * columns + column) * 3)
  const bands = closesRows ? rows : rows - 1
  const indices = new Uint32Array(bands * columns * 6)
  let at = 0
  for (let row = 0; row < bands; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const [next, above] = [(column + 1) % columns, (row + 1) % rows]
      const [a, b, c, d] = [
        row * columns + column,
        row * columns + next,
        above * columns + next,
        above * columns + column,
      ]
      indices.set([a, b, c, a, c, d], at)
      at += 6
    }
  return { positions, indices }
}

/** A sphere around the origin, whose triangles face out. It has `2 * steps²` triangles. */
export const makeSphere = (radius: number, steps: number): MeasuredGeometry =>
  makeGrid(steps, steps + 1, (column, row) => {
    const [azimuth, polar] = [(column / steps) * 2 * Math.PI, Math.PI * (1 - row / steps)]
    const ring = row === 0 || row === steps ? 0 : Math.sin(polar) * radius
    return [ring * Math.cos(azimuth), ring * Math.sin(azimuth), Math.cos(polar) * radius]
  })

/** A torus around the z axis. */
export const makeTorus = (radius: number, tube: number, steps: number): MeasuredGeometry =>
  makeGrid(
    steps,
    steps,
    (column, row) => {
      const [azimuth, angle] = [(column / steps) * 2 * Math.PI, (row / steps) * 2 * Math.PI]
      const reach = radius + tube * Math.cos(angle)
      return [reach * Math.cos(azimuth), reach * Math.sin(azimuth), tube * Math.sin(angle)]
    },
    true,
  )

/** The open wall of a cylinder around the z axis, from z = 0 to `height`. */
export const makeTube = (radius: number, height: number, steps: number, rows = 2): MeasuredGeometry =>
  makeGrid(steps, rows, (column, row) => {
    const azimuth = (column / steps) * 2 * Math.PI
    return [radius * Math.cos(azimuth), radius * Math.sin(azimuth), (row / (rows - 1)) * height]
  })

/** A box from the origin, of twelve triangles that share their eight vertices. */
export function makeBox(width: number, depth: number, height: number): MeasuredGeometry {
  const positions = new Float32Array(
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((at) => [at & 1 ? width : 0, at & 2 ? depth : 0, at & 4 ? height : 0]),
  )
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ]
  const indices = Uint32Array.from(quads.flatMap(([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, a, c, d]))
  return { positions, indices }
}

/** The same surface with three vertices of its own for each triangle, as in a file without shared vertices. */
export function splitVertices({ positions, indices }: MeasuredGeometry): MeasuredGeometry {
  const split = new Float32Array(indices.length * 3)
  indices.forEach((vertex, at) => {
    split.set(positions.subarray(vertex * 3, vertex * 3 + 3), at * 3)
  })
  return { positions: split, indices: Uint32Array.from(indices, (_, at) => at) }
}

/** Returns a generator of reproducible numbers from 0 to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Triangles at random places of a cube with sides of 10 mm. */
export function makeSoup(seed: number, triangles: number): MeasuredGeometry {
  const random = createRandom(seed)
  const positions = new Float32Array(triangles * 9)
  for (let triangle = 0; triangle < triangles; triangle += 1) {
    const middle = [random() * 10, random() * 10, random() * 10]
    for (let at = 0; at < 9; at += 1) positions[triangle * 9 + at] = middle[at % 3]! + random() - 0.5
  }
  return { positions, indices: Uint32Array.from({ length: triangles * 3 }, (_, at) => at) }
}
