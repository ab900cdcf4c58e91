import { type Box3, MathUtils, type Quaternion, Vector3 } from 'three'
import type { EyePose } from './view-code.ts'

/** Vertical field of view in degrees. It is small, so that near teeth hardly look larger than far teeth. */
export const lensDeg = 20
/** Half the height of the picture in millimetres, at a distance of one millimetre. */
export const slope = Math.tan(MathUtils.degToRad(lensDeg / 2))
/** Margin around a framed box, as a factor of its size. */
const margin = 1.1

/**
 * Finds the smallest distance from the centre of a box at which all its corners are in the picture, with a margin.
 * @param turn rotation of the camera
 * @param aspect width of the picture divided by its height
 */
export function findDistance(box: Box3, turn: Quaternion, aspect: number): number {
  const { toEye, right, up } = axesOf(turn)
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
 * @param turn rotation of the camera in the pose
 * @returns distance to the target in millimetres
 */
export function distanceForAspect(pose: EyePose, turn: Quaternion, box: Box3, aspect: number): number {
  const { toEye } = axesOf(turn)
  const middle = box.getCenter(new Vector3())
  const depth = Math.max(
    ...cornersAround(box.getSize(new Vector3()).multiplyScalar(0.5)).map((point) => point.dot(toEye)),
  )
  // The scale depends on the distance to the surface, and the target may lie deep behind the surface.
  const front = Math.max(0, depth + middle.sub(new Vector3(...pose.target)).dot(toEye))
  const room = pose.distance - front
  if (room <= 0) return pose.distance
  const fitted = findDistance(box, turn, pose.aspect) - depth
  const isWhole = room * margin >= fitted
  const scale = isWhole
    ? (findDistance(box, turn, aspect) - depth) / fitted
    : Math.min(1, pose.aspect) / Math.min(1, aspect)
  return front + room * scale
}

/** Returns the axes of a rotated camera: to the right and upwards in the picture, and from the picture to the eye. */
export function axesOf(turn: Quaternion): { toEye: Vector3; right: Vector3; up: Vector3 } {
  const axis = (x: number, y: number, z: number) => new Vector3(x, y, z).applyQuaternion(turn)
  return { right: axis(1, 0, 0), up: axis(0, 1, 0), toEye: axis(0, 0, 1) }
}

/** Lists the corners of a box. */
export function cornersOf(box: Box3): Vector3[] {
  const middle = box.getCenter(new Vector3())
  return cornersAround(box.getSize(new Vector3()).multiplyScalar(0.5)).map((corner) => corner.add(middle))
}

/** Lists the corners of a box around the origin. @param half half its dimensions */
const cornersAround = ({ x, y, z }: Vector3): Vector3[] =>
  [-x, x].flatMap((dx) => [-y, y].flatMap((dy) => [-z, z].map((dz) => new Vector3(dx, dy, dz))))
