/** Bounding box of a scan along the axes of its file. */
export type ScanBox = { min: readonly number[]; max: readonly number[] }

/** Two arches intersect if they share more than this part of the flatter arch's height. */
const heavyOverlap = 0.5

/**
 * Whether an upper and a lower arch overlap so much that the scans contain no bite: they share more than half of the
 * flatter arch's height. Scanners that export no bite write each arch at its own origin.
 * @param up axis along which the arches close; by default the axis along which both are shortest
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
