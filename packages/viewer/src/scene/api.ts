import type { FileRole, Sides } from '@pontic/contract'
import type { DrawnScan } from './drawn-scan.ts'
import type { SceneMode } from './scan-material.ts'
import type { SceneView, ViewState } from './view-code.ts'

export type SceneTheme = 'light' | 'dark'

/** One scan to show. `scan` comes from `readLevel` or `readScan` (`@pontic/viewer/workers`). */
export type ScanInput = {
  /** Unique within the scene; adding an id again replaces the scan. */
  id: string
  scan: DrawnScan
  /** Role of the file in the case: determines the tint and the jaw. */
  role: FileRole
  /** Default true. */
  visible?: boolean
  /** 0.05 to 1, default 1. */
  opacity?: number
  /** Draws the scan's own colours where it has any; default true. */
  ownColors?: boolean
}

/** The state of one scan for a layer panel. */
export type SceneScan = {
  id: string
  role: FileRole
  /** As set by the user. */
  visible: boolean
  /**
   * True while an occlusal view hides this scan because it lies between the camera and the other arch. Ends with the
   * next view or with `setVisible` on it.
   */
  isHiddenByView: boolean
  opacity: number
  hasColors: boolean
  /** True while the scan's own colours are drawn instead of the tint of its role. */
  ownColors: boolean
  /** Of the level that is drawn. */
  triangleCount: number
  /** CSS colour of the material, for a dot next to the name. */
  tint: string
  /** Width, depth, height (`orderSides`), in millimetres. */
  sizeMm: Sides
}

/** A snapshot of the scene's state for a panel; replaced (never mutated) with each change. */
export type SceneState = {
  scans: readonly SceneScan[]
  /** The current standard view, or `free` once the user has rotated the model. */
  view: SceneView | 'free'
  theme: SceneTheme
  mode: SceneMode
  /** True while overlapping arches are separated. */
  isApart: boolean
  /** True if `arrangeApart` can separate an upper and a lower scan. */
  canArrangeApart: boolean
  /** True if the upper and lower scans intersect in their files' positions: they have no bite relation. */
  hasNoBite: boolean
  /**
   * Width, depth, height of the visible scans in their files' positions, in millimetres, whether or not arches are
   * separated; undefined if nothing is visible.
   */
  sizeMm: Sides | undefined
  isContextLost: boolean
}

export type ScanSceneOptions = {
  theme: SceneTheme
  /** Background in each theme as CSS hex colours (the theme file's `background` tokens). */
  grounds: Record<SceneTheme, string>
  /** Views change without animation. Default: the browser's `prefers-reduced-motion`. */
  hasReducedMotion?: boolean
  /** False ignores the arrow keys. Default true: they work while the canvas has the focus. */
  hasKeyboard?: boolean
  /** Called with the new state after each change (not for each frame). */
  onChange?: (state: SceneState) => void
  /** The WebGL context was lost; the scene restores itself when the context returns. */
  onContextLost?: () => void
  onContextRestored?: () => void
}

/**
 * The scene of one case. All scans share one frame; frames are drawn only after changes. With the canvas focused
 * (give it `tabIndex={0}` and an accessible name) arrows rotate and Shift + arrows pan. One finger rotates, two fingers zoom and pan; left button rotates, right pans, wheel zooms.
 */
export type ScanScene = {
  /** Adds or replaces a scan. The first scans are framed until the user rotates or zooms. */
  addScan: (scan: ScanInput) => void
  /**
   * Replaces a scan by a finer (or coarser) level: same frame, same look, and the camera stays. Large ones are
   * uploaded to the graphics card over several frames, and drawn when complete. Ignores an unknown id.
   */
  updateScan: (id: string, scan: DrawnScan) => void
  /** Removes a scan and frees its memory; ignores an unknown id. */
  removeScan: (id: string) => void
  setVisible: (id: string, visible: boolean) => void
  /** Hides all scans but this one. */
  showOnly: (id: string) => void
  /** 0.05 to 1; outside values are clamped. */
  setOpacity: (id: string, opacity: number) => void
  /** Draws a scan in its own colours, or in the tint of its role; ignored for a scan without colours. */
  setOwnColors: (id: string, ownColors: boolean) => void
  /** Draws surfaces naturally, or as matte stone with emphasized edges. */
  setMode: (mode: SceneMode) => void
  /** Rotates to a standard view and frames it. Occlusal views hide the opposite arch meanwhile. */
  setView: (view: SceneView) => void
  /** Frames all visible scans from the current direction. */
  fit: () => void
  /** Zooms by so many steps, closer where they are positive. */
  zoom: (steps: number) => void
  /**
   * Orbits the camera around the model by degrees: positive `rightDeg` to the patient's left, positive `upDeg`
   * upwards.
   */
  orbitBy: (rightDeg: number, upDeg: number) => void
  setTheme: (theme: SceneTheme) => void
  /**
   * Separates the upper arch from the lower one along the occlusal axis, if both exist. Scanners that export no bite
   * relation place each arch at its own origin, so that they intersect; the files' positions stay unchanged. The
   * scene separates them automatically if the boxes of an upper and a lower scan share more than half of the flatter
   * one's height; this call overrides that until the scene is disposed.
   */
  arrangeApart: (isApart: boolean) => void
  /** Reads the canvas's size again. A ResizeObserver calls it too; needed only after a change it can't observe. */
  resize: () => void
  /** The current picture as a PNG, in the canvas's pixels, background included. */
  screenshot: () => Promise<Blob>
  getState: () => SceneState
  /** The current view, for `encodeView`. */
  readView: () => ViewState
  /** Applies a view at once; looks of scans that are not loaded yet are applied later. */
  applyView: (view: ViewState) => void
  /** Frees the graphics memory, listeners and observers. The canvas can be reused for another scene. */
  dispose: () => void
}

/** Why no scene can be shown; a key of the error catalogue. */
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
