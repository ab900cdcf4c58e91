import { type Vec, vectors } from '@pontic/viewer/measure'
import type { ScanScene } from '@pontic/viewer/scene'
import { changePlane, placePlane, type SectionPlane } from './section-plane.ts'

type Place = { readonly x: number; readonly y: number }

/** A handle that is dragged: 0 moves the plane, 1 tilts it, 2 turns it; with the pixel and the plane at the start. */
export type PlaneDrag = { readonly handle: number; readonly pixel: Place; readonly section: SectionPlane }

/** Returns the plane after a handle was dragged to a pixel. @param handleMm distance of the handles 1 and 2 from the centre */
export function dragPlane(scene: ScanScene, drag: PlaneDrag, pixel: Place, handleMm: number): SectionPlane {
  const { section, handle } = drag
  const { centre, normal, up, right } = placePlane(section)
  if (handle === 0) {
    const positionMm = section.positionMm + movedAlong(scene, drag, centre, section.normal, pixel)
    return changePlane(section, { positionMm })
  }
  const arm = vectors.add(centre, vectors.scale(handle === 1 ? up : right, handleMm))
  const movedMm = movedAlong(scene, drag, arm, normal, pixel)
  const degrees = (Math.atan2(movedMm, handleMm) * 180) / Math.PI
  return handle === 1
    ? changePlane(section, { tiltDeg: section.tiltDeg + degrees })
    : changePlane(section, { turnDeg: section.turnDeg - degrees })
}

/** Returns by how many millimetres a drag moves a place along a direction. */
function movedAlong(
  scene: ScanScene,
  { pixel: from, section: { scanId } }: PlaneDrag,
  place: Vec,
  direction: Vec,
  to: Place,
): number {
  const [start, end] = [scene.project(place, scanId), scene.project(vectors.add(place, direction), scanId)]
  if (!start || !end) return 0
  const [dx, dy] = [end.x - start.x, end.y - start.y]
  const square = dx * dx + dy * dy
  const pixelMm = scene.pixelMm(place, scanId)
  // Looking along the direction, dragging down moves the plane away.
  if (square * pixelMm * pixelMm < 0.01) return (from.y - to.y) * pixelMm
  return ((to.x - from.x) * dx + (to.y - from.y) * dy) / square
}
