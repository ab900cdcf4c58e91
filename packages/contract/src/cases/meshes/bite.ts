/** A box along the axes of a file, in one unit. */
export type ScanBox = { min: readonly number[]; max: readonly number[] }

/** Share of the flatter arch's height from which two arches count as intersecting. */
const heavyOverlap = 0.5

/**
 * Whether an upper and a lower arch intersect too much for a bite relation: their boxes meet, and share more than
 * half of the flatter one's height. Scanners that export no bite place each arch at its own origin.
 * @param up index of the axis along which the arches close; undefined uses the shortest side of both
 */
export function areArchesIntersecting(upper: ScanBox, lower: ScanBox, up?: number): boolean {
  const sideOf = ({ min, max }: ScanBox, axis: number) => max[axis]! - min[axis]!
  const overlaps = [0, 1, 2].map(
    (axis) => Math.min(upper.max[axis]!, lower.max[axis]!) - Math.max(upper.min[axis]!, lower.min[axis]!),
  )
  if (overlaps.some((overlap) => overlap < 0)) return false
  const sides = [0, 1, 2].map((axis) => sideOf(upper, axis) + sideOf(lower, axis))
  const axis = up ?? sides.indexOf(Math.min(...sides))
  return overlaps[axis]! > heavyOverlap * Math.min(sideOf(upper, axis), sideOf(lower, axis))
}
