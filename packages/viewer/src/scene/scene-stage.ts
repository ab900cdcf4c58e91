import { type Box3, Color, Group, NeutralToneMapping, Scene, WebGLRenderer } from 'three'
import type { ScanInput, ScanSceneOptions, SceneState, SceneTheme } from './api.ts'
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
import { createLighting, type Lighting } from './lighting.ts'
import {
  createScanLayer,
  disposeLayer,
  orderLayers,
  type ScanLayer,
  setLayerHeat,
  setLayerOpacity,
  showUpload,
} from './scan-layer.ts'
import type { SceneMode } from './scan-material.ts'
import { StageTools } from './stage-tools.ts'
import { UploadQueue } from './upload-queue.ts'
import type { SceneView } from './view-code.ts'
import { type LayerLook, layerKeyOf, type ViewState } from './view-code.ts'
import { warmUpShaders } from './warm-up.ts'

/** Maximum device pixel ratio. A higher one needs more power without a visible gain. */
const pixelRatioMax = 2

/** Implements `ScanScene`: manages layers and camera, and draws after changes. */
export class SceneStage {
  readonly rig: CameraRig
  readonly tools: StageTools
  state: SceneState
  private readonly canvas: HTMLCanvasElement
  private readonly options: ScanSceneOptions
  private readonly renderer: WebGLRenderer
  private readonly scene = new Scene()
  /** Group of all layers, which rotates the axes of the file to those of the scene. */
  private readonly frame = new Group()
  private readonly lighting: Lighting
  private readonly layers = new Map<string, ScanLayer>()
  private readonly uploads: UploadQueue
  /** Looks of the applied view, for scans that are added later. */
  private wantedLooks: readonly LayerLook[] = []
  private theme: SceneTheme
  private mode: SceneMode = 'natural'
  private view: SceneView | 'free' = 'front'
  /** The user's choice (`arrangeApart`) or that of the applied view; undefined if the scene decides. */
  private wantsApart: boolean | undefined
  private archState: ArchState = { isApart: false, canArrangeApart: false, hasNoBite: false }
  private isContextLost = false
  private endWarmUp = () => {}
  private frameRequest: number | undefined

  constructor(canvas: HTMLCanvasElement, context: WebGL2RenderingContext, options: ScanSceneOptions) {
    this.canvas = canvas
    this.options = options
    this.theme = options.theme
    this.renderer = new WebGLRenderer({ canvas, context })
    this.renderer.toneMapping = NeutralToneMapping
    const hasReducedMotion =
      options.hasReducedMotion ?? matchMedia('(prefers-reduced-motion: reduce)').matches
    this.rig = new CameraRig(canvas, !hasReducedMotion, this.onCameraMove)
    this.lighting = createLighting(this.scene, this.rig.camera)
    this.scene.add(this.frame)
    this.tools = new StageTools({
      canvas,
      camera: this.rig.camera,
      frame: this.frame,
      layers: this.layers,
      requestFrame: () => this.requestFrame(),
      arrange: () => this.arrange(),
      resize: () => this.resize(),
    })
    this.uploads = new UploadQueue(context, (layer, upload) => {
      showUpload(layer, upload)
      this.requestFrame()
    })
    this.state = this.describe()
    this.applyTheme()
    this.resize()
  }

  /** Compiles the shaders while the first scan is loaded (`warmUpShaders`). */
  warmUp(): void {
    if (this.isContextLost || this.layers.size > 0) return
    this.endWarmUp = warmUpShaders(this.renderer, this.frame, this.scene, this.rig.camera)
  }

  addScan(input: ScanInput): void {
    const old = this.layers.get(input.id)
    if (old) this.releaseLayer(old)
    const look = this.wantedLooks.find(({ id }) => layerKeyOf(input.id).endsWith(id))
    const layer = createScanLayer(look ? { ...input, ...look, id: input.id } : input)
    layer.setLook(this.mode, layer.ownColors)
    this.layers.set(input.id, layer)
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
    const layer = this.layers.get(id)
    if (!layer) return
    layer.isVisible = isVisible
    layer.isHiddenByView = false
    this.rig.forgetRequestedPose()
    this.report()
  }

  setOpacity(id: string, opacity: number): void {
    const layer = this.layers.get(id)
    if (!layer) return
    setLayerOpacity(layer, opacity)
    this.report()
  }

  setOwnColors(id: string, ownColors: boolean): void {
    const layer = this.layers.get(id)
    if (!layer) return
    layer.ownColors = ownColors && layer.scan.hasColors
    layer.setLook(this.mode, layer.ownColors)
    this.report()
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
    const { scans } = this.state
    return {
      eye: this.view === 'free' ? this.rig.readPose() : this.view,
      mode: this.mode,
      isApart: this.wantsApart,
      layers: scans.map(({ id, visible, opacity, ownColors }) => ({ id, visible, opacity, ownColors })),
    }
  }

  applyView({ eye, mode, isApart, layers }: ViewState): void {
    this.mode = mode
    this.wantsApart = isApart
    this.wantedLooks = layers
    this.view = typeof eye === 'string' ? eye : 'free'
    for (const layer of this.layers.values()) {
      const look = layers.find(({ id }) => layerKeyOf(layer.id).endsWith(id))
      if (look) {
        layer.isVisible = look.visible
        layer.ownColors = look.ownColors && layer.scan.hasColors
        setLayerOpacity(layer, look.opacity)
      }
      layer.setLook(mode, layer.ownColors)
    }
    this.arrange()
    if (typeof eye !== 'string') this.rig.placePose(eye, this.visibleBox())
  }

  setTheme(theme: SceneTheme): void {
    this.theme = theme
    this.applyTheme()
    this.report()
  }

  arrangeApart(isApart: boolean): void {
    this.wantsApart = isApart
    this.rig.forgetRequestedPose()
    this.arrange()
  }

  resize(): void {
    const { clientWidth, clientHeight } = this.canvas
    if (clientWidth === 0 || clientHeight === 0) return
    this.renderer.setPixelRatio(Math.min(pixelRatioMax, devicePixelRatio))
    this.renderer.setSize(clientWidth, clientHeight, false)
    this.rig.reshape(clientWidth / this.tools.pictureCount / clientHeight, this.visibleBox())
    if (this.view === 'free') this.requestFrame()
    else this.rig.fit(this.visibleBox(), false)
    // Setting the size clears the canvas. Drawing at once avoids a flash.
    this.draw()
  }

  screenshot(): Promise<Blob> {
    this.draw()
    return new Promise((resolve, reject) => {
      this.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('empty canvas'))), 'image/png')
    })
  }

  setContextLost(isLost: boolean): void {
    this.isContextLost = isLost
    // The buffers on the graphics card are lost and are uploaded again from the page's memory.
    this.uploads.forget()
    if (!isLost) {
      for (const layer of this.layers.values()) {
        layer.upload = undefined
        this.uploads.add(layer)
      }
    }
    this.report()
  }

  dispose(): void {
    if (this.frameRequest !== undefined) cancelAnimationFrame(this.frameRequest)
    for (const layer of this.layers.values()) this.releaseLayer(layer)
    this.endWarmUp()
    this.uploads.forget()
    this.layers.clear()
    this.rig.dispose()
    this.renderer.dispose()
    // The context exists as long as the canvas. A size of one pixel frees the buffers of the context.
    this.renderer.setSize(1, 1, false)
  }

  private releaseLayer(layer: ScanLayer): void {
    this.uploads.drop(layer)
    disposeLayer(layer)
  }

  /**
   * Updates orientation and lifts of all layers. Then frames the visible layers in the standard view, or applies the requested
   * pose again (`reframe`).
   */
  private arrange(): void {
    this.archState = placeLayers(this.all(), this.frame, this.wantsApart)
    hideOpposite(this.all(), this.view)
    this.report()
    if (this.view === 'free') this.rig.reframe(this.visibleBox())
    else this.rig.showView(this.view, this.visibleBox())
  }

  private all(): ScanLayer[] {
    return [...this.layers.values()]
  }

  private visibleBox(): Box3 {
    return boxOfShown(this.all(), this.frame)
  }

  private applyTheme(): void {
    this.scene.background = new Color(this.options.grounds[this.theme])
    this.lighting.setTheme(this.theme)
  }

  /** Requests a frame after the camera has moved, and reports the new state if the camera has left the standard view. */
  private readonly onCameraMove = (): void => {
    this.requestFrame()
    if (this.view === 'free' || this.rig.isLookingAlong(this.view)) return
    this.view = 'free'
    this.report()
  }

  private report(): void {
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
      isContextLost: this.isContextLost,
    }
  }

  private requestFrame(): void {
    this.frameRequest ??= requestAnimationFrame((nowMs) => {
      this.frameRequest = undefined
      // Requests another frame only while an animation or the damping continues.
      if (this.rig.advance(nowMs)) this.requestFrame()
      this.draw()
    })
  }

  private draw(): void {
    if (this.isContextLost) return
    this.rig.clipTo(this.visibleBox())
    this.lighting.follow()
    orderLayers(this.all(), this.rig.camera.position)
    this.renderer.localClippingEnabled = this.tools.hasClip
    this.tools.prepareFrame()
    this.tools.drawPictures(this.renderer, () => this.renderer.render(this.scene, this.rig.camera))
    this.tools.endFrame()
    if (this.all().some(({ upload }) => upload !== undefined)) this.endWarmUp()
  }
}
