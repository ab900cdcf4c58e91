/** Creates a seeded generator of numbers from 0 to 1 (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Triangles = { positions: Float32Array; indices: Uint32Array }

/**
 * Creates a larger scan from a real scan: halves the longest edges until there are as many triangles as wanted, then adds
 * Gaussian noise to each vertex, like that of scanners.
 * @param noiseMm standard deviation along each axis
 */
export function makeScan(scan: Triangles, triangles: number, noiseMm = 0.004, seed = 7): Triangles {
  let { positions, indices } = scan
  while (indices.length / 3 < triangles)
    ({ positions, indices } = halveLongest({ positions, indices }, triangles))
  const next = numbersFrom(seed)
  const noisy = positions.map(
    (value) => value + noiseMm * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  )
  return { positions: noisy, indices }
}

/** Halves as many of the longest edges as needed, each at most once. A triangle becomes up to four. */
function halveLongest({ positions, indices }: Triangles, triangles: number): Triangles {
  const vertices = positions.length / 3
  const lengths = new Map<number, number>()
  const keyOf = (a: number, b: number) => Math.min(a, b) * vertices + Math.max(a, b)
  for (let i = 0; i < indices.length; i += 1) {
    const [from, to] = [indices[i]!, indices[i % 3 === 2 ? i - 2 : i + 1]!]
    const key = keyOf(from, to)
    if (!lengths.has(key)) lengths.set(key, lengthOf(positions, from, to))
  }
  const wanted = Math.ceil((triangles - indices.length / 3) / 2)
  const longest = [...lengths].sort((a, b) => b[1] - a[1]).slice(0, wanted)
  const grown = new Float32Array(positions.length + longest.length * 3)
  grown.set(positions)
  const middles = new Map<number, number>()
  longest.forEach(([key], i) => {
    const [a, b] = [Math.floor(key / vertices) * 3, (key % vertices) * 3]
    middles.set(key, vertices + i)
    for (let axis = 0; axis < 3; axis += 1)
      grown[(vertices + i) * 3 + axis] = (positions[a + axis]! + positions[b + axis]!) / 2
  })
  const parts: number[] = []
  for (let i = 0; i < indices.length; i += 3) {
    const corners = [indices[i]!, indices[i + 1]!, indices[i + 2]!] as const
    const halves = [0, 1, 2].map((k) => middles.get(keyOf(corners[k]!, corners[(k + 1) % 3]!)))
    splitTriangle(corners, halves, parts)
  }
  return { positions: grown, indices: Uint32Array.from(parts) }
}

function lengthOf(positions: Float32Array, a: number, b: number): number {
  return Math.hypot(
    positions[a * 3]! - positions[b * 3]!,
    positions[a * 3 + 1]! - positions[b * 3 + 1]!,
    positions[a * 3 + 2]! - positions[b * 3 + 2]!,
  )
}

/** Splits a triangle at the given midpoints of its edges. The first edge starts at the first corner. */
function splitTriangle(
  corners: readonly [number, number, number],
  halves: readonly (number | undefined)[],
  into: number[],
): void {
  const count = halves.filter((middle) => middle !== undefined).length
  // Rotates the corners so that the edge that differs from the other two comes first.
  const turn = halves.findIndex((middle) => (middle === undefined) === (count === 2))
  const at = count === 1 || count === 2 ? turn : 0
  const [a, b, c] = [corners[at]!, corners[(at + 1) % 3]!, corners[(at + 2) % 3]!]
  const [ab, bc, ca] = [halves[at], halves[(at + 1) % 3], halves[(at + 2) % 3]]
  if (count === 0) into.push(a, b, c)
  else if (count === 1) into.push(a, ab!, c, ab!, b, c)
  else if (count === 2) into.push(a, b, bc!, a, bc!, ca!, ca!, bc!, c)
  else into.push(a, ab!, ca!, ab!, b, bc!, ca!, bc!, c, ab!, bc!, ca!)
}

/** Serializes triangles as a binary STL. */
export function writeStl({ positions, indices }: Triangles): Uint8Array<ArrayBuffer> {
  const count = indices.length / 3
  const bytes = new Uint8Array(84 + 50 * count)
  const view = new DataView(bytes.buffer)
  view.setUint32(80, count, true)
  for (let i = 0; i < indices.length; i += 1) {
    const at = 84 + Math.floor(i / 3) * 50 + 12 + (i % 3) * 12
    for (let axis = 0; axis < 3; axis += 1)
      view.setFloat32(at + axis * 4, positions[indices[i]! * 3 + axis]!, true)
  }
  return bytes
}

/** Creates a sphere of triangles in rings from pole to pole. Its vertices lie exactly on the sphere. */
export function makeSphere(radiusMm: number, rings: number): Triangles {
  const positions: number[] = []
  const indices: number[] = []
  const around = rings * 2
  for (let ring = 0; ring <= rings; ring += 1) {
    const polar = (Math.PI * ring) / rings
    for (let step = 0; step < around; step += 1) {
      const turn = (2 * Math.PI * step) / around
      // All vertices of a pole have the same position.
      const [side, up] = [ring % rings === 0 ? 0 : Math.sin(polar), Math.cos(polar)]
      positions.push(radiusMm * side * Math.cos(turn), radiusMm * side * Math.sin(turn), radiusMm * up)
    }
  }
  for (let ring = 0; ring < rings; ring += 1) {
    for (let step = 0; step < around; step += 1) {
      const [a, b] = [ring * around + step, ring * around + ((step + 1) % around)]
      indices.push(a, a + around, b, b, a + around, b + around)
    }
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

/** Creates a box with a corner at the origin. Each side has a grid of `steps` × `steps` cells of two triangles. */
export function makeBox(sidesMm: readonly [number, number, number], steps: number): Triangles {
  const positions: number[] = []
  const indices: number[] = []
  for (let axis = 0; axis < 3; axis += 1) {
    for (const end of [0, 1]) {
      const first = positions.length / 3
      for (let u = 0; u <= steps; u += 1) {
        for (let v = 0; v <= steps; v += 1) {
          const point = [0, 0, 0]
          point[axis] = end * sidesMm[axis]!
          point[(axis + 1) % 3] = (u / steps) * sidesMm[(axis + 1) % 3]!
          point[(axis + 2) % 3] = (v / steps) * sidesMm[(axis + 2) % 3]!
          positions.push(...point)
        }
      }
      for (let u = 0; u < steps; u += 1) {
        for (let v = 0; v < steps; v += 1) {
          const at = first + u * (steps + 1) + v
          const [b, c] = end === 1 ? [at + steps + 1, at + 1] : [at + 1, at + steps + 1]
          indices.push(at, b, c, b, end === 1 ? b + 1 : c + 1, c)
        }
      }
    }
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}
