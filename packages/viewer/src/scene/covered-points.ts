import { type PerspectiveCamera, Vector3 } from 'three'
import type { SurfacePoint } from './surface-probe.ts'

/** Rows and columns of the depth picture. */
export const depthGrid = 192
/** How far in millimetres a point may be behind the surface: levels of detail differ, and surfaces slope within a cell. */
const toleranceMm = 0.5

/**
 * Returns for each point whether the surface hides it. A point outside of the picture is not hidden.
 * @param points in the axes of the scene
 * @param surface points of a depth picture with `depthGrid` rows and columns
 */
export function findCovered(
  points: readonly Vector3[],
  surface: readonly SurfacePoint[],
  camera: PerspectiveCamera,
): boolean[] {
  const eye = new Vector3().setFromMatrixPosition(camera.matrixWorld)
  const nearest = new Map<number, number>()
  for (const { x, y, point } of surface) nearest.set(cellOf(x, y), point.distanceTo(eye))
  return points.map((point) => {
    const { x, y } = point.clone().project(camera)
    if (Math.abs(x) >= 1 || Math.abs(y) >= 1) return false
    const depth = point.distanceTo(eye)
    const cellMm = (2 * depth * Math.tan((camera.fov * Math.PI) / 360)) / depthGrid
    const isHidden = (cell: number) => (nearest.get(cell) ?? Infinity) < depth - toleranceMm - 2 * cellMm
    const cell = cellOf(x, y)
    // At an edge, a neighbour shows the surface of the point.
    return [cell, cell - 1, cell + 1, cell - depthGrid, cell + depthGrid].every(isHidden)
  })
}

const cellOf = (x: number, y: number) =>
  Math.floor(((y + 1) / 2) * depthGrid) * depthGrid + Math.floor(((x + 1) / 2) * depthGrid)
