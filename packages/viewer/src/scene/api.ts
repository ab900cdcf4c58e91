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
  /** Role of the file in the case: decides the tint and the jaw. */
  role: FileRole
  /** Default true. */
  visible?: boolean
  /** 0.05 to 1, default 1. */
  opacity?: number
  /** Draws the scan's own colours where it has any; default true. */
  ownColors?: boolean
}

/** What a layer panel shows of one scan. */
export type SceneScan = {
  id: string
  role: FileRole
  /** What the user asked for. */
  visible: boolean
  /**
   * True while an occlusal view hides this scan because it lies between the eye and the arch looked at. Ends with the
   * next view or with `setVisible` on it.
   */
  isHiddenByView: boolean
  opacity: number
  hasColors: boolean
  /** True while the scan's own colours are drawn, not the tint of its role. */
  ownColors: boolean
  /** Of the level that is drawn. */
  triangleCount: number
  /** CSS colour of the material, for a dot beside the name. */
  tint: string
  /** Width, depth, height (`orderSides`), in millimetres. */
  sizeMm: Sides
}

/** A picture of the scene's state for a panel; replaced (never changed) at each change. */
export type SceneState = {
  scans: readonly SceneScan[]
  /** The standard view shown, or `free` once the user has turned the model. */
  view: SceneView | 'free'
  theme: SceneTheme
  mode: SceneMode
  /** True while overlapping arches are lifted apart. */
  isApart: boolean
  /** True when there is an upper and a lower scan that `arrangeApart` can part. */
  canArrangeApart: boolean
  /** True when the upper and lower scans lie in each other as their files place them: they share no bite. */
  hasNoBite: boolean
  /**
   * Width, depth, height of the visible scans as their files place them, in millimetres, whether or not arches are lifted
   * apart; undefined when nothing is visible.
   */
  sizeMm: Sides | undefined
  isContextLost: boolean
}

export type ScanSceneOptions = {
  theme: SceneTheme
  /** Ground of the view in each theme as CSS hex colours (the theme file's `background` tokens). */
  grounds: Record<SceneTheme, string>
  /** Views change at once instead of turning. Default: the browser's `prefers-reduced-motion`. */
  hasReducedMotion?: boolean
  /** False leaves all keys alone. Default true: keys act while the canvas has the focus. */
  hasKeyboard?: boolean
  /** Called with the new state after each change of it (not for each frame). */
  onChange?: (state: SceneState) => void
  /** The browser took the graphics card away; the scene comes back by itself when it can. */
  onContextLost?: () => void
  onContextRestored?: () => void
}

/**
 * The scene of one case. All scans stand in one frame; nothing is drawn unless something changed. With the canvas
 * focused (give it `tabIndex={0}` and an accessible name): arrows turn, Shift + arrows move, + and - zoom, F fits, 1
 * to 6 are `sceneViews`. One finger turns, two fingers zoom and move; left button turns, right moves, wheel zooms.
 */
export type ScanScene = {
  /** Adds or replaces a scan. The first scans are framed until the user turns or zooms by himself. */
  addScan: (scan: ScanInput) => void
  /**
   * Puts a finer (or coarser) level of a scan in its place: same frame, same look, and the eye stays where it is. Large ones
   * go to the graphics card over some frames, and are drawn when they are whole. An unknown id does nothing.
   */
  updateScan: (id: string, scan: DrawnScan) => void
  /** Removes a scan and frees its memory; an unknown id does nothing. */
  removeScan: (id: string) => void
  setVisible: (id: string, visible: boolean) => void
  /** Hides all scans but this one. */
  showOnly: (id: string) => void
  /** 0.05 to 1; outside values are clamped. */
  setOpacity: (id: string, opacity: number) => void
  /** Draws a scan in its own colours, or in the tint of its role; nothing for a scan without colours. */
  setOwnColors: (id: string, ownColors: boolean) => void
  /** Draws all as it looks, or as matte stone with its edges drawn out. */
  setMode: (mode: SceneMode) => void
  /** Turns to a standard view and frames it. Occlusal views hide the opposite arch meanwhile. */
  setView: (view: SceneView) => void
  /** Frames all visible scans from the present direction. */
  fit: () => void
  /** Zooms by a factor; above 1 is closer. */
  zoomBy: (factor: number) => void
  /** Moves the eye around the model by degrees: to its patient's left as positive `rightDeg`, upwards as positive `upDeg`. */
  orbitBy: (rightDeg: number, upDeg: number) => void
  setTheme: (theme: SceneTheme) => void
  /**
   * Lifts the upper arch off the lower one along the occlusal axis when both are there. Scanners that export no bite
   * relation put each arch on its own origin, so that they run through each other; the positions in the files stay as
   * they are, only the picture changes. By itself the scene does so when the boxes of an upper and a lower scan share
   * more than half of the flatter one's height; this call overrides that until the scene is disposed.
   */
  arrangeApart: (isApart: boolean) => void
  /** Reads the canvas's size again. A ResizeObserver calls it too; needed only after a change it can't see. */
  resize: () => void
  /** The present picture as a PNG, in the canvas's pixels, ground included. */
  screenshot: () => Promise<Blob>
  getState: () => SceneState
  /** How the scene is looked at now, for `encodeView`. */
  readView: () => ViewState
  /** Looks as a view says, at once; looks of scans that are yet to come wait for them. */
  applyView: (view: ViewState) => void
  /** Frees the graphics memory, listeners and observers. The canvas can carry another scene afterwards. */
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
