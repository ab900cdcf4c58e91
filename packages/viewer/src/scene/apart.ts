import type { Box3 } from 'three'

/** How far the arches are lifted, in millimetres along the scene's y. */
export type Lift = { upper: number; lower: number }

/** Share of the flatter arch's height from which two arches count as running through each other. */
const heavyOverlap = 0.5
/** Air between the parted arches, as a share of the flatter one's height. */
const airShare = 0.35

/** Tells whether the boxes of an upper and a lower arch overlap so much that no bite can be meant. */
export function isOverlapping(upper: Box3, lower: Box3): boolean {
  if (!upper.intersectsBox(lower)) return false
  return overlapOf(upper, lower) > heavyOverlap * flatterHeight(upper, lower)
}

/** The lifts that part two arches: each goes half of the way, the upper one up. */
export function findLift(upper: Box3, lower: Box3): Lift {
  const way = lower.max.y - upper.min.y + airShare * flatterHeight(upper, lower)
  return way > 0 ? { upper: way / 2, lower: -way / 2 } : { upper: 0, lower: 0 }
}

function overlapOf(upper: Box3, lower: Box3): number {
  return Math.min(upper.max.y, lower.max.y) - Math.max(upper.min.y, lower.min.y)
}

function flatterHeight(upper: Box3, lower: Box3): number {
  return Math.min(upper.max.y - upper.min.y, lower.max.y - lower.min.y)
}
