import { Box3, MathUtils, PerspectiveCamera, Quaternion, Vector3 } from 'three'
import { axesOf, distanceForAspect, findDistance, lensDeg, slope } from './framing.ts'
import { type EyePose, type SceneView, turnOf } from './view-code.ts'

const animationMs = 180
/** The camera stays this far in front of the surface that it zooms to. The picture is then 1.8 mm high. */
const nearestMm = 5
/** The camera moves away until the framed scans fill a quarter of the picture. */
const farthestFactor = 4
/** Time in which the rotation after a drag slows down to a third. */
const spinMs = 130
/** A spin that is slower than this, in radians per millisecond, ends. */
const slowestSpin = 2e-5
/** Longest time between two frames that a continuous movement accounts for, so that a slow frame causes no jump. */
const frameMsMax = 50

const angles: Record<SceneView, { azimuth: number; polar: number }> = {
  front: { azimuth: 0, polar: Math.PI / 2 },
  back: { azimuth: Math.PI, polar: Math.PI / 2 },
  left: { azimuth: Math.PI / 2, polar: Math.PI / 2 },
  right: { azimuth: -Math.PI / 2, polar: Math.PI / 2 },
  // The upper arch is seen from below, the lower from above, both with the patient's right on the left of the picture.
  'occlusal-upper': { azimuth: 0, polar: Math.PI },
  'occlusal-lower': { azimuth: 0, polar: 0 },
}

/**
 * A pose of the camera: `target` is the point in the middle of the picture, `turn` the rotation of the camera, and `distance`
 * the distance between camera and target in millimetres.
 */
export type Pose = { target: Vector3; turn: Quaternion; distance: number }

/**
 * A continuous movement, per millisecond: rotations in radians, shifts of the model in picture heights, and the natural logarithm
 * of the change of the distance (negative moves the camera closer).
 */
export type Drift = {
  right: number
  up: number
  roll: number
  shiftRight: number
  shiftUp: number
  zoom: number
}

type CameraAnimation = { from: Pose; to: Pose; startMs: number }

/**
 * Moves the camera: by the user's movements, by animations to views, and by setting poses. The rotation is a quaternion, so that
 * the camera rotates over the poles.
 */
export class CameraRig {
  readonly camera = new PerspectiveCamera(lensDeg, 1, 0.1, 1000)
  /**
   * Whether the user has moved the camera since the scans were framed. It may still look along a standard view, for example
   * after zooming.
   */
  hasMoved = false
  /** Changes with each movement of the camera. */
  version = 0
  private readonly hasMotion: boolean
  private readonly onChange: () => void
  private pose: Pose = { target: new Vector3(), turn: new Quaternion(), distance: 100 }
  private box = new Box3()
  private heightPx = 1
  private animation: CameraAnimation | undefined
  private drift: { rates: Drift; pivot: Vector3; fades: boolean; lastMs: number } | undefined
  /**
   * The last requested pose, until the user moves the camera, chooses a view, or shows, hides or moves scans. Poses for other
   * aspect ratios are computed from the requested pose and not from each other, so that errors do not add up.
   */
  private requestedPose: EyePose | undefined

  constructor(hasMotion: boolean, onChange: () => void) {
    this.hasMotion = hasMotion
    this.onChange = onChange
    this.place(this.pose)
  }

  /** Rotates to a standard view that frames the box. */
  showView(view: SceneView, box: Box3): void {
    this.frame(box, quaternionOf(view), this.hasMotion)
  }

  /** Frames the box from the current direction. */
  fit(box: Box3, isAnimated: boolean): void {
    this.frame(box, this.nextPose().turn, isAnimated && this.hasMotion)
  }

  /** Whether the camera has the rotation of a standard view, within half a degree, or is animated to it. */
  isLookingAlong(view: SceneView): boolean {
    return this.nextPose().turn.angleTo(quaternionOf(view)) < MathUtils.degToRad(0.5)
  }

  /** Returns the requested pose. Without one, returns the target of the animation, or else the camera's current pose. */
  readPose(): EyePose {
    if (this.requestedPose) return this.requestedPose
    const { target, turn, distance } = this.nextPose()
    const [x, y, z, w] = turn.toArray()
    return { target: target.toArray(), turn: [x, y, z, w], distance, aspect: this.camera.aspect }
  }

  /** Moves the camera to a pose without animation. Adapts the distance to the aspect ratio (`distanceForAspect`). */
  placePose(pose: EyePose, box: Box3): void {
    const turn = new Quaternion(...pose.turn)
    const distance = distanceForAspect(pose, turn, box, this.camera.aspect)
    this.moveTo({ target: new Vector3(...pose.target), turn, distance }, false)
    this.hasMoved = true
    this.requestedPose = pose
  }

  /** Forgets the requested pose, because the user has shown, hidden or moved scans. `readPose` then returns the camera's pose. */
  forgetRequestedPose(): void {
    this.requestedPose = undefined
  }

  /** Applies the requested pose again to a changed box. Does nothing without one, such as after the user has moved the camera. */
  reframe(box: Box3): void {
    if (this.requestedPose) this.placePose(this.requestedPose, box)
  }

  /** Adapts to the size of the picture in CSS pixels. */
  reshape(widthPx: number, heightPx: number, box: Box3): void {
    this.heightPx = heightPx
    const aspect = widthPx / heightPx
    if (aspect === this.camera.aspect) return
    const pose = this.readPose()
    const { hasMoved } = this
    this.camera.aspect = aspect
    this.placePose(pose, box)
    this.hasMoved = hasMoved
  }

  /** Returns the size of a CSS pixel in millimetres at a depth, by default at the target. @param depth from `depthOf` */
  mmPerPixel(depth = this.nextPose().distance): number {
    return (2 * slope * depth) / this.heightPx
  }

  /** Returns the distance of a point from the camera along its axis; negative behind the camera. */
  depthOf(point: Vector3): number {
    const { toEye } = axesOf(this.pose.turn)
    return this.camera.position.clone().sub(point).dot(toEye)
  }

  /** Returns the point that the camera sees at a place of the picture. @param x, y from -1 (left, below) to 1 */
  pointAt(x: number, y: number, depth: number): Vector3 {
    const { right, up, toEye } = axesOf(this.pose.turn)
    return this.camera.position
      .clone()
      .addScaledVector(right, x * slope * this.camera.aspect * depth)
      .addScaledVector(up, y * slope * depth)
      .addScaledVector(toEye, -depth)
  }

  /** Whether a point is in the picture. */
  isInPicture(point: Vector3): boolean {
    if (this.depthOf(point) <= 0) return false
    const { x, y } = point.clone().project(this.camera)
    return Math.abs(x) < 1 && Math.abs(y) < 1
  }

  /**
   * Zooms so that a point of the surface keeps its place in the picture. The camera never reaches the point.
   * @param factor factor on the depth of the point; below 1 moves the camera closer
   */
  zoomAt(point: Vector3, factor: number): void {
    this.finishAnimation()
    this.applyZoom(point, factor)
    this.moved()
  }

  /**
   * Rotates the camera around a point, which keeps its place in the picture.
   * @param right angle in radians by which the camera moves to the right around the point
   * @param up angle by which it moves upwards
   * @param roll angle by which it rotates counterclockwise around its own axis
   */
  turnBy(right: number, up: number, roll: number, pivot: Vector3): void {
    this.finishAnimation()
    this.applyTurn(right, up, roll, pivot)
    this.moved()
  }

  /** Moves the model in the picture by CSS pixels. @param depth at which the model follows the pointer exactly */
  panBy(rightPx: number, upPx: number, depth = this.pose.distance): void {
    this.finishAnimation()
    this.applyShift(rightPx * this.mmPerPixel(depth), upPx * this.mmPerPixel(depth))
    this.moved()
  }

  /** Moves a point of the surface to the middle of the picture, without changing rotation and scale. */
  lookAt(point: Vector3): void {
    this.finishAnimation()
    const { turn } = this.pose
    this.moveTo({ target: point.clone(), turn: turn.clone(), distance: this.depthOf(point) }, this.hasMotion)
    this.hasMoved = true
  }

  /** Continues a rotation after a drag, until it has slowed down. Does nothing under reduced motion. */
  spin(right: number, up: number, pivot: Vector3): void {
    if (!this.hasMotion || Math.hypot(right, up) < slowestSpin) return
    this.startDrift({ right, up, roll: 0, shiftRight: 0, shiftUp: 0, zoom: 0 }, pivot, true)
  }

  /** Whether a movement of `drive` is running. */
  get isDriven(): boolean {
    return this.drift?.fades === false
  }

  /** Starts a movement that lasts until the next one, or changes its rates. */
  drive(rates: Drift, pivot: Vector3): void {
    if (this.drift && this.isDriven) this.drift.rates = rates
    else this.startDrift(rates, pivot, false)
  }

  /** Stops every movement where it is. */
  stop(): void {
    this.animation = undefined
    this.drift = undefined
  }

  /** Advances animation and continuous movement to the time of a frame. @returns whether another frame is needed */
  advance(nowMs: number): boolean {
    if (this.drift) return this.advanceDrift(this.drift, nowMs)
    if (!this.animation) return false
    const { from, to, startMs } = this.animation
    const share = Math.min(1, Math.max(0, (nowMs - startMs) / animationMs))
    if (share === 1) this.animation = undefined
    this.place(between(from, to, 1 - (1 - share) ** 3))
    return true
  }

  /** Sets the clipping planes close to the box, for depth precision. */
  clipTo(box: Box3): void {
    this.box = box
    const radius = box.isEmpty() ? 50 : box.getSize(new Vector3()).length() / 2
    const distance = box.isEmpty() ? 100 : box.getCenter(new Vector3()).distanceTo(this.camera.position)
    this.camera.near = Math.max(radius / 200, distance - radius * 1.05)
    this.camera.far = Math.max(this.camera.near * 2, distance + radius * 1.05)
    this.camera.updateProjectionMatrix()
  }

  private startDrift(rates: Drift, pivot: Vector3, fades: boolean): void {
    this.finishAnimation()
    this.drift = { rates, pivot, fades, lastMs: performance.now() }
    this.onChange()
  }

  private advanceDrift(drift: NonNullable<typeof this.drift>, nowMs: number): boolean {
    const ms = Math.min(frameMsMax, Math.max(0, nowMs - drift.lastMs))
    const { rates, pivot } = drift
    drift.lastMs = nowMs
    this.applyTurn(rates.right * ms, rates.up * ms, rates.roll * ms, pivot)
    const heightMm = 2 * slope * this.pose.distance
    this.applyShift(rates.shiftRight * ms * heightMm, rates.shiftUp * ms * heightMm)
    if (rates.zoom !== 0) this.applyZoom(pivot, Math.exp(rates.zoom * ms))
    if (drift.fades) {
      const fade = Math.exp(-ms / spinMs)
      rates.right *= fade
      rates.up *= fade
      if (Math.hypot(rates.right, rates.up) < slowestSpin) this.drift = undefined
    }
    this.moved()
    return this.drift !== undefined
  }

  /** Jumps to the end of the animation, so that the next movement starts there, and ends a fading rotation. */
  private finishAnimation(): void {
    if (this.animation) this.place(this.animation.to)
    this.animation = undefined
    if (this.drift?.fades) this.drift = undefined
  }

  private nextPose(): Pose {
    return this.animation?.to ?? this.pose
  }

  private applyZoom(point: Vector3, factor: number): void {
    const depth = this.depthOf(point)
    if (depth <= 0 || !(factor > 0)) return
    const { turn } = this.pose
    const farthest = Math.max(depth, farthestFactor * findDistance(this.box, turn, this.camera.aspect))
    const next = MathUtils.clamp(depth * factor, Math.min(nearestMm, depth), farthest)
    const position = this.camera.position.clone().lerp(point, 1 - next / depth)
    const target = position.addScaledVector(axesOf(turn).toEye, -next)
    this.place({ target, turn, distance: next })
  }

  private applyTurn(right: number, up: number, roll: number, pivot: Vector3): void {
    const angle = Math.hypot(right, up, roll)
    if (angle === 0) return
    const before = this.pose.turn
    const axis = new Vector3(-up, right, roll).divideScalar(angle)
    const turn = before.clone().multiply(new Quaternion().setFromAxisAngle(axis, angle)).normalize()
    const rotation = turn.clone().multiply(before.clone().invert())
    const target = this.pose.target.clone().sub(pivot).applyQuaternion(rotation).add(pivot)
    this.place({ target, turn, distance: this.pose.distance })
  }

  private applyShift(rightMm: number, upMm: number): void {
    if (rightMm === 0 && upMm === 0) return
    const { turn, distance } = this.pose
    const { right, up } = axesOf(turn)
    const target = this.pose.target.clone().addScaledVector(right, -rightMm).addScaledVector(up, -upMm)
    this.place({ target, turn, distance })
  }

  private frame(box: Box3, turn: Quaternion, isAnimated: boolean): void {
    const target = box.getCenter(new Vector3())
    const distance = findDistance(box, turn, this.camera.aspect)
    this.moveTo({ target, turn: turn.clone(), distance }, isAnimated)
    this.hasMoved = false
  }

  private moveTo(to: Pose, isAnimated: boolean): void {
    this.requestedPose = undefined
    this.drift = undefined
    this.animation = isAnimated ? { from: this.pose, to, startMs: performance.now() } : undefined
    if (!isAnimated) this.place(to)
    this.onChange()
  }

  private moved(): void {
    this.requestedPose = undefined
    this.hasMoved = true
    this.onChange()
  }

  private place(pose: Pose): void {
    this.pose = pose
    this.version += 1
    const { toEye } = axesOf(pose.turn)
    this.camera.position.copy(pose.target).addScaledVector(toEye, pose.distance)
    this.camera.quaternion.copy(pose.turn)
    this.camera.updateMatrixWorld()
  }
}

function quaternionOf(view: SceneView): Quaternion {
  const { azimuth, polar } = angles[view]
  return new Quaternion(...turnOf(azimuth, polar))
}

function between(from: Pose, to: Pose, share: number): Pose {
  return {
    target: from.target.clone().lerp(to.target, share),
    turn: from.turn.clone().slerp(to.turn, share),
    // The scale changes evenly.
    distance: from.distance * (to.distance / from.distance) ** share,
  }
}
