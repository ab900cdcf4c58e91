import { type Box3, MathUtils, type Spherical, Vector3 } from 'three'
import type { EyePose } from './view-code.ts'

/** A long lens: little distortion, so that the near teeth don't look larger than the far ones. */
export const lensDeg = 20
/** Room around a framed box, of its size. */
const margin = 1.1
const slope = Math.tan(MathUtils.degToRad(lensDeg / 2))

/**
 * The least distance from a box's middle from which all its corners are in the picture, with a margin, in millimetres.
 * @param direction from the middle to the eye @param aspect width by height of the picture
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
 * How far from its target an eye stands in a picture of another shape. A picture that showed the whole box shows it whole
 * again and as large; one that was zoomed into keeps its scale, so that its middle square shows the same. However often a
 * phone is turned, with a touch after each turn, neither goes away from the box nor into it.
 * @param direction that of the pose, safe for axes @returns millimetres
 */
export function distanceInShape(pose: EyePose, direction: Spherical, box: Box3, aspect: number): number {
  const { toEye } = axesOf(direction)
  const middle = box.getCenter(new Vector3())
  const depth = Math.max(
    ...cornersAround(box.getSize(new Vector3()).multiplyScalar(0.5)).map((point) => point.dot(toEye)),
  )
  // What counts is how far the eye is from the surface, not from the target, which may lie deep behind it.
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

/** The corners of a box around the origin. @param half half its sides */
const cornersAround = ({ x, y, z }: Vector3): Vector3[] =>
  [-x, x].flatMap((dx) => [-y, y].flatMap((dy) => [-z, z].map((dz) => new Vector3(dx, dy, dz))))
