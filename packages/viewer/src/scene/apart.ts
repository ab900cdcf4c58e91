import { areArchesIntersecting } from '@pontic/contract'
import type { Box3 } from 'three'

/** Distances in millimetres by which the arches are moved along the scene's y axis. */
export type Lift = { upper: number; lower: number }

/** Gap between the separated arches as a share of the flatter arch's height. */
const gapShare = 0.35

/** Whether an upper and a lower arch intersect along the scene's y axis (`areArchesIntersecting`). */
export function isOverlapping(upper: Box3, lower: Box3): boolean {
  const toBox = ({ min, max }: Box3) => ({ min: min.toArray(), max: max.toArray() })
  return areArchesIntersecting(toBox(upper), toBox(lower), 1)
}

/** Computes the lifts that separate two arches. Each arch moves half the distance, the upper one upwards. */
export function findLift(upper: Box3, lower: Box3): Lift {
  const distance = lower.max.y - upper.min.y + gapShare * flatterHeight(upper, lower)
  return distance > 0 ? { upper: distance / 2, lower: -distance / 2 } : { upper: 0, lower: 0 }
}

function flatterHeight(upper: Box3, lower: Box3): number {
  return Math.min(upper.max.y - upper.min.y, lower.max.y - lower.min.y)
}
