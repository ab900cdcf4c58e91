import { type BindingName, type DragAction, findDragAction } from './bindings.ts'
import type { Navigation, Place } from './navigation.ts'

/** Radians by which a drag over the height of the canvas rotates. */
const turnPerHeight = Math.PI * 1.25
const wheelStep = 0.0012
/** A pinch on a touchpad arrives as a wheel with Ctrl and small steps. */
const pinchStep = 0.012
const dragZoomStep = 0.008
/** Pixels of one line and one page of `WheelEvent.deltaMode`. */
const wheelUnits = [1, 16, 400]
/** The longest step of one wheel event in pixels. */
const wheelMaxPx = 400
/** A pointer that moves less is a click or a tap, and moves nothing. */
const tapPx = { mouse: 3, other: 8 }
const doubleTapMs = 350
const doubleTapPx = 24
/** A drag that rested for longer before its end does not continue. */
const restMs = 40
/** Two fingers roll the picture once they have turned by this angle in radians, so that zooming does not roll. */
const rollThreshold = 0.2

/** Is told of movements: of the beginning and the end of a drag, and of each step of the wheel. */
type Motion = { setDragged: (isDragged: boolean) => void; step: () => void }
type PointerOptions = {
  canvas: HTMLCanvasElement
  navigation: Navigation
  motion: Motion
  /** Returns the number of pictures side by side on the canvas. */
  countPictures: () => 1 | 2
}
type Point = { x: number; y: number; timeMs: number }
type Pointer = { type: string; start: Point; last: Point; before: Point; isTap: boolean }
type Pair = { x: number; y: number; lengthPx: number; angle: number }

/**
 * Moves the camera by mouse, pen, touch and wheel.
 * - Mouse: by the chosen bindings; the wheel zooms to the point under the pointer; a double click or a click with the middle
 *   button moves a point to the middle and makes it the centre of rotation.
 * - Touch: one finger rotates, two zoom, pan and roll, three pan; a double tap works as a double click. If CSS lets the browser
 *   scroll by one finger, the browser cancels the pointer.
 */
export class PointerInput {
  bindings: BindingName = 'pontic'
  /** Whether a double click or double tap chooses the centre of rotation. */
  hasPivotClicks = true
  private readonly canvas: HTMLCanvasElement
  private readonly navigation: Navigation
  private readonly pointers = new Map<number, Pointer>()
  private action: DragAction | undefined
  /** Finds the point to which the drag refers, before its first movement. */
  private grab: (() => void) | undefined
  private pair: Pair | undefined
  private rolledBy = 0
  private lastTap: Point | undefined
  private readonly motion: Motion
  private readonly countPictures: () => 1 | 2
  private readonly ending = new AbortController()

  constructor({ canvas, navigation, motion, countPictures }: PointerOptions) {
    this.canvas = canvas
    this.countPictures = countPictures
    this.navigation = navigation
    this.motion = motion
    const options = { signal: this.ending.signal }
    canvas.addEventListener('pointerdown', this.onDown, options)
    canvas.addEventListener('pointermove', this.onMove, options)
    canvas.addEventListener('pointerup', this.onUp, options)
    canvas.addEventListener('pointercancel', this.onCancel, options)
    canvas.addEventListener('wheel', this.onWheel, { ...options, passive: false })
    canvas.addEventListener('contextmenu', (event) => event.preventDefault(), options)
    // The middle button would start the browser's own scrolling.
    canvas.addEventListener('mousedown', (event) => event.button === 1 && event.preventDefault(), options)
    for (const name of ['touchstart', 'touchmove'] as const)
      canvas.addEventListener(name, keepTwoFingers, { ...options, passive: false })
  }

  dispose(): void {
    this.ending.abort()
    this.pointers.clear()
  }

  private readonly onDown = (event: PointerEvent): void => {
    const point = pointOf(event)
    this.canvas.setPointerCapture(event.pointerId)
    this.pointers.set(event.pointerId, {
      type: event.pointerType,
      start: point,
      last: point,
      before: point,
      isTap: true,
    })
    if (this.pointers.size > 1) for (const pointer of this.pointers.values()) pointer.isTap = false
    this.begin(event)
  }

  private readonly onMove = (event: PointerEvent): void => {
    const pointer = this.pointers.get(event.pointerId)
    if (!pointer) return
    const point = pointOf(event)
    const { last, start } = pointer
    const limitPx = pointer.type === 'mouse' ? tapPx.mouse : tapPx.other
    if (Math.hypot(point.x - start.x, point.y - start.y) > limitPx) pointer.isTap = false
    pointer.before = last
    pointer.last = point
    if (this.pointers.size > 1) this.movePair()
    // A second mouse button is no event of its own.
    else if (this.actionOf(event) !== this.action) this.begin(event)
    else if (!pointer.isTap) this.drag(point.x - last.x, point.y - last.y)
  }

  private readonly onUp = (event: PointerEvent): void => {
    const pointer = this.pointers.get(event.pointerId)
    this.pointers.delete(event.pointerId)
    if (!pointer) return
    const point = pointOf(event)
    if (pointer.isTap) this.tap(point, event)
    else if (this.pointers.size === 0 && this.action === 'turn') this.letGo(pointer, point)
    this.begin(event)
  }

  private readonly onCancel = (event: PointerEvent): void => {
    this.pointers.delete(event.pointerId)
    this.begin(event)
  }

  private readonly onWheel = (event: WheelEvent): void => {
    event.preventDefault()
    const px = event.deltaY * (wheelUnits[event.deltaMode] ?? 1)
    const step = event.ctrlKey ? pinchStep : wheelStep
    const factor = Math.exp(Math.max(-wheelMaxPx, Math.min(wheelMaxPx, px)) * step)
    if (factor === 1) return
    this.motion.step()
    this.navigation.zoom(factor, this.placeOf(event.clientX, event.clientY))
  }

  /** Starts the movement of the pointers that are down. */
  private begin(event: PointerEvent): void {
    this.pair = undefined
    this.action = undefined
    const [pointer, second] = [...this.pointers.values()]
    if (!pointer) {
      this.motion.setDragged(false)
      return
    }
    this.navigation.stop()
    if (second) {
      const pair = pairOf([...this.pointers.values()])
      this.pair = pair
      this.rolledBy = 0
      this.grab = () => this.navigation.grabAnchor(this.placeOf(pair.x, pair.y))
      return
    }
    const action = this.actionOf(event)
    const place = this.placeOf(pointer.last.x, pointer.last.y)
    this.action = action
    this.grab = () => {
      if (action === 'turn') this.navigation.grabPivot(place)
      else if (action) this.navigation.grabAnchor(place)
    }
  }

  private grabOnce(): void {
    this.motion.setDragged(true)
    this.grab?.()
    this.grab = undefined
  }

  private actionOf(event: PointerEvent): DragAction | undefined {
    if (event.pointerType === 'touch') return 'turn'
    // A pen has no right button within reach, so that it always has Pontic's bindings.
    const bindings = event.pointerType === 'pen' ? 'pontic' : this.bindings
    return findDragAction(bindings, event.buttons, event.shiftKey || event.ctrlKey || event.metaKey)
  }

  private drag(rightPx: number, downPx: number): void {
    if (rightPx === 0 && downPx === 0) return
    this.grabOnce()
    const perPixel = this.radiansPerPixel()
    if (this.action === 'turn') this.navigation.turnGrabbed(-rightPx * perPixel, downPx * perPixel)
    else if (this.action === 'pan') this.navigation.panGrabbed(rightPx, -downPx)
    else if (this.action === 'zoom') this.navigation.zoomGrabbed(Math.exp(downPx * dragZoomStep))
  }

  /** Moves two or more fingers: all pan, and exactly two zoom and roll. */
  private movePair(): void {
    const before = this.pair
    const pointers = [...this.pointers.values()]
    const next = pairOf(pointers)
    this.pair = next
    if (!before) return
    this.grabOnce()
    this.navigation.panGrabbed(next.x - before.x, before.y - next.y)
    if (pointers.length > 2 || before.lengthPx === 0 || next.lengthPx === 0) return
    this.navigation.zoomGrabbed(before.lengthPx / next.lengthPx)
    const angle = wrap(next.angle - before.angle)
    this.rolledBy += angle
    // The picture turns with the fingers: clockwise on the screen, where y points down.
    if (Math.abs(this.rolledBy) > rollThreshold) this.navigation.turnGrabbed(0, 0, angle)
  }

  private letGo({ before, last }: Pointer, end: Point): void {
    const ms = last.timeMs - before.timeMs
    if (ms <= 0 || end.timeMs - last.timeMs > restMs) return
    const perPixel = this.radiansPerPixel() / ms
    this.navigation.spinGrabbed(-(last.x - before.x) * perPixel, (last.y - before.y) * perPixel)
  }

  private tap(point: Point, event: PointerEvent): void {
    const place = this.placeOf(point.x, point.y)
    if (event.pointerType === 'mouse' && event.button === 1) this.navigation.choosePivot(place)
    if (event.button !== 0 || !this.hasPivotClicks) return
    const { lastTap } = this
    const isDouble =
      lastTap !== undefined &&
      point.timeMs - lastTap.timeMs < doubleTapMs &&
      Math.hypot(point.x - lastTap.x, point.y - lastTap.y) < doubleTapPx
    this.lastTap = isDouble ? undefined : point
    if (isDouble) this.navigation.choosePivot(place)
  }

  private radiansPerPixel(): number {
    return turnPerHeight / Math.max(1, this.canvas.clientHeight)
  }

  private placeOf(clientX: number, clientY: number): Place {
    const { left, top, width, height } = this.canvas.getBoundingClientRect()
    const count = this.countPictures()
    const share = ((clientX - left) / width) * count
    const isRight = count === 2 && share >= 1
    return {
      x: (isRight ? share - 1 : share) * 2 - 1,
      y: 1 - ((clientY - top) / height) * 2,
      ...(isRight && { isRight }),
    }
  }
}

/** Prevents that the browser scrolls or zooms the page by two fingers, also where CSS lets it scroll by one. */
function keepTwoFingers(event: TouchEvent): void {
  if (event.touches.length > 1 && event.cancelable) event.preventDefault()
}

const pointOf = ({ clientX, clientY, timeStamp }: PointerEvent): Point => ({
  x: clientX,
  y: clientY,
  timeMs: timeStamp,
})

/** Returns the centre of all fingers, and distance and angle of the first two. */
function pairOf(pointers: readonly Pointer[]): Pair {
  const meanOf = (axis: 'x' | 'y') =>
    pointers.reduce((sum, { last }) => sum + last[axis], 0) / pointers.length
  const [one, other] = pointers
  const [dx, dy] = [other!.last.x - one!.last.x, other!.last.y - one!.last.y]
  return { x: meanOf('x'), y: meanOf('y'), lengthPx: Math.hypot(dx, dy), angle: Math.atan2(dy, dx) }
}

/** Returns an angle from -π to π. */
const wrap = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle))
