import { Box3, Color, Group, NeutralToneMapping, Scene, Vector3, WebGLRenderer } from 'three'
import { findLift, isOverlapping } from './apart.ts'
import type { ScanInput, ScanSceneOptions, SceneState, SceneTheme, SceneView } from './api.ts'
import { CameraRig } from './camera-rig.ts'
import { jawOf } from './jaw.ts'
import { createLighting, type Lighting } from './lighting.ts'
import { guessOrientation } from './orientation.ts'
import {
  boxInScene,
  createScanLayer,
  disposeLayer,
  orderLayers,
  type ScanLayer,
  setLayerOpacity,
} from './scan-layer.ts'

/** Finer than two dots a pixel costs battery on phones and shows nothing more. */
const densestPixels = 2

/** What stands behind a `ScanScene`: layers, camera and the frames that are drawn when something changed. */
export class SceneStage {
  readonly rig: CameraRig
  state: SceneState
  private readonly canvas: HTMLCanvasElement
  private readonly options: ScanSceneOptions
  private readonly renderer: WebGLRenderer
  private readonly scene = new Scene()
  /** Turns the file's axes into the scene's. */
  private readonly frame = new Group()
  private readonly lighting: Lighting
  private readonly layers = new Map<string, ScanLayer>()
  private theme: SceneTheme
  private view: SceneView | 'free' = 'front'
  /** What `arrangeApart` was told; undefined while the scene decides. */
  private wantsApart: boolean | undefined
  private isApart = false
  private canArrangeApart = false
  private isContextLost = false
  private frameRequest: number | undefined

  constructor(canvas: HTMLCanvasElement, context: WebGL2RenderingContext, options: ScanSceneOptions) {
    this.canvas = canvas
    this.options = options
    this.theme = options.theme
    this.renderer = new WebGLRenderer({ canvas, context })
    this.renderer.toneMapping = NeutralToneMapping
    const hasReducedMotion =
      options.hasReducedMotion ?? matchMedia('(prefers-reduced-motion: reduce)').matches
    this.rig = new CameraRig(canvas, !hasReducedMotion, this.follow)
    this.lighting = createLighting(this.scene, this.rig.camera)
    this.scene.add(this.frame)
    this.state = this.describe()
    this.applyTheme()
    this.resize()
  }

  addScan(scan: ScanInput): void {
    const old = this.layers.get(scan.id)
    if (old) disposeLayer(old)
    const layer = createScanLayer(scan)
    this.layers.set(scan.id, layer)
    this.frame.add(layer.group)
    this.arrange()
  }

  removeScan(id: string): void {
    const layer = this.layers.get(id)
    if (!layer) return
    this.layers.delete(id)
    disposeLayer(layer)
    this.arrange()
  }

  setVisible(id: string, isVisible: boolean): void {
    const layer = this.layers.get(id)
    if (!layer) return
    layer.isVisible = isVisible
    layer.isHiddenByView = false
    this.report()
  }

  setOpacity(id: string, opacity: number): void {
    const layer = this.layers.get(id)
    if (!layer) return
    setLayerOpacity(layer, opacity)
    this.report()
  }

  setView(view: SceneView): void {
    this.view = view
    this.hideOpposite()
    this.report()
    this.rig.showView(view, this.visibleBox())
  }

  fit(): void {
    this.rig.fit(this.visibleBox(), true)
  }

  setTheme(theme: SceneTheme): void {
    this.theme = theme
    this.applyTheme()
    this.report()
  }

  arrangeApart(isApart: boolean): void {
    this.wantsApart = isApart
    this.arrange()
  }

  resize(): void {
    const { clientWidth, clientHeight } = this.canvas
    if (clientWidth === 0 || clientHeight === 0) return
    this.renderer.setPixelRatio(Math.min(densestPixels, devicePixelRatio))
    this.renderer.setSize(clientWidth, clientHeight, false)
    this.rig.camera.aspect = clientWidth / clientHeight
    if (this.view === 'free') this.requestFrame()
    else this.rig.fit(this.visibleBox(), false)
    // Setting the size has emptied the canvas: without this it flashes until the next frame.
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
    this.report()
  }

  dispose(): void {
    if (this.frameRequest !== undefined) cancelAnimationFrame(this.frameRequest)
    for (const layer of this.layers.values()) disposeLayer(layer)
    this.layers.clear()
    this.rig.dispose()
    this.renderer.dispose()
    // The context lives as long as the canvas: at least its buffers go.
    this.renderer.setSize(1, 1, false)
  }

  /** Stands the scans in the scene anew: axes, lift, and the picture unless the user has turned it himself. */
  private arrange(): void {
    const layers = [...this.layers.values()]
    this.frame.quaternion.copy(guessOrientation(layers.map(({ input }) => input)))
    const upper = this.jawBox('upper')
    const lower = this.jawBox('lower')
    this.canArrangeApart = !upper.isEmpty() && !lower.isEmpty()
    this.isApart = this.canArrangeApart && (this.wantsApart ?? isOverlapping(upper, lower))
    const lift = this.isApart ? findLift(upper, lower) : { upper: 0, lower: 0 }
    const toFile = this.frame.quaternion.clone().invert()
    for (const { group, input } of layers) {
      const jaw = jawOf(input.role)
      group.position.set(0, jaw ? lift[jaw] : 0, 0).applyQuaternion(toFile)
    }
    this.frame.updateMatrixWorld(true)
    this.hideOpposite()
    this.report()
    if (this.view !== 'free') this.rig.showView(this.view, this.visibleBox())
  }

  private jawBox(jaw: 'upper' | 'lower'): Box3 {
    const box = new Box3()
    for (const layer of this.layers.values()) {
      if (jawOf(layer.input.role) === jaw) box.union(boxInScene(layer, this.frame.quaternion))
    }
    return box
  }

  /** The box of what is shown, lifts included; of all scans when none is, so that there is always a frame. */
  private visibleBox(): Box3 {
    const layers = [...this.layers.values()]
    const shown = layers.filter(isShown)
    const box = new Box3()
    for (const layer of shown.length > 0 ? shown : layers) {
      const lift = layer.group.position.clone().applyQuaternion(this.frame.quaternion)
      box.union(boxInScene(layer, this.frame.quaternion).translate(lift))
    }
    return box.isEmpty() ? new Box3(new Vector3(-30, -10, -25), new Vector3(30, 10, 25)) : box
  }

  /** In an occlusal view the opposite arch stands before the eye; it is hidden if the other one is there to be seen. */
  private hideOpposite(): void {
    const looked =
      this.view === 'occlusal-upper' ? 'upper' : this.view === 'occlusal-lower' ? 'lower' : undefined
    const layers = [...this.layers.values()]
    const hasLooked = looked && layers.some((layer) => layer.isVisible && jawOf(layer.input.role) === looked)
    for (const layer of layers) {
      const jaw = jawOf(layer.input.role)
      layer.isHiddenByView = Boolean(hasLooked && layer.isVisible && jaw && jaw !== looked)
    }
  }

  private applyTheme(): void {
    this.scene.background = new Color(this.options.grounds[this.theme])
    this.lighting.setTheme(this.theme)
  }

  /** The camera moved: draws, and notices when the user has left the standard view. */
  private readonly follow = (): void => {
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
    const layers = [...this.layers.values()]
    const size = layers.some(isShown) ? this.visibleBox().getSize(new Vector3()) : undefined
    return {
      scans: layers.map((layer) => ({
        id: layer.input.id,
        role: layer.input.role,
        visible: layer.isVisible,
        isHiddenByView: layer.isHiddenByView,
        opacity: layer.opacity,
        hasColors: layer.input.mesh.mesh.colors !== undefined,
        triangleCount: layer.input.mesh.measure.triangleCount,
        tint: layer.tint,
      })),
      view: this.view,
      theme: this.theme,
      isApart: this.isApart,
      canArrangeApart: this.canArrangeApart,
      sizeMm: size && [size.x, size.z, size.y],
      isContextLost: this.isContextLost,
    }
  }

  private requestFrame(): void {
    this.frameRequest ??= requestAnimationFrame((nowMs) => {
      this.frameRequest = undefined
      // A turn or the damping goes on: only then is another frame asked for.
      if (this.rig.advance(nowMs)) this.requestFrame()
      this.draw()
    })
  }

  private draw(): void {
    if (this.isContextLost) return
    this.rig.clipTo(this.visibleBox())
    this.lighting.follow()
    orderLayers([...this.layers.values()], this.rig.camera.position)
    this.renderer.render(this.scene, this.rig.camera)
  }
}

function isShown(layer: ScanLayer): boolean {
  return layer.isVisible && !layer.isHiddenByView
}
