import type { Movement } from './distance-map.ts'

type Point = readonly [number, number, number]

/**
 * Finds the rotation and shift that move points onto other points with the least squared distances (Horn, Closed-form solution
 * of absolute orientation using unit quaternions, 1987).
 * @param from at least three points that are not on one line
 * @param to the point that belongs to each of them
 */
export function fitPoints(from: readonly Point[], to: readonly Point[]): Movement {
  const fromMiddle = middleOf(from)
  const toMiddle = middleOf(to)
  const sums = new Float64Array(9)
  from.forEach((point, i) => {
    for (let row = 0; row < 3; row += 1)
      for (let column = 0; column < 3; column += 1)
        sums[row * 3 + column]! += (point[row]! - fromMiddle[row]!) * (to[i]![column]! - toMiddle[column]!)
  })
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = sums as unknown as number[] & { length: 9 }
  const matrix = [
    [xx! + yy! + zz!, yz! - zy!, zx! - xz!, xy! - yx!],
    [yz! - zy!, xx! - yy! - zz!, xy! + yx!, zx! + xz!],
    [zx! - xz!, xy! + yx!, yy! - xx! - zz!, yz! + zy!],
    [xy! - yx!, zx! + xz!, yz! + zy!, zz! - xx! - yy!],
  ]
  const { values, vectors } = findEigen(matrix)
  const best = values.indexOf(Math.max(...values))
  const rotation = rotationOf(vectors.map((row) => row[best]!))
  return aroundPoint(rotation, fromMiddle, toMiddle)
}

/** Returns the mean of points. */
export function middleOf(points: readonly Point[]): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0]
  for (const point of points)
    for (let axis = 0; axis < 3; axis += 1) sum[axis]! += point[axis]! / points.length
  return sum
}

/** Returns the movement that rotates about a point, which it moves to another point. @param rotation nine numbers, row by row */
export function aroundPoint(rotation: readonly number[], from: Point, to: Point): Movement {
  return [0, 1, 2].flatMap((row) => {
    const [a, b, c] = rotation.slice(row * 3, row * 3 + 3) as [number, number, number]
    return [a, b, c, to[row]! - a * from[0] - b * from[1] - c * from[2]]
  })
}

/** Returns the movement that first applies `first`, then `second`. */
export function chain(first: Movement, second: Movement): Movement {
  return [0, 1, 2].flatMap((row) =>
    [0, 1, 2, 3].map((column) => {
      let sum = column === 3 ? second[row * 4 + 3]! : 0
      for (let k = 0; k < 3; k += 1) sum += second[row * 4 + k]! * first[k * 4 + column]!
      return sum
    }),
  )
}

/** Returns the movement that undoes a rigid movement. */
export function invert(movement: Movement): Movement {
  const at = (row: number, column: number) => movement[row * 4 + column]!
  return [0, 1, 2].flatMap((row) => [
    at(0, row),
    at(1, row),
    at(2, row),
    -(at(0, row) * at(0, 3) + at(1, row) * at(1, 3) + at(2, row) * at(2, 3)),
  ])
}

/** Returns the rotation matrix of a unit quaternion w, x, y, z. */
export function rotationOf(quaternion: readonly number[]): number[] {
  const length = Math.hypot(...quaternion)
  const [w, x, y, z] = quaternion.map((part) => part / length) as [number, number, number, number]
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  ]
}

/**
 * Finds the eigenvalues and eigenvectors of a symmetric matrix by Jacobi rotations.
 * @returns `vectors[row][i]` belongs to `values[i]`
 */
export function findEigen(matrix: readonly (readonly number[])[]): { values: number[]; vectors: number[][] } {
  const size = matrix.length
  const a = matrix.map((row) => [...row])
  const vectors = a.map((_, row) => a.map((__, column) => (row === column ? 1 : 0)))
  for (let sweep = 0; sweep < 50; sweep += 1) {
    let off = 0
    for (let p = 0; p < size; p += 1) for (let q = p + 1; q < size; q += 1) off += a[p]![q]! ** 2
    if (off < 1e-30) break
    for (let p = 0; p < size; p += 1)
      for (let q = p + 1; q < size; q += 1) if (a[p]![q] !== 0) rotatePair(a, vectors, p, q)
  }
  return { values: a.map((row, i) => row[i]!), vectors }
}

function rotatePair(a: number[][], vectors: number[][], p: number, q: number): void {
  const theta = (a[q]![q]! - a[p]![p]!) / (2 * a[p]![q]!)
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const c = 1 / Math.sqrt(t * t + 1)
  const s = t * c
  for (const row of [...a, ...vectors]) {
    const [x, y] = [row[p]!, row[q]!]
    row[p] = c * x - s * y
    row[q] = s * x + c * y
  }
  const [rowP, rowQ] = [a[p]!, a[q]!]
  for (let k = 0; k < a.length; k += 1) {
    const [x, y] = [rowP[k]!, rowQ[k]!]
    rowP[k] = c * x - s * y
    rowQ[k] = s * x + c * y
  }
}

/** Solves a symmetric system of six equations by elimination with pivots; undefined if it has no single solution. */
export function solveSix(matrix: Float64Array, right: Float64Array): number[] | undefined {
  const rows = Array.from({ length: 6 }, (_, row) => [...matrix.subarray(row * 6, row * 6 + 6), right[row]!])
  const largest = Math.max(...rows.flat().map(Math.abs))
  for (let column = 0; column < 6; column += 1) {
    let pivot = column
    for (let row = column + 1; row < 6; row += 1)
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row
    if (!(Math.abs(rows[pivot]![column]!) > largest * 1e-13)) return undefined
    ;[rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!]
    for (let row = 0; row < 6; row += 1) {
      if (row === column) continue
      const factor = rows[row]![column]! / rows[column]![column]!
      for (let k = column; k <= 6; k += 1) rows[row]![k]! -= factor * rows[column]![k]!
    }
  }
  return rows.map((row, i) => row[6]! / row[i]!)
}
