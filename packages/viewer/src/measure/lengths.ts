import type { Circle } from './circle.ts'
import { add, cross, distance, dot, lengthOf, scale, subtract, toUnit, type Vec } from './vectors.ts'

/** Returns the length of a polyline in millimetres. */
export const lengthAlong = (points: readonly Vec[]): number =>
  points.slice(1).reduce((sum, point, at) => sum + distance(points[at]!, point), 0)

/** Returns the angle at `corner` in degrees, 0 to 180; undefined if a leg has no length. */
export function angleAt(first: Vec, corner: Vec, last: Vec): number | undefined {
  const [one, other] = [toUnit(subtract(first, corner)), toUnit(subtract(last, corner))]
  if (!one || !other) return undefined
  // The arc tangent is exact for small angles, for which the arc cosine is not.
  return (Math.atan2(lengthOf(cross(one, other)), dot(one, other)) * 180) / Math.PI
}

/** Returns the circle through three points; undefined if they lie on a line. */
export function circleThrough(a: Vec, b: Vec, c: Vec): Circle | undefined {
  const [ab, ac] = [subtract(b, a), subtract(c, a)]
  const across = cross(ab, ac)
  const square = dot(across, across)
  const normal = toUnit(across)
  if (!normal || square < 1e-12 * dot(ab, ab) * dot(ac, ac)) return undefined
  const offset = scale(
    add(scale(cross(across, ab), dot(ac, ac)), scale(cross(ac, across), dot(ab, ab))),
    1 / (2 * square),
  )
  return { centre: add(a, offset), normal, radiusMm: lengthOf(offset), deviationMm: 0 }
}
