import { type Box3, MathUtils, type Spherical, Vector3 } from 'three'
import type { EyePose } from './view-code.ts'

/** Vertical field of view in degrees. It is small, so that near teeth hardly look larger than far teeth. */
export const lensDeg = 20
/** Margin around a framed box, as a factor of its size. */
const margin = 1.1
const slope = Math.tan(MathUtils.degToRad(lensDeg / 2))

/**
 * Finds the smallest distance from the centre of a box at which all its corners are in the picture, with a margin.
 * @param direction from the centre to the camera
 * @param aspect width of the picture divided by its height
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
 * Computes the camera distance for a picture with another aspect ratio than that of the pose. A picture that showed the
 * complete box shows it completely again. A zoomed picture keeps its scale, so that its middle square shows the same part.
 * Repeated rotations of a phone do not change the distance step by step.
 * @param direction direction of the pose, not exactly at a pole
 * @returns distance to the target in millimetres
 */
export function distanceForAspect(pose: EyePose, direction: Spherical, box: Box3, aspect: number): number {
  const { toEye } = axesOf(direction)
  const middle = box.getCenter(new Vector3())
  const depth = Math.max(
    ...cornersAround(box.getSize(new Vector3()).multiplyScalar(0.5)).map((point) => point.dot(toEye)),
  )
  // The scale depends on the distance to the surface, and the target may lie deep behind the surface.
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

/** Lists the corners of a box around the origin. @param half half its dimensions */
const cornersAround = ({ x, y, z }: Vector3): Vector3[] =>
  [-x, x].flatMap((dx) => [-y, y].flatMap((dy) => [-z, z].map((dz) => new Vector3(dx, dy, dz))))
