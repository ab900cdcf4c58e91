import type { FileRole, Sides } from '@pontic/contract'
import type { BindingName } from './bindings.ts'
import type { Drift } from './camera-rig.ts'
import type { DrawnScan } from './drawn-scan.ts'
import type { SceneMode } from './scan-material.ts'
import type { SceneTools } from './tool-api.ts'
import type { SceneView, ViewState } from './view-code.ts'

export type SceneTheme = 'light' | 'dark'

/** A scan to show. `readLevel` and `readScan` of `@pontic/viewer/workers` return `scan`. */
export type ScanInput = {
  /** Unique within the scene. A new scan replaces the scan with the same id. */
  id: string
  scan: DrawnScan
  /** Whether `scan` has all details, so that measured numbers are final; default true. */
  isFinest?: boolean
  /** Role of the file in the case: determines the tint and the jaw. */
  role: FileRole
  /** Whether the scan is drawn; default true. */
  visible?: boolean
  /** 0.05 to 1; default 1. */
  opacity?: number
  /** Whether to draw the scan's own colours, if it has any, instead of the tint of its role; default true. */
  ownColors?: boolean
}

/** The state of one scan for a layer panel. */
export type SceneScan = {
  id: string
  role: FileRole
  /** Whether the user has chosen to show the scan. `isHiddenByView` does not change this choice. */
  visible: boolean
  /**
   * Whether an occlusal view hides this scan because it lies between the camera and the other arch. The next view or
   * `setVisible` shows it again.
   */
  isHiddenByView: boolean
  opacity: number
  hasColors: boolean
  /** Whether the scan's own colours are drawn instead of the tint of its role. */
  ownColors: boolean
  /** Number of triangles of the latest level, which may still be uploading to the graphics card. */
  triangleCount: number
  /** CSS colour for a dot next to the name. */
  tint: string
  /** Width, depth, height (`orderSides`), in millimetres. */
  sizeMm: Sides
  /** Whether the latest level has all details of the scan. */
  isFinest: boolean
  /** Whether the user has aligned the scan in this view (`SceneTools.setBite`). Numbers that use it must say so. */
  isBiteAligned: boolean
}

/** An immutable snapshot of the scene's state, which each change replaces. */
export type SceneState = {
  scans: readonly SceneScan[]
  /** The current standard view, or `free` once the user has rotated the model. */
  view: SceneView | 'free'
  theme: SceneTheme
  mode: SceneMode
  /** Whether the arches are separated. */
  isApart: boolean
  /** Whether there are an upper and a lower scan, which `arrangeApart` can separate. */
  canArrangeApart: boolean
  /** Whether the upper and lower scans intersect in the positions of their files, so that the scans contain no bite. */
  hasNoBite: boolean
  /**
   * Width, depth and height of the visible scans in millimetres, in the positions of their files, even while arches are
   * separated. Undefined if nothing is visible.
   */
  sizeMm: Sides | undefined
  isContextLost: boolean
}

/** A picture of the scene, and the width of its pixels in millimetres at the surface in its middle. */
export type ScenePicture = { picture: HTMLCanvasElement; mmPerPixel: number }

export type ScanSceneOptions = {
  theme: SceneTheme
  /** Background of each theme as a CSS hex colour. */
  grounds: Record<SceneTheme, string>
  /** Whether views change without animation. Default: the browser's `prefers-reduced-motion`. */
  hasReducedMotion?: boolean
  /** Whether arrow keys move the camera while the canvas has the focus; default true. */
  hasKeyboard?: boolean
  /** Called with the new state after each change. A camera movement is a change only if it leaves the standard view. */
  onChange?: (state: SceneState) => void
  /** Called when the WebGL context is lost. The scene restores itself when the browser restores the context. */
  onContextLost?: () => void
  onContextRestored?: () => void
}

/**
 * The scene of a case. All scans have the same coordinate system. A frame is drawn only after a change.
 * - Mouse: the bindings say which buttons rotate and pan (`setBindings`). The wheel zooms to the point under the pointer.
 * - Touch: one finger rotates, two fingers zoom, pan and roll, three fingers pan.
 * - A rotation goes around the surface under the pointer. A double click or double tap makes a point the centre of rotation and
 *   moves it to the middle.
 * - Keys while the canvas has the focus: arrows rotate, Shift and arrows pan. The canvas needs a `tabIndex` of 0 and an
 *   accessible name.
 */
export type ScanScene = SceneTools & {
  /** The canvas of the scene. After `dispose`, the next scene may use it. */
  readonly canvas: HTMLCanvasElement
  /** Adds or replaces a scan. Until the user moves the camera, it frames all visible scans. */
  addScan: (scan: ScanInput) => void
  /**
   * Replaces a scan by another level without changing its look or the camera. A large level is uploaded to the graphics
   * card over several frames and drawn when the upload is complete. Ignores an unknown id.
   * @param isFinest as in `ScanInput`
   */
  updateScan: (id: string, scan: DrawnScan, isFinest?: boolean) => void
  /** Removes a scan and frees its memory; ignores an unknown id. */
  removeScan: (id: string) => void
  setVisible: (id: string, visible: boolean) => void
  /** Shows this scan and hides all others. */
  showOnly: (id: string) => void
  /** Sets the opacity of a scan, clamped to 0.05–1. */
  setOpacity: (id: string, opacity: number) => void
  /** Draws a scan in its own colours, or in the tint of its role; ignored for a scan without colours. */
  setOwnColors: (id: string, ownColors: boolean) => void
  /** Sets the drawing mode of all scans. */
  setMode: (mode: SceneMode) => void
  /** Rotates to a standard view that frames all visible scans. An occlusal view hides the opposite arch. */
  setView: (view: SceneView) => void
  /** Frames all visible scans from the current direction. */
  fit: () => void
  /** Zooms to the surface in the middle by a number of steps; positive numbers move the camera closer. */
  zoom: (steps: number) => void
  /**
   * Orbits the camera around the model by degrees: positive `rightDeg` to the right of the picture, positive `upDeg`
   * upwards.
   */
  orbitBy: (rightDeg: number, upDeg: number) => void
  /** Starts or changes a continuous movement, for example by a SpaceMouse; undefined ends it. */
  drive: (rates: Drift | undefined) => void
  /** Chooses what the mouse buttons do; default `pontic`. */
  setBindings: (bindings: BindingName) => void
  /** Whether a double click or double tap chooses the centre of rotation, which tools that use clicks turn off; default true. */
  setPivotClicks: (isOn: boolean) => void
  setTheme: (theme: SceneTheme) => void
  /**
   * Separates the upper and the lower arch along the occlusal axis, or puts them back. Scanners that export no bite write
   * each arch at its own origin, so that the arches intersect. Until the first call, the scene decides by
   * `areArchesIntersecting`. The positions in the files do not change.
   */
  arrangeApart: (isApart: boolean) => void
  /** Adapts to the size of the canvas. A ResizeObserver also does that. */
  resize: () => void
  /** Returns the current picture with its background as a PNG, in the resolution of the canvas. */
  screenshot: () => Promise<Blob>
  /**
   * Returns the current picture in a higher resolution, for saving, with what the tools show over it (`onCapture`).
   * @param scale factor on the resolution of the screen
   */
  capture: (scale: number) => ScenePicture
  getState: () => SceneState
  /** Returns the current view, for `encodeView`. */
  readView: () => ViewState
  /** Applies a view without animation. The looks of scans that are not loaded yet are applied when they are added. */
  applyView: (view: ViewState) => void
  /** Frees the memory of the scans, and removes the canvas, listeners and observers. */
  dispose: () => void
}

/** Reasons why no scene can be shown, which are keys of the error catalogue. */
export type SceneReason = 'scene.no_webgl'

/** Thrown by `createScanScene`. */
export class SceneError extends Error {
  readonly reason: SceneReason

  constructor(reason: SceneReason) {
    super(reason)
    this.name = 'SceneError'
    this.reason = reason
  }
}
