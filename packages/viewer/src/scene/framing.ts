import { type Box3, MathUtils, type Spherical, Vector3 } from 'three'
import type { EyePose } from './view-code.ts'

/** A long lens: little distortion, so that near teeth don't look larger than far ones. */
export const lensDeg = 20
/** Margin around a framed box, as a factor of its size. */
const margin = 1.1
const slope = Math.tan(MathUtils.degToRad(lensDeg / 2))

/**
 * The least distance from a box's centre at which all its corners are in the picture, with a margin, in millimetres.
 * @param direction from the centre to the camera
 * @param aspect width by height of the picture
 */
export function findDistance(box: Box3, direction: Spherical, aspect: number): number {
  const { toEye, right, up } = axesOf(direction)
  const half = box.getSize(new Vector3()).multiplyScalar(0.5)
  const reach = (point: Vector3) => {
    const wide = Math.abs(point.dot(right)) / (slope * aspect)
    const high = Math.abs(point.dot(up)) / slope
    return Math.max(wide, high) * margin + point.dot(toEye)
  }
  return Math.max(1, ...cornersAround(half).map(reach))
}

/**
 * The camera distance for a picture with another aspect ratio. A picture that showed the whole box shows it
 * completely again at the same size; a zoomed one keeps its scale, so that its middle square shows the same. Repeated
 * rotations of a phone, with a touch after each, do not accumulate drift.
 * @param direction that of the pose, safe for axes
 * @returns millimetres
 */
export function distanceInShape(pose: EyePose, direction: Spherical, box: Box3, aspect: number): number {
  const { toEye } = axesOf(direction)
  const middle = box.getCenter(new Vector3())
  const depth = Math.max(
    ...cornersAround(box.getSize(new Vector3()).multiplyScalar(0.5)).map((point) => point.dot(toEye)),
  )
  // The distance to the surface counts, not to the target, which may lie deep behind it.
  const front = Math.max(0, depth + middle.sub(new Vector3(...pose.target)).dot(toEye))
  const room = pose.distance - front
  if (room <= 0) return pose.distance
  const fitted = findDistance(box, direction, pose.aspect) - depth
  const isWhole = room * margin >= fitted
  const scale = isWhole
    ? (findDistance(box, direction, aspect) - depth) / fitted
    : Math.min(1, pose.aspect) / Math.min(1, aspect)
  return front + room * scale
}

function axesOf(direction: Spherical): { toEye: Vector3; right: Vector3; up: Vector3 } {
  const toEye = new Vector3().setFromSpherical(direction).normalize()
  const right = new Vector3(0, 1, 0).cross(toEye).normalize()
  return { toEye, right, up: new Vector3().crossVectors(toEye, right) }
}

/** The corners of a box around the origin. @param half half its dimensions */
const cornersAround = ({ x, y, z }: Vector3): Vector3[] =>
  [-x, x].flatMap((dx) => [-y, y].flatMap((dy) => [-z, z].map((dz) => new Vector3(dx, dy, dz))))
