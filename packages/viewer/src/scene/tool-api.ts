/** x, y, z in millimetres in the axes of the file, or a direction in these axes. */
export type Point = readonly [number, number, number]

/**
 * A ray from the camera through a pixel, in the axes of the file of one scan. Separated arches have different rays.
 * - `near`, `far`: the visible part of the ray as distances from `origin`; `setClip` hides the rest.
 */
export type PickRay = {
  id: string
  origin: Point
  direction: Point
  near: number
  far: number
  /** Whether the scan is translucent, so that the user may mean what is behind it. */
  isGhost: boolean
}

/** A pixel of the canvas: `x` and `y` in CSS pixels from its upper left corner, `depthMm` the distance from the camera. */
export type Pixel = { x: number; y: number; depthMm: number }

/** The plane of all points p with `normal · p = offset`, in the axes of the file. The normal has length 1. */
export type Plane = { normal: Point; offset: number }

/** A side of a plane: `front` is the side to which its normal points. */
export type PlaneSide = 'front' | 'back'

/** The geometry of the latest level of a scan, in the axes of the file. Callers must not change it. */
export type ScanGeometry = {
  positions: Float32Array<ArrayBuffer>
  indices: Uint32Array<ArrayBuffer>
  /** Whether the level has all details of the scan, so that numbers measured on it are final. */
  isFinest: boolean
}

/** Three directions at right angles. */
export type ViewAxes = { right: Point; up: Point; toEye: Point }

/**
 * A camera in the axes of a file, in millimetres. `target` is the point in the middle of the picture, and its distance from
 * `position` is the zoom. `up` has length 1. `aspect` is the width of the picture divided by its height.
 */
export type SceneCamera = { position: Point; target: Point; up: Point; aspect: number }

/** The scans of the left and the right picture. */
export type Split = { readonly left: string; readonly right: string }

/** An object of three.js that a tool draws in the scene. */
export type Overlay = import('three').Object3D

/** A point with the scan that it belongs to. */
export type ScanPoint = { place: Point; scanId: string }

/** Draws on a picture to save. The context has the unit of `Pixel`, whatever the resolution of the picture. */
export type PicturePainter = (context: CanvasRenderingContext2D) => void

/** The part of the scene that measuring tools use (decision 0066). */
export type SceneTools = {
  /** Returns a ray for each visible scan. @param x, y CSS pixels from the upper left corner of the canvas */
  pickRay: (x: number, y: number) => PickRay[]
  /**
   * Returns the pixel of a point; undefined behind the camera.
   * @param scanId the scan that the point belongs to, which is moved while arches are separated
   */
  project: (point: Point, scanId?: string) => Pixel | undefined
  /** Returns how many millimetres a CSS pixel covers at a point. @param scanId as for `project` */
  pixelMm: (point: Point, scanId?: string) => number
  /** Calls a function after each drawn frame. @returns a function that stops that */
  onFrame: (listener: () => void) => () => void
  /**
   * Calls a function for each picture that `capture` returns, which draws what is not in the scene, such as labels.
   * @returns a function that stops that
   */
  onCapture: (paint: PicturePainter) => () => void
  /** Requests a frame after an overlay has changed. */
  redraw: () => void
  /**
   * Draws an object in the axes of the file until it is removed. The caller frees its geometry and material.
   * @param scanId the scan with which the object moves and disappears; without it, the object does not move with an arch
   */
  addOverlay: (overlay: Overlay, scanId?: string) => void
  removeOverlay: (overlay: Overlay) => void
  /**
   * Colours the vertices of a scan until its level changes: red, green, blue (sRGB) and coverage of each vertex of
   * `getFullGeometry`. Undefined removes the colours. Ignores an array of another length.
   */
  setColorMap: (id: string, colors: Uint8Array<ArrayBuffer> | undefined) => void
  /** Hides one side of a plane of all scans; undefined shows everything. */
  setClip: (plane: Plane | undefined, hidden?: PlaneSide) => void
  /**
   * Draws a scan moved, until the scene ends: the twelve numbers of a 3 × 4 matrix in the axes of the file, row by row. The
   * movement belongs to no view and is never stored. Undefined draws the scan as in its file.
   * @param keepsCamera whether the camera stays while the user drags the scan
   */
  setMovement: (id: string, movement: readonly number[] | undefined, keepsCamera?: boolean) => void
  /**
   * Aligns the bite: moves a scan into the axes of the others, until the scene ends. From then on, the axes of its file are
   * those of the others for all tools: rays, points, overlays and `getFullGeometry` refer to the moved scan. The camera stays. The
   * movement belongs to no view and is never stored. Undefined moves the scan back.
   */
  setBite: (id: string, movement: readonly number[] | undefined) => void
  /** Returns the movement of `setBite`, with which a point of the moved scan is converted to its file. */
  getBite: (id: string) => readonly number[] | undefined
  /** Moves a point to the middle of the picture. @param scanId as for `project` */
  lookAt: (point: Point, scanId?: string) => void
  /**
   * Draws two pictures side by side with the same camera. Each of the two scans is only in its picture, all others in both.
   * Undefined draws one picture.
   */
  setSplit: (split: Split | undefined) => void
  /** Returns the geometry of the latest level, which may still be uploading to the graphics card. */
  getFullGeometry: (id: string) => ScanGeometry | undefined
  /** Returns the directions of the picture, and with `isPatient` those of the patient seen from the front, in the axes of the file. */
  readAxes: (isPatient?: boolean) => ViewAxes
  /** Returns the camera in the axes of the file. @param scanId the scan with which it moves while arches are separated */
  readCamera: (scanId: string) => SceneCamera
  /** Moves the camera without animation. Adapts the distance to the size of the canvas. @param scanId as for `readCamera` */
  moveCamera: (camera: SceneCamera, scanId: string) => void
  /**
   * Returns for each point whether another surface hides it. Draws a picture of the depth, so call it when the camera rests.
   * No point counts as hidden in two pictures side by side.
   */
  findCovered: (points: readonly ScanPoint[]) => boolean[]
}
