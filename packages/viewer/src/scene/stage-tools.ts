import {
  type Box3,
  type Group,
  Matrix4,
  type PerspectiveCamera,
  Plane as ThreePlane,
  Vector2,
  Vector3,
  type WebGLRenderer,
} from 'three'
import { isShown } from './arrangement.ts'
import type { CameraRig } from './camera-rig.ts'
import { findCovered } from './covered-points.ts'
import { type ScanLayer, setLayerClip, setLayerHeat } from './scan-layer.ts'
import { cameraOf, poseOf } from './scene-camera.ts'
import type { SurfacePoint } from './surface-probe.ts'
import type {
  Overlay,
  PickRay,
  PicturePainter,
  Pixel,
  Plane,
  PlaneSide,
  Point,
  ScanGeometry,
  ScanPoint,
  SceneCamera,
  SceneTools,
  Split,
  ViewAxes,
} from './tool-api.ts'

/** The parts of the stage that tools need. */
export type ToolStage = {
  canvas: HTMLCanvasElement
  rig: Pick<CameraRig, 'readPose' | 'placePose'>
  camera: PerspectiveCamera
  visibleBox: () => Box3
  /** The group with the axes of the file. */
  frame: Group
  layers: ReadonlyMap<string, ScanLayer>
  requestFrame: () => void
  /** Places all layers again. */
  arrange: () => void
  /** Adapts camera and pictures to the size of the canvas. */
  resize: () => void
}

/** Implements `SceneTools`. */
export class StageTools implements SceneTools {
  private split: Split | undefined
  private readonly stage: ToolStage
  private readonly listeners = new Set<() => void>()
  private listSurface: () => SurfacePoint[] = () => []
  private readonly painters = new Set<PicturePainter>()
  private clip: { plane: Plane; hidden: PlaneSide } | undefined

  constructor(stage: ToolStage) {
    this.stage = stage
  }

  /** Sets the function that reads a depth picture of the visible scans (`depthGrid`). */
  setSurface(listSurface: () => SurfacePoint[]): void {
    this.listSurface = listSurface
  }

  /** Whether a plane clips the scans. */
  get hasClip(): boolean {
    return this.clip !== undefined
  }

  /** The number of pictures side by side. */
  get pictureCount(): 1 | 2 {
    return this.split ? 2 : 1
  }

  /** Returns the scan that one of two pictures side by side hides, because the other one shows it. */
  hiddenIn(isRight: boolean): string | undefined {
    return isRight ? this.split?.left : this.split?.right
  }

  /** Draws each picture into its part of the canvas. @param draw renders the visible layers */
  drawPictures(renderer: WebGLRenderer, draw: () => void): void {
    const { split } = this
    if (!split) {
      draw()
      return
    }
    const size = renderer.getSize(new Vector2())
    const layers = [...this.stage.layers.values()]
    renderer.setScissorTest(true)
    for (const [side, hidden] of [split.right, split.left].entries()) {
      for (const layer of layers) layer.group.visible = isShown(layer) && layer.id !== hidden
      renderer.setViewport((side * size.x) / 2, 0, size.x / 2, size.y)
      renderer.setScissor((side * size.x) / 2, 0, size.x / 2, size.y)
      draw()
    }
    for (const layer of layers) layer.group.visible = isShown(layer)
    renderer.setScissorTest(false)
    renderer.setViewport(0, 0, size.x, size.y)
  }

  /** Updates what depends on the positions of the layers, before a frame is drawn. */
  prepareFrame(): void {
    for (const layer of this.stage.layers.values()) setLayerClip(layer, this.clipOf(layer))
  }

  /** Calls the listeners after a frame. */
  endFrame(): void {
    for (const listener of [...this.listeners]) listener()
  }

  readonly pickRay = (x: number, y: number): PickRay[] => {
    const { canvas, layers } = this.stage
    const camera = this.updatedCamera()
    const eye = new Vector3().setFromMatrixPosition(camera.matrixWorld)
    const width = canvas.clientWidth / this.pictureCount
    const isRight = x >= width
    const left = isRight ? x - width * (this.pictureCount - 1) : x
    const pixel = new Vector3((left / width) * 2 - 1, 1 - (y / canvas.clientHeight) * 2, 0.5)
    const direction = pixel.unproject(camera).sub(eye).normalize()
    const other = this.hiddenIn(isRight)
    const shown = [...layers.values()].filter((layer) => isShown(layer) && layer.id !== other)
    return shown.map((layer) => {
      const toFile = layer.group.matrixWorld.clone().invert()
      const origin = eye.clone().applyMatrix4(toFile).toArray()
      const towards = direction.clone().transformDirection(toFile).toArray()
      const isGhost = layer.opacity < 1
      return { id: layer.id, origin, direction: towards, ...this.visiblePart(origin, towards), isGhost }
    })
  }

  readonly project = (point: Point, scanId?: string): Pixel | undefined => {
    const { canvas } = this.stage
    const camera = this.updatedCamera()
    const place = new Vector3(...point).applyMatrix4(this.groupOf(scanId).matrixWorld)
    const depthMm = -place.clone().applyMatrix4(camera.matrixWorldInverse).z
    if (depthMm <= 0) return undefined
    const { x, y } = place.project(camera)
    const width = canvas.clientWidth / this.pictureCount
    // A point of no scan of the right picture is marked in the left one.
    const start = this.split && scanId === this.split.right ? width : 0
    return { x: start + ((x + 1) / 2) * width, y: ((1 - y) / 2) * canvas.clientHeight, depthMm }
  }

  readonly pixelMm = (point: Point, scanId?: string): number => {
    const { canvas, camera } = this.stage
    const depthMm = this.project(point, scanId)?.depthMm ?? 0
    return (2 * depthMm * Math.tan((camera.fov * Math.PI) / 360)) / Math.max(1, canvas.clientHeight)
  }

  readonly onFrame = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly onCapture = (paint: PicturePainter): (() => void) => {
    this.painters.add(paint)
    return () => this.painters.delete(paint)
  }

  /** Draws on a picture what the tools show over the scene. */
  paintOn(picture: HTMLCanvasElement): void {
    const context = picture.getContext('2d')
    if (!context) return
    const scale = picture.width / Math.max(1, this.stage.canvas.clientWidth)
    for (const paint of [...this.painters]) {
      context.save()
      context.scale(scale, scale)
      paint(context)
      context.restore()
    }
  }

  readonly redraw = (): void => this.stage.requestFrame()

  readonly addOverlay = (overlay: Overlay, scanId?: string): void => {
    this.groupOf(scanId).add(overlay)
    this.stage.requestFrame()
  }

  readonly removeOverlay = (overlay: Overlay): void => {
    overlay.removeFromParent()
    this.stage.requestFrame()
  }

  readonly setColorMap = (id: string, colors: Uint8Array<ArrayBuffer> | undefined): void => {
    const layer = this.stage.layers.get(id)
    if (!layer) return
    setLayerHeat(layer, colors)
    this.stage.requestFrame()
  }

  readonly setClip = (plane: Plane | undefined, hidden: PlaneSide = 'front'): void => {
    this.clip = plane && { plane, hidden }
    this.stage.requestFrame()
  }

  readonly setMovement = (id: string, movement: readonly number[] | undefined): void => {
    const layer = this.stage.layers.get(id)
    if (!layer) return
    layer.movement = movement && new Matrix4().fromArray([...movement, 0, 0, 0, 1]).transpose()
    this.stage.arrange()
  }

  readonly setSplit = (split: Split | undefined): void => {
    this.split = split
    this.stage.resize()
  }

  readonly getFullGeometry = (id: string): ScanGeometry | undefined => {
    const layer = this.stage.layers.get(id)
    return layer && { positions: layer.scan.positions, indices: layer.scan.indices, isFinest: layer.isFinest }
  }

  readonly readAxes = (isPatient = false): ViewAxes => {
    const camera = this.updatedCamera()
    const [right, up, toEye] = [new Vector3(), new Vector3(), new Vector3()]
    // A camera without rotation looks at the patient from the front.
    const view = isPatient ? new Matrix4() : camera.matrixWorld
    view.extractBasis(right, up, toEye)
    const toFile = this.stage.frame.matrixWorld.clone().invert()
    const inFile = (axis: Vector3) => axis.transformDirection(toFile).toArray()
    return { right: inFile(right), up: inFile(up), toEye: inFile(toEye) }
  }

  readonly readCamera = (scanId: string): SceneCamera =>
    cameraOf(this.stage.rig.readPose(), this.groupOf(scanId).matrixWorld.clone().invert())

  readonly moveCamera = (camera: SceneCamera, scanId: string): void =>
    this.stage.rig.placePose(poseOf(camera, this.groupOf(scanId).matrixWorld), this.stage.visibleBox())

  readonly findCovered = (points: readonly ScanPoint[]): boolean[] => {
    if (this.split) return points.map(() => false)
    const camera = this.updatedCamera()
    const places = points.map(({ place, scanId }) =>
      new Vector3(...place).applyMatrix4(this.groupOf(scanId).matrixWorld),
    )
    return findCovered(places, this.listSurface(), camera)
  }

  private updatedCamera(): PerspectiveCamera {
    const { camera } = this.stage
    camera.updateMatrixWorld()
    return camera
  }

  private groupOf(scanId: string | undefined): Group {
    const { layers, frame } = this.stage
    return (scanId === undefined ? undefined : layers.get(scanId)?.group) ?? frame
  }

  /** Returns the clipping plane of a layer in the axes of the scene. three.js draws the side to which its normal points. */
  private clipOf({ group }: ScanLayer): ThreePlane | undefined {
    if (!this.clip) return undefined
    const { plane, hidden } = this.clip
    const sign = hidden === 'front' ? -1 : 1
    const normal = new Vector3(...plane.normal).multiplyScalar(sign)
    return new ThreePlane(normal, -sign * plane.offset).applyMatrix4(group.matrixWorld)
  }

  /** Returns the part of a ray that is not hidden by `setClip`. */
  private visiblePart(origin: Point, direction: Point): { near: number; far: number } {
    const all = { near: 0, far: Number.POSITIVE_INFINITY }
    if (!this.clip) return all
    const { plane, hidden } = this.clip
    const sign = hidden === 'front' ? 1 : -1
    const height = (dot(plane.normal, origin) - plane.offset) * sign
    const slope = dot(plane.normal, direction) * sign
    const crossing = slope === 0 ? -1 : -height / slope
    if (height > 0) return { near: crossing > 0 ? crossing : all.far, far: all.far }
    return { near: 0, far: crossing > 0 ? crossing : all.far }
  }
}

const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
