import { type Box3, MathUtils, PerspectiveCamera, Spherical, Vector3 } from 'three'
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js'
import { distanceForAspect, findDistance, lensDeg } from './framing.ts'
import type { EyePose, SceneView } from './view-code.ts'

const animationMs = 180
/** Occlusal views deviate by this angle (radians) from the pole, where the azimuth is undefined. */
const poleOffset = 1e-4

const angles: Record<SceneView, { azimuth: number; polar: number }> = {
  front: { azimuth: 0, polar: Math.PI / 2 },
  back: { azimuth: Math.PI, polar: Math.PI / 2 },
  left: { azimuth: Math.PI / 2, polar: Math.PI / 2 },
  right: { azimuth: -Math.PI / 2, polar: Math.PI / 2 },
  // The upper arch is seen from below, the lower from above, both with the patient's right on the left of the picture.
  'occlusal-upper': { azimuth: 0, polar: Math.PI - poleOffset },
  'occlusal-lower': { azimuth: 0, polar: poleOffset },
}

type Pose = { target: Vector3; spherical: Spherical }
type CameraAnimation = { from: Pose; to: Pose; startMs: number }

/** Moves the camera: by the user's controls, by animations to views, and by setting poses. */
export class CameraRig {
  readonly camera = new PerspectiveCamera(lensDeg, 1, 0.1, 1000)
  readonly controls: OrbitControls
  private readonly hasMotion: boolean
  private readonly onChange: () => void
  private animation: CameraAnimation | undefined
  /**
   * The last requested pose, until the user moves the camera, chooses a view, or shows, hides or moves scans. Poses for other
   * aspect ratios are computed from the requested pose and not from each other, so that errors do not add up.
   */
  private requestedPose: EyePose | undefined
  /** Whether the rig is moving the camera itself. Change events of the controls are ignored meanwhile. */
  private isMovingCamera = false

  constructor(canvas: HTMLCanvasElement, hasMotion: boolean, onChange: () => void) {
    this.camera.position.set(0, 0, 100)
    this.controls = new OrbitControls(this.camera, canvas)
    this.controls.enableDamping = hasMotion
    this.controls.dampingFactor = 0.18
    this.controls.zoomToCursor = true
    this.hasMotion = hasMotion
    this.onChange = onChange
    this.controls.addEventListener('change', this.onControlsChange)
    this.controls.addEventListener('start', this.stopAnimation)
  }

  /** Rotates to a standard view that frames the box. */
  showView(view: SceneView, box: Box3): void {
    const { azimuth, polar } = angles[view]
    this.moveTo(this.frame(box, azimuth, polar), this.hasMotion)
  }

  /** Frames the box from the current direction. */
  fit(box: Box3, isAnimated: boolean): void {
    const pose = this.animation?.to ?? this.pose()
    this.moveTo(this.frame(box, pose.spherical.theta, pose.spherical.phi), isAnimated && this.hasMotion)
  }

  /** Whether the camera has the direction of a standard view, within half a degree, or is animated to it. */
  isLookingAlong(view: SceneView): boolean {
    const { theta, phi } = (this.animation?.to ?? this.pose()).spherical
    const wanted = new Vector3().setFromSphericalCoords(1, angles[view].polar, angles[view].azimuth)
    return wanted.angleTo(new Vector3().setFromSphericalCoords(1, phi, theta)) < MathUtils.degToRad(0.5)
  }

  /** Returns the requested pose. Without one, returns the target of the animation, or else the camera's current pose. */
  readPose(): EyePose {
    if (this.requestedPose) return this.requestedPose
    const { target, spherical } = this.animation?.to ?? this.pose()
    const { theta: azimuth, phi: polar, radius: distance } = spherical
    return { target: target.toArray(), azimuth, polar, distance, aspect: this.camera.aspect }
  }

  /** Moves the camera to a pose without animation. Adapts the distance to the aspect ratio (`distanceForAspect`). */
  placePose(pose: EyePose, box: Box3): void {
    const direction = new Spherical(1, pose.polar, pose.azimuth).makeSafe()
    const distance = distanceForAspect(pose, direction, box, this.camera.aspect)
    const spherical = new Spherical(distance, direction.phi, direction.theta)
    this.moveTo({ target: new Vector3(...pose.target), spherical }, false)
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

  /** Adapts to the picture's aspect ratio. @param aspect width divided by height */
  reshape(aspect: number, box: Box3): void {
    if (aspect === this.camera.aspect) return
    const pose = this.readPose()
    this.camera.aspect = aspect
    this.placePose(pose, box)
  }

  zoomBy(factor: number): void {
    this.finishAnimation()
    // `dollyOut` divides the distance by the factor, so a factor above 1 moves the camera closer.
    if (factor > 0) this.controls.dollyOut(factor)
  }

  orbitBy(rightDeg: number, upDeg: number): void {
    this.finishAnimation()
    this.controls.rotateLeft(-MathUtils.degToRad(rightDeg))
    this.controls.rotateUp(MathUtils.degToRad(upDeg))
  }

  panBy(rightPx: number, upPx: number): void {
    this.finishAnimation()
    this.controls.pan(rightPx, -upPx)
  }

  /** Advances the animation to the time of a frame. @returns whether another frame is needed */
  advance(nowMs: number): boolean {
    if (!this.animation) return this.controls.update()
    const { from, to, startMs } = this.animation
    const share = Math.min(1, Math.max(0, (nowMs - startMs) / animationMs))
    if (share === 1) this.animation = undefined
    this.place(between(from, to, 1 - (1 - share) ** 3))
    return true
  }

  /** Sets the clipping planes close to the box, for depth precision, and the limits of the zoom. */
  clipTo(box: Box3): void {
    const radius = box.isEmpty() ? 50 : box.getSize(new Vector3()).length() / 2
    const distance = box.isEmpty() ? 100 : box.getCenter(new Vector3()).distanceTo(this.camera.position)
    this.camera.near = Math.max(radius / 200, distance - radius * 1.05)
    this.camera.far = Math.max(this.camera.near * 2, distance + radius * 1.05)
    this.camera.updateProjectionMatrix()
    this.controls.minDistance = radius * 0.1
    this.controls.maxDistance = radius * 40
  }

  dispose(): void {
    this.controls.dispose()
  }

  private readonly onControlsChange = (): void => {
    if (this.isMovingCamera) return
    this.requestedPose = undefined
    this.onChange()
  }

  private readonly stopAnimation = (): void => {
    this.animation = undefined
  }

  /** Jumps to the end of the animation, so that the next movement starts there. */
  private finishAnimation(): void {
    if (this.animation) this.place(this.animation.to)
    this.animation = undefined
  }

  private pose(): Pose {
    const offset = this.camera.position.clone().sub(this.controls.target)
    return { target: this.controls.target.clone(), spherical: new Spherical().setFromVector3(offset) }
  }

  private frame(box: Box3, azimuth: number, polar: number): Pose {
    const target = box.getCenter(new Vector3())
    const distance = findDistance(box, new Spherical(1, polar, azimuth), this.camera.aspect)
    return { target, spherical: new Spherical(distance, polar, azimuth) }
  }

  private moveTo(to: Pose, isAnimated: boolean): void {
    this.clearDamping()
    this.requestedPose = undefined
    this.animation = isAnimated ? { from: this.pose(), to, startMs: performance.now() } : undefined
    if (!isAnimated) this.place(to)
    this.onChange()
  }

  /** Stops the damping of the user's last movement, which the controls would add to later updates. */
  private clearDamping(): void {
    const pose = this.pose()
    this.isMovingCamera = true
    this.controls.enableDamping = false
    this.controls.update()
    this.controls.enableDamping = this.hasMotion
    this.place(pose)
  }

  private place({ target, spherical }: Pose): void {
    this.isMovingCamera = true
    this.controls.target.copy(target)
    this.camera.position.setFromSpherical(spherical).add(target)
    this.controls.update()
    this.isMovingCamera = false
  }
}

function between(from: Pose, to: Pose, share: number): Pose {
  const angle =
    MathUtils.euclideanModulo(to.spherical.theta - from.spherical.theta + Math.PI, 2 * Math.PI) - Math.PI
  const radius = MathUtils.lerp(from.spherical.radius, to.spherical.radius, share)
  const polar = MathUtils.lerp(from.spherical.phi, to.spherical.phi, share)
  return {
    target: from.target.clone().lerp(to.target, share),
    spherical: new Spherical(radius, polar, from.spherical.theta + angle * share),
  }
}
