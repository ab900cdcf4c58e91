import { type Box3, Color, Scene, Vector2, type WebGLRenderer } from 'three'
import type { SceneTheme } from './api.ts'
import type { CameraRig } from './camera-rig.ts'
import type { Graphics } from './graphics.ts'
import { createLighting, type Lighting } from './lighting.ts'
import { RoughDrawing } from './rough-drawing.ts'
import { orderLayers, type ScanLayer } from './scan-layer.ts'
import { isDrawnBySoftware } from './software-drawing.ts'
import type { StageTools } from './stage-tools.ts'

/** Maximum device pixel ratio. A higher one needs more power without a visible gain. */
const pixelRatioMax = 2

const screenRatio = () => Math.min(pixelRatioMax, devicePixelRatio)

/** The parts of the stage that are drawn. */
type DrawnStage = {
  readonly rig: CameraRig
  readonly tools: StageTools
  readonly listLayers: () => ScanLayer[]
  /** Returns the box of the drawn layers. */
  readonly visibleBox: () => Box3
}

/** Draws the scene on its canvas: one frame after each change, and pictures to save. */
export class PictureDrawing {
  readonly renderer: WebGLRenderer
  readonly scene = new Scene()
  readonly rough: RoughDrawing
  isContextLost = false
  private readonly canvas: HTMLCanvasElement
  private readonly stage: DrawnStage
  private readonly lighting: Lighting
  private frameRequest: number | undefined
  /** Whether the camera moves on by itself: in an animation, or after a drag. */
  private isAnimated = false

  constructor({ canvas, renderer }: Graphics, stage: DrawnStage) {
    this.canvas = canvas
    this.stage = stage
    this.renderer = renderer
    this.rough = new RoughDrawing(this.renderer, isDrawnBySoftware(), () => this.requestFrame())
    this.lighting = createLighting(this.scene, stage.rig.camera)
  }

  /** @param ground CSS colour of the background */
  setTheme(theme: SceneTheme, ground: string): void {
    this.scene.background = new Color(ground)
    this.lighting.setTheme(theme)
  }

  /** Sets the size in CSS pixels. A new size clears the canvas. @returns whether the size has changed */
  setSize(width: number, height: number): boolean {
    const size = this.renderer.getSize(new Vector2())
    if (size.x === width && size.y === height) return false
    // The resolution is set before, because each change takes time where the browser draws in software.
    this.rough.prepare(this.stage.listLayers(), screenRatio(), this.isAnimated)
    this.renderer.setSize(width, height, false)
    return true
  }

  requestFrame(): void {
    this.frameRequest ??= requestAnimationFrame((nowMs) => {
      this.frameRequest = undefined
      // Requests another frame only while the camera moves on.
      this.isAnimated = this.stage.rig.advance(nowMs)
      if (this.isAnimated) this.requestFrame()
      this.draw()
    })
  }

  /** Draws a picture. @param scale factor on the resolution of a complete picture; undefined allows a rough one */
  draw(scale?: number): void {
    if (this.isContextLost) return
    const { rig, tools } = this.stage
    const layers = this.stage.listLayers()
    const pixelRatio = screenRatio()
    if (scale === undefined) this.rough.prepare(layers, pixelRatio, this.isAnimated)
    else this.rough.prepareComplete(layers, pixelRatio * scale)
    rig.clipTo(this.stage.visibleBox())
    this.lighting.follow()
    orderLayers(layers, rig.camera.position)
    this.renderer.localClippingEnabled = tools.hasClip
    tools.prepareFrame()
    tools.drawPictures(this.renderer, () => this.renderer.render(this.scene, rig.camera))
    tools.endFrame()
  }

  /** Returns the picture as a PNG (`ScanScene.screenshot`). */
  screenshot(): Promise<Blob> {
    this.draw(1)
    return new Promise((resolve, reject) => {
      this.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('empty canvas'))), 'image/png')
    })
  }

  /** Returns a copy of the picture. @param scale factor on the resolution of the screen */
  copyPicture(scale: number): HTMLCanvasElement {
    const picture = document.createElement('canvas')
    this.draw(scale)
    picture.width = this.canvas.width
    picture.height = this.canvas.height
    picture.getContext('2d')?.drawImage(this.canvas, 0, 0)
    // Setting the size clears the canvas. Drawing at once avoids a flash.
    this.draw()
    return picture
  }

  dispose(): void {
    if (this.frameRequest !== undefined) cancelAnimationFrame(this.frameRequest)
    this.rough.dispose()
  }
}
