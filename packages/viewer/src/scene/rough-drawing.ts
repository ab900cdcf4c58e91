import type { WebGLRenderer } from 'three'
import { type ScanLayer, showRough } from './scan-layer.ts'

/** Factor on the resolution of a moving picture: a sixth of the pixels. */
const roughScale = 0.4
/** A movement whose last step is older has stopped. */
const stepMs = 160

/**
 * Draws moving pictures with fewer pixels and with the coarse levels, where the browser draws in software. The last picture of a
 * movement is complete. The pictures while the first scans appear have fewer pixels too, so that the scans are visible sooner.
 */
export class RoughDrawing {
  private readonly renderer: WebGLRenderer
  readonly isEnabled: boolean
  private readonly requestFrame: () => void
  private isDragged = false
  /** Whether a complete picture has shown a scan. */
  private hasShown = false
  private timer: ReturnType<typeof setTimeout> | undefined

  /** @param isEnabled whether the browser draws in software */
  constructor(renderer: WebGLRenderer, isEnabled: boolean, requestFrame: () => void) {
    this.renderer = renderer
    this.isEnabled = isEnabled
    this.requestFrame = requestFrame
  }

  /** Begins or ends a drag. */
  setDragged(isDragged: boolean): void {
    if (isDragged === this.isDragged) return
    this.isDragged = isDragged
    if (!isDragged && this.isEnabled) this.requestFrame()
  }

  /** Begins or continues a movement by single steps, such as those of a wheel. After the last step, a complete picture is drawn. */
  step(): void {
    if (!this.isEnabled) return
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      this.timer = undefined
      this.requestFrame()
    }, stepMs)
  }

  /** Handles a scan that is drawn for the first time. */
  appear(): void {
    if (!this.hasShown) this.step()
  }

  /**
   * Sets resolution and levels of the next picture.
   * @param pixelRatio of a complete picture
   * @param isAnimated whether the camera moves on without the user
   */
  prepare(layers: readonly ScanLayer[], pixelRatio: number, isAnimated: boolean): void {
    const isEmpty = !layers.some(({ upload }) => upload !== undefined)
    const isMoving = this.isDragged || this.timer !== undefined || isAnimated
    // The empty picture already has the resolution of the first one with a scan.
    const isRough = this.isEnabled && (isMoving || (isEmpty && !this.hasShown))
    this.hasShown ||= !isRough && !isEmpty
    this.apply(layers, isRough ? pixelRatio * roughScale : pixelRatio, isRough)
  }

  /** Sets the resolution of a complete picture. */
  prepareComplete(layers: Iterable<ScanLayer>, pixelRatio: number): void {
    this.apply(layers, pixelRatio, false)
  }

  dispose(): void {
    clearTimeout(this.timer)
  }

  private apply(layers: Iterable<ScanLayer>, pixelRatio: number, isRough: boolean): void {
    // Setting the ratio clears the canvas, so that a picture must be drawn at once.
    if (this.renderer.getPixelRatio() !== pixelRatio) this.renderer.setPixelRatio(pixelRatio)
    for (const layer of layers) showRough(layer, isRough)
  }
}
