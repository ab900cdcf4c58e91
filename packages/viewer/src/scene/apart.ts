import { areArchesIntersecting } from '@pontic/contract'
import type { Box3 } from 'three'

/** Distances by which the arches are lifted, in millimetres along the scene's y. */
export type Lift = { upper: number; lower: number }

/** Gap between the separated arches, as a share of the flatter one's height. */
const airShare = 0.35

/** Whether an upper and a lower arch intersect (`areArchesIntersecting`), along the scene's y. */
export function isOverlapping(upper: Box3, lower: Box3): boolean {
  const toBox = ({ min, max }: Box3) => ({ min: min.toArray(), max: max.toArray() })
  return areArchesIntersecting(toBox(upper), toBox(lower), 1)
}

/** The lifts that separate two arches: each moves half the distance, the upper one up. */
export function findLift(upper: Box3, lower: Box3): Lift {
  const way = lower.max.y - upper.min.y + airShare * flatterHeight(upper, lower)
  return way > 0 ? { upper: way / 2, lower: -way / 2 } : { upper: 0, lower: 0 }
}

function flatterHeight(upper: Box3, lower: Box3): number {
  return Math.min(upper.max.y - upper.min.y, lower.max.y - lower.min.y)
}
