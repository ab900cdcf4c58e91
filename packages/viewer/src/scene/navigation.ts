import type { Box3 } from 'three'
import { MathUtils, Vector3 } from 'three'
import type { CameraRig, Drift } from './camera-rig.ts'
import { cornersOf } from './framing.ts'
import type { SurfacePoint } from './surface-probe.ts'

/** A place in the picture: x and y from -1 (left, below) to 1. `isRight` is true in the right one of two pictures. */
export type Place = { x: number; y: number; isRight?: boolean }

/** Finds points of the surface in the picture: at a place, or all over the picture. */
export type SurfaceFinder = {
  find: (place: Place) => Vector3 | undefined
  list: () => SurfacePoint[]
}

const middle: Place = { x: 0, y: 0 }

/**
 * The user's movements of the camera. Each refers to a point of the surface: a zoom approaches the point under the pointer, a
 * rotation goes around it, and while panning it follows the pointer.
 */
export class Navigation {
  private readonly rig: CameraRig
  private readonly surface: SurfaceFinder
  private readonly box: () => Box3
  /** The centre of rotation that the user has chosen by a double click. */
  private chosen: Vector3 | undefined
  /**
   * The point of the last movement. It stays valid for the next movement at the same place if the camera has not been moved
   * otherwise, so that not every step of a wheel draws a depth picture.
   */
  private last: { kind: string; place: Place; point: Vector3; version: number } | undefined
  /** The point to which the current drag refers. */
  private grabbed = new Vector3()

  constructor(rig: CameraRig, surface: SurfaceFinder, box: () => Box3) {
    this.rig = rig
    this.surface = surface
    this.box = box
  }

  /** Forgets points of the surface, because scans were shown, hidden, moved or removed. */
  forget(): void {
    this.last = undefined
  }

  /** Stops every movement where it is. */
  stop(): void {
    this.rig.stop()
  }

  /** Zooms to a place of the picture, by default its middle. @param factor below 1 moves the camera closer */
  zoom(factor: number, place: Place = middle): void {
    this.move(
      'zoom',
      place,
      () => this.anchorAt(place),
      (point) => this.rig.zoomAt(point, factor),
    )
  }

  /** Orbits around the centre of rotation by degrees (`ScanScene.orbitBy`). */
  orbitBy(rightDeg: number, upDeg: number, rollDeg = 0): void {
    const [right, up, roll] = [rightDeg, upDeg, rollDeg].map(MathUtils.degToRad) as [number, number, number]
    this.move(
      'orbit',
      middle,
      () => this.restingPivot(),
      (pivot) => this.rig.turnBy(right, up, roll, pivot),
    )
  }

  panBy(rightPx: number, upPx: number): void {
    this.rig.panBy(rightPx, upPx)
  }

  /**
   * Starts a rotation around the surface at a place. Beside the surface, rotates around the chosen centre or the middle. Scans that
   * are completely in the picture rotate around their middle, so that they stay there.
   */
  grabPivot(place: Place): void {
    const isWhole = !this.chosen && this.isWhole()
    this.grabbed = isWhole ? this.middleOfBox() : (this.surface.find(place) ?? this.restingPivot())
  }

  /** Starts panning or zooming at a place. */
  grabAnchor(place: Place): void {
    this.grabbed = this.anchorAt(place)
  }

  /** Rotates around the grabbed point (`CameraRig.turnBy`). */
  turnGrabbed(right: number, up: number, roll = 0): void {
    this.rig.turnBy(right, up, roll, this.grabbed)
  }

  /** Moves the grabbed point in the picture by CSS pixels. */
  panGrabbed(rightPx: number, upPx: number): void {
    this.rig.panBy(rightPx, upPx, Math.max(1, this.rig.depthOf(this.grabbed)))
  }

  /** Zooms to the grabbed point. */
  zoomGrabbed(factor: number): void {
    this.rig.zoomAt(this.grabbed, factor)
  }

  /** Lets a rotation of the grabbed point continue (`CameraRig.spin`). */
  spinGrabbed(right: number, up: number): void {
    this.rig.spin(right, up, this.grabbed)
  }

  /**
   * Makes the surface at a place the centre of rotation and moves it to the middle of the picture. Beside the surface, does
   * nothing.
   * @returns whether there is a surface
   */
  choosePivot(place: Place): boolean {
    const point = this.surface.find(place)
    if (!point) return false
    this.chosen = point
    this.rig.lookAt(point)
    return true
  }

  /** Returns the depth of the surface in the middle of the picture (`CameraRig.depthOf`). */
  findDepth(): number {
    return Math.max(1, this.rig.depthOf(this.findMiddle()))
  }

  /** Starts, changes or ends a continuous movement, for example by a SpaceMouse. @param rates undefined ends it */
  drive(rates: Drift | undefined): void {
    if (!rates) this.rig.stop()
    else this.rig.drive(rates, this.rig.isDriven ? new Vector3() : this.restingPivot())
  }

  /** Runs a movement with the point of the last one, if that is still valid. */
  private move(kind: string, place: Place, find: () => Vector3, run: (point: Vector3) => void): void {
    const { last, rig } = this
    const isSame =
      last?.kind === kind &&
      last.place.x === place.x &&
      last.place.y === place.y &&
      last.place.isRight === place.isRight &&
      last.version === rig.version
    const point = isSame ? last.point : find()
    run(point)
    this.last = { kind, place, point, version: rig.version }
  }

  /**
   * Returns the point at a place to which a zoom moves the camera. Beside the surface, the point is as deep as the nearest visible
   * surface, so that the camera passes none.
   */
  private anchorAt(place: Place): Vector3 {
    const found = this.surface.find(place)
    if (found) return found
    const depths = this.surface.list().map(({ point }) => this.rig.depthOf(point))
    const depth = depths.length > 0 ? Math.min(...depths) : this.rig.depthOf(this.middleOfBox())
    return this.rig.pointAt(place.x, place.y, Math.max(1, depth))
  }

  /** Returns the centre of rotation if no surface is grabbed: the chosen one, or the surface in the middle of the picture. */
  private restingPivot(): Vector3 {
    if (this.chosen && this.rig.isInPicture(this.chosen)) return this.chosen
    return this.rig.hasMoved ? this.findMiddle() : this.middleOfBox()
  }

  /** Returns the visible surface that is nearest to the middle of the picture. */
  private findMiddle(): Vector3 {
    const found = this.surface.find(middle)
    if (found) return found
    const [near] = this.surface.list().sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y))
    return near?.point ?? this.middleOfBox()
  }

  /** Whether the box of the visible scans is completely in the picture. */
  private isWhole(): boolean {
    const box = this.box()
    return !box.isEmpty() && cornersOf(box).every((corner) => this.rig.isInPicture(corner))
  }

  private middleOfBox(): Vector3 {
    return this.box().getCenter(new Vector3())
  }
}
