import { add, anyPerpendicular, cross, distance, dot, scale, subtract, toUnit, type Vec } from './vectors.ts'

/** A circle in space. `deviationMm` is the largest distance of a fitted point from the circle. */
export type Circle = { centre: Vec; normal: Vec; radiusMm: number; deviationMm: number }

const rounds = 30

/**
 * Fits a circle to a closed ring of points: first the plane with the least squares of distances, then in this plane the circle
 * with the least squares of distances. Each point counts with the length of its edges, so that dense parts do not prevail.
 * @returns undefined for fewer than three points, or points on a line
 */
export function fitCircle(ring: readonly Vec[]): Circle | undefined {
  if (ring.length < 3) return undefined
  const weights = ring.map(
    (point, at) => distance(point, ring.at(at - 1)!) + distance(point, ring[(at + 1) % ring.length]!),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (!(total > 0)) return undefined
  const middle = scale(
    ring.reduce<Vec>((sum, point, at) => add(sum, scale(point, weights[at]!)), [0, 0, 0]),
    1 / total,
  )
  const offsets = ring.map((point) => subtract(point, middle))
  const normal = flattestDirection(offsets, weights)
  if (!normal) return undefined
  const right = anyPerpendicular(normal)
  const up = cross(normal, right)
  const flat = offsets.map((offset) => [dot(offset, right), dot(offset, up)] as const)
  const circle = fitFlatCircle(flat, weights)
  if (!circle) return undefined
  const [x, y, radiusMm] = circle
  const centre = add(middle, add(scale(right, x), scale(up, y)))
  const deviationMm = offsets.reduce((most, offset, at) => {
    const [px, py] = flat[at]!
    return Math.max(most, Math.hypot(Math.hypot(px - x, py - y) - radiusMm, dot(offset, normal)))
  }, 0)
  return { centre, normal, radiusMm, deviationMm }
}

/** Solves for the circle with the least squares of distances (Gauss-Newton), from the algebraic solution (Kåsa). */
function fitFlatCircle(
  points: readonly (readonly [number, number])[],
  weights: readonly number[],
): [x: number, y: number, radius: number] | undefined {
  const rows = points.map(([x, y]) => [[x, y, 1], x * x + y * y] as const)
  const start = solveLeastSquares(rows, weights)
  if (!start) return undefined
  let [x, y] = [start[0] / 2, start[1] / 2]
  let radius = Math.sqrt(start[2] + x * x + y * y)
  for (let round = 0; round < rounds; round += 1) {
    const steps = points.map(([px, py]) => {
      const reach = Math.hypot(px - x, py - y) || 1e-12
      return [[(x - px) / reach, (y - py) / reach, -1], radius - reach] as const
    })
    const step = solveLeastSquares(steps, weights)
    if (!step) break
    x += step[0]
    y += step[1]
    radius += step[2]
    if (Math.hypot(...step) < 1e-9) break
  }
  return [x, y, radius].every(Number.isFinite) && radius > 0 ? [x, y, radius] : undefined
}

type Row = readonly [readonly number[], number]

/** Solves rows of three unknowns by their normal equations; undefined if these are singular. */
function solveLeastSquares(
  rows: readonly Row[],
  weights: readonly number[],
): [number, number, number] | undefined {
  const m = [0, 1, 2].map((i) => [
    ...[0, 1, 2].map((j) =>
      rows.reduce((sum, [factors], at) => sum + weights[at]! * factors[i]! * factors[j]!, 0),
    ),
    rows.reduce((sum, [factors, value], at) => sum + weights[at]! * factors[i]! * value, 0),
  ])
  for (let column = 0; column < 3; column += 1) {
    const best = [0, 1, 2]
      .slice(column)
      .reduce((a, b) => (Math.abs(m[b]![column]!) > Math.abs(m[a]![column]!) ? b : a))
    ;[m[column], m[best]] = [m[best]!, m[column]!]
    const pivot = m[column]![column]!
    if (!(Math.abs(pivot) > 1e-14)) return undefined
    for (let row = 0; row < 3; row += 1) {
      if (row === column) continue
      const factor = m[row]![column]! / pivot
      for (let at = column; at < 4; at += 1) m[row]![at]! -= factor * m[column]![at]!
    }
  }
  return [0, 1, 2].map((row) => m[row]![3]! / m[row]![row]!) as [number, number, number]
}

/** Returns the direction in which points around the origin spread least; undefined for points on a line. */
function flattestDirection(points: readonly Vec[], weights: readonly number[]): Vec | undefined {
  // The eigenvectors of the symmetric matrix of second moments, by Jacobi rotations.
  const m = [0, 1, 2].map((i) =>
    [0, 1, 2].map((j) => points.reduce((sum, point, at) => sum + weights[at]! * point[i]! * point[j]!, 0)),
  )
  let axes: [Vec, Vec, Vec] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]
  for (let round = 0; round < rounds; round += 1) {
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      if (Math.abs(m[p]![q]!) < 1e-300) continue
      const angle = Math.atan2(2 * m[p]![q]!, m[q]![q]! - m[p]![p]!) / 2
      const [c, s] = [Math.cos(angle), Math.sin(angle)]
      for (let k = 0; k < 3; k += 1) {
        const [kp, kq] = [m[k]![p]!, m[k]![q]!]
        m[k]![p] = c * kp - s * kq
        m[k]![q] = s * kp + c * kq
      }
      for (let k = 0; k < 3; k += 1) {
        const [pk, qk] = [m[p]![k]!, m[q]![k]!]
        m[p]![k] = c * pk - s * qk
        m[q]![k] = s * pk + c * qk
      }
      axes = axes.map((_, at) => {
        if (at === p) return subtract(scale(axes[p], c), scale(axes[q], s))
        return at === q ? add(scale(axes[p], s), scale(axes[q], c)) : axes[at]!
      }) as [Vec, Vec, Vec]
    }
  }
  const order = [0, 1, 2].sort((a, b) => m[a]![a]! - m[b]![b]!)
  const [, middle = 0, most = 0] = order.map((at) => m[at]![at]!)
  // Points on a line spread in one direction only.
  if (!(middle > 1e-10 * most)) return undefined
  return toUnit(axes[order[0]!]!)
}
