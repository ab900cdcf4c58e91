import { type Box3, Group } from 'three'
import type { ScanInput, ScanSceneOptions, ScenePicture, SceneState, SceneTheme } from './api.ts'
import {
  type ArchState,
  boxOfShown,
  describeLayer,
  hideOpposite,
  isShown,
  placeLayers,
  sidesOfShown,
} from './arrangement.ts'
import { CameraRig } from './camera-rig.ts'
import type { DrawnScan } from './drawn-scan.ts'
import type { Graphics } from './graphics.ts'
import { applyLook, findLook, listLooks } from './layer-looks.ts'
import type { Navigation } from './navigation.ts'
import { PictureDrawing } from './picture-drawing.ts'
import {
  createScanLayer,
  disposeLayer,
  type ScanLayer,
  setLayerHeat,
  setLayerOpacity,
  showUpload,
} from './scan-layer.ts'
import type { SceneMode } from './scan-material.ts'
import { createStageNavigation } from './stage-navigation.ts'
import { StageTools } from './stage-tools.ts'
import { UploadQueue } from './upload-queue.ts'
import { type LayerLook, type SceneView, sceneViews, type ViewState } from './view-code.ts'

/** Implements `ScanScene`: manages layers and camera, and draws after changes. */
export class SceneStage {
  readonly rig: CameraRig
  readonly navigation: Navigation
  readonly tools: StageTools
  readonly drawing: PictureDrawing
  state: SceneState
  private readonly canvas: HTMLCanvasElement
  private readonly options: ScanSceneOptions
  /** Group of all layers, which rotates the axes of the file to those of the scene. */
  private readonly frame = new Group()
  private readonly layers = new Map<string, ScanLayer>()
  private readonly uploads: UploadQueue
  private readonly endNavigation: () => void
  /** Looks of the applied view, for scans that are added later. */
  private wantedLooks: readonly LayerLook[] = []
  private theme: SceneTheme
  private mode: SceneMode = 'natural'
  private view: SceneView | 'free' = 'front'
  /** The user's choice (`arrangeApart`) or that of the applied view; undefined if the scene decides. */
  private wantsApart: boolean | undefined
  private archState: ArchState = { isApart: false, canArrangeApart: false, hasNoBite: false }

  constructor(graphics: Graphics, options: ScanSceneOptions) {
    const { canvas, context } = graphics
    this.canvas = canvas
    this.options = options
    this.theme = options.theme
    const hasReducedMotion =
      options.hasReducedMotion ?? matchMedia('(prefers-reduced-motion: reduce)').matches
    this.rig = new CameraRig(!hasReducedMotion, this.onCameraMove)
    this.tools = new StageTools({
      canvas,
      rig: this.rig,
      camera: this.rig.camera,
      visibleBox: () => this.visibleBox(),
      frame: this.frame,
      layers: this.layers,
      requestFrame: this.requestFrame,
      arrange: (keepsCamera) => this.arrange(keepsCamera),
      lookAt: (point) => this.rig.lookAt(point),
      resize: () => this.resize(),
    })
    const { rig, tools, visibleBox } = this
    const parts = { rig, tools, visibleBox, listLayers: this.all }
    this.drawing = new PictureDrawing(graphics, parts)
    this.drawing.scene.add(this.frame)
    const navigated = { ...parts, drawing: this.drawing }
    ;[this.navigation, this.endNavigation] = createStageNavigation(navigated)
    this.uploads = new UploadQueue(context, (layer, upload) => {
      showUpload(layer, upload, this.drawing.rough.isEnabled)
      this.drawing.rough.appear()
      this.requestFrame()
    })
    this.state = this.describe()
    this.drawing.setTheme(this.theme, options.grounds[this.theme])
    this.fitToCanvas()
    this.requestFrame()
  }

  addScan(input: ScanInput): void {
    const old = this.layers.get(input.id)
    if (old) this.releaseLayer(old)
    const look = findLook(this.wantedLooks, input.id)
    const layer = createScanLayer(look ? { ...input, ...look, id: input.id } : input)
    layer.setLook(this.mode, layer.ownColors)
    this.layers.set(input.id, layer)
    this.tools.restoreBite(layer)
    this.frame.add(layer.group)
    this.uploads.add(layer)
    this.arrange()
  }

  updateScan(id: string, scan: DrawnScan, isFinest = true): void {
    const layer = this.layers.get(id)
    if (!layer) return
    const isSame = layer.scan === scan
    layer.scan = scan
    layer.isFinest = isFinest
    if (!isSame) {
      setLayerHeat(layer, undefined)
      this.uploads.add(layer)
    }
    this.report()
  }

  removeScan(id: string): void {
    const layer = this.layers.get(id)
    if (!layer) return
    this.layers.delete(id)
    this.releaseLayer(layer)
    this.arrange()
  }

  setVisible(id: string, isVisible: boolean): void {
    this.change(id, (layer) => {
      layer.isVisible = isVisible
      layer.isHiddenByView = false
      this.rig.forgetRequestedPose()
    })
  }

  setOpacity(id: string, opacity: number): void {
    this.change(id, (layer) => setLayerOpacity(layer, opacity))
  }

  setOwnColors(id: string, ownColors: boolean): void {
    this.change(id, (layer) => {
      layer.ownColors = ownColors && layer.scan.hasColors
      layer.setLook(this.mode, layer.ownColors)
    })
  }

  setMode(mode: SceneMode): void {
    this.mode = mode
    for (const layer of this.layers.values()) layer.setLook(mode, layer.ownColors)
    this.report()
  }

  setView(view: SceneView): void {
    this.view = view
    hideOpposite(this.all(), this.view)
    this.report()
    this.rig.showView(view, this.visibleBox())
  }

  fit(): void {
    this.rig.fit(this.visibleBox(), true)
  }

  readView(): ViewState {
    const isFree = this.view === 'free'
    return {
      eye: isFree || this.rig.hasMoved ? this.rig.readPose() : (this.view as SceneView),
      mode: this.mode,
      isApart: this.wantsApart,
      layers: listLooks(this.state.scans, isFree),
    }
  }

  applyView({ eye, mode, isApart, layers }: ViewState): void {
    this.mode = mode
    this.wantsApart = isApart
    this.wantedLooks = layers
    this.view = typeof eye === 'string' ? eye : 'free'
    for (const layer of this.layers.values()) applyLook(layer, findLook(layers, layer.id), mode)
    this.arrange()
    if (typeof eye === 'string') return
    this.rig.placePose(eye, this.visibleBox())
    // A zoomed standard view keeps its name, and hides the same arch.
    this.view = sceneViews.find((view) => this.rig.isLookingAlong(view)) ?? 'free'
    this.arrange()
  }

  setTheme(theme: SceneTheme): void {
    this.theme = theme
    this.drawing.setTheme(theme, this.options.grounds[theme])
    this.report()
  }

  arrangeApart(isApart: boolean): void {
    this.wantsApart = isApart
    this.rig.forgetRequestedPose()
    this.arrange()
  }

  resize(): void {
    // A new size clears the canvas. Drawing at once avoids a flash.
    if (this.fitToCanvas()) this.drawing.draw()
    else this.requestFrame()
  }

  capture(scale: number): ScenePicture {
    const picture = this.drawing.copyPicture(scale)
    this.tools.paintOn(picture)
    const screenMm = this.rig.mmPerPixel(this.navigation.findDepth())
    return { picture, mmPerPixel: (screenMm * this.canvas.clientWidth) / picture.width }
  }

  setContextLost(isLost: boolean): void {
    this.drawing.isContextLost = isLost
    // The buffers on the graphics card are lost and are uploaded again from the page's memory.
    this.uploads.forget()
    if (!isLost) {
      for (const layer of this.layers.values()) {
        layer.upload = undefined
        layer.rough = undefined
        this.uploads.add(layer)
      }
    }
    this.report()
  }

  dispose(): void {
    for (const layer of this.layers.values()) this.releaseLayer(layer)
    this.uploads.forget()
    this.layers.clear()
    this.endNavigation()
    this.drawing.dispose()
  }

  /** Adapts picture and camera to the size of the canvas in the page. @returns whether the size has changed */
  private fitToCanvas(): boolean {
    const { clientWidth, clientHeight } = this.canvas
    if (clientWidth === 0 || clientHeight === 0) return false
    const isChanged = this.drawing.setSize(clientWidth, clientHeight)
    this.rig.reshape(clientWidth / this.tools.pictureCount, clientHeight, this.visibleBox())
    if (this.view !== 'free' && !this.rig.hasMoved) this.rig.fit(this.visibleBox(), false)
    return isChanged
  }

  /** Changes a layer and reports the new state. Ignores an unknown id. */
  private change(id: string, change: (layer: ScanLayer) => void): void {
    const layer = this.layers.get(id)
    if (!layer) return
    change(layer)
    this.report()
  }

  private releaseLayer(layer: ScanLayer): void {
    this.uploads.drop(layer)
    disposeLayer(layer)
  }

  /**
   * Updates orientation and lifts of all layers. Then frames the visible layers in the standard view, or applies the requested
   * pose again (`reframe`), unless the camera must stay.
   */
  private arrange(keepsCamera = false): void {
    this.archState = placeLayers(this.all(), this.frame, this.wantsApart)
    hideOpposite(this.all(), this.view)
    this.report()
    if (keepsCamera) return
    if (this.view === 'free' || this.rig.hasMoved) this.rig.reframe(this.visibleBox())
    else this.rig.showView(this.view, this.visibleBox())
  }

  private readonly all = (): ScanLayer[] => [...this.layers.values()]

  private readonly visibleBox = (): Box3 => boxOfShown(this.all(), this.frame)

  /** Requests a frame after the camera has moved, and reports the new state if the camera has left the standard view. */
  private readonly onCameraMove = (): void => {
    this.requestFrame()
    if (this.view === 'free' || this.rig.isLookingAlong(this.view)) return
    this.view = 'free'
    this.report()
  }

  private report(): void {
    this.navigation.forget()
    for (const layer of this.layers.values()) layer.group.visible = isShown(layer)
    this.state = this.describe()
    this.options.onChange?.(this.state)
    this.requestFrame()
  }

  private describe(): SceneState {
    const layers = this.all()
    return {
      scans: layers.map((layer) => describeLayer(layer, this.frame)),
      view: this.view,
      theme: this.theme,
      mode: this.mode,
      ...this.archState,
      sizeMm: sidesOfShown(layers, this.frame),
      isContextLost: this.drawing.isContextLost,
    }
  }

  private readonly requestFrame = (): void => this.drawing.requestFrame()
}
