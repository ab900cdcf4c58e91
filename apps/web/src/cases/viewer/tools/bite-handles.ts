import { aroundPoint, type Movement, rotationOf, type Vec, vectors } from '@pontic/viewer/measure'
import type { ScanScene, ViewAxes } from '@pontic/viewer/scene'
import type { Mark } from '@pontic/viewer/tools'

const { add, cross, scale, toUnit } = vectors

/** The directions of the patient: to the left side of the picture from the front, upwards, and to the viewer. */
export type BiteAxes = readonly [sideways: Vec, upwards: Vec, forwards: Vec]

export const biteAxesOf = ({ right, up, toEye }: ViewAxes): BiteAxes => [right, up, toEye]

/** Returns the movement along an axis in millimetres. */
export const shiftAlong = (axis: Vec, mm: number): Movement => {
  const [x, y, z] = scale(axis, mm)
  return [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z]
}

/** Returns the rotation about an axis through a place by an angle in radians. */
export function turnAround(axis: Vec, middle: Vec, angle: number): Movement {
  const rotation = rotationOf([Math.cos(angle / 2), ...scale(axis, Math.sin(angle / 2))])
  return aroundPoint(rotation, middle, middle)
}

/** A point that the user can drag in one direction, which moves or turns the scan. */
type Handle = { readonly place: Vec; readonly towards: Vec; readonly movementOf: (mm: number) => Movement }

/** Returns the handles: three arrows that move the scan, and three arcs between them that turn it. */
export function listHandles(axes: BiteAxes, middle: Vec, sizeMm: number): Handle[] {
  const moving = axes.map((axis): Handle => {
    return {
      place: add(middle, scale(axis, sizeMm)),
      towards: axis,
      movementOf: (mm) => shiftAlong(axis, mm),
    }
  })
  const turning = axes.map((axis, at): Handle => {
    const [one, other] = [axes[(at + 1) % 3]!, axes[(at + 2) % 3]!]
    const outwards = toUnit(add(one, other)) ?? one
    const radiusMm = sizeMm * 0.7
    return {
      place: add(middle, scale(outwards, radiusMm)),
      towards: cross(axis, outwards),
      movementOf: (mm) => turnAround(axis, middle, mm / radiusMm),
    }
  })
  return [...moving, ...turning]
}

/** Draws the handles. @param labels names of the three axes */
export function handleMarks(axes: BiteAxes, middle: Vec, sizeMm: number, labels: readonly string[]): Mark[] {
  const handles = listHandles(axes, middle, sizeMm)
  const arcs = axes.map((_, at) => {
    const [one, other] = [axes[(at + 1) % 3]!, axes[(at + 2) % 3]!]
    return Array.from({ length: 13 }, (_, step) => {
      const angle = ((step / 12) * 60 + 15) * (Math.PI / 180)
      const outwards = add(scale(one, Math.cos(angle)), scale(other, Math.sin(angle)))
      return { place: add(middle, scale(outwards, sizeMm * 0.7)) }
    })
  })
  return handles.map(({ place }, at) => ({
    id: String(at),
    handles: [{ place }],
    lines: [at < 3 ? [{ place: middle }, { place }] : arcs[at - 3]!],
    label: at < 3 ? { text: labels[at] ?? '', at: { place } } : undefined,
    look: 'plain',
    isControl: true,
  }))
}

/** Returns how far a drag in the picture moves a handle along its direction, in millimetres; 0 if it points at the viewer. */
export function draggedMm(
  scene: ScanScene,
  { place, towards }: Handle,
  from: { x: number; y: number },
  to: { x: number; y: number },
): number {
  const [start, end] = [scene.project(place), scene.project(add(place, towards))]
  if (!start || !end) return 0
  const [x, y] = [end.x - start.x, end.y - start.y]
  const square = x * x + y * y
  const pixelsMm = 1 / Math.max(1e-6, scene.pixelMm(place))
  return square < (pixelsMm * 0.15) ** 2 ? 0 : ((to.x - from.x) * x + (to.y - from.y) * y) / square
}
