import { invert, type Movement, noMovement } from '@pontic/viewer/measure'
import type { Point, ScanScene, SceneCamera } from '@pontic/viewer/scene'

/** Converts points, directions and cameras between the axes of a file and those in which its scan is shown. */
export type AxesChange = {
  point: (place: Point) => Point
  direction: (direction: Point) => Point
  camera: (camera: SceneCamera) => SceneCamera
}

/** Returns the change from the axes of a file to those of its scan, which differ while the user has aligned the bite. */
export const fromFileAxes = (scene: ScanScene, id: string): AxesChange =>
  changeBy(scene.getBite(id) ?? noMovement)

/** Returns the change from the axes in which a scan is shown to those of its file. */
export const toFileAxes = (scene: ScanScene, id: string): AxesChange =>
  changeBy(invert(scene.getBite(id) ?? noMovement))

/** @param movement the twelve numbers of a 3 × 4 matrix, row by row */
export function changeBy(movement: Movement): AxesChange {
  const rowOf = (row: number, [x, y, z]: Point, offset: 0 | 1) => {
    const [a = 0, b = 0, c = 0, d = 0] = movement.slice(row * 4, row * 4 + 4)
    return a * x + b * y + c * z + d * offset
  }
  const move = (one: Point, offset: 0 | 1): Point => [
    rowOf(0, one, offset),
    rowOf(1, one, offset),
    rowOf(2, one, offset),
  ]
  const point = (place: Point) => move(place, 1)
  const direction = (one: Point) => move(one, 0)
  return {
    point,
    direction,
    camera: ({ position, target, up, aspect }) => ({
      position: point(position),
      target: point(target),
      up: direction(up),
      aspect,
    }),
  }
}
