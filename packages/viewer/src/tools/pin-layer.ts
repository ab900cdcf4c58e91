import type { Point, SceneTools } from '../scene/tool-api.ts'
import { placeLabels } from './place-labels.ts'

/**
 * A pin over the 3D view.
 * - `label`: the text of its badge, such as its number. `name`: its accessible name.
 * - `place`, `normal`: the point and the direction of the surface, in the axes of the file of the scan.
 */
export type PinMark = {
  id: string
  label: string
  name: string
  place: Point
  normal: Point
  scanId: string
  look: 'open' | 'resolved' | 'draft'
  isSelected: boolean
}

type DrawnPin = {
  mark: PinMark
  badge: HTMLButtonElement
  dot: SVGCircleElement
  leader: SVGPathElement
  size: { width: number; height: number }
  isCovered: boolean
}

/** Time after the last frame, when the camera rests. */
const restMs = 160
/** Cosine of the angle from which a surface faces away from the camera, also at the edge of the picture. */
const awayCosine = -0.3

/**
 * Draws numbered pins over a 3D view and moves them after each frame. Badges cover neither each other nor the points. A pin behind
 * a surface is marked with `data-behind`. Badges are buttons, so that keyboards and screen readers reach them.
 */
export class PinLayer {
  private readonly scene: SceneTools
  private readonly onPress: (id: string) => void
  private readonly root = document.createElement('div')
  private readonly svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  private readonly drawn = new Map<string, DrawnPin>()
  private readonly endFrames: () => void
  private rest: ReturnType<typeof setTimeout> | undefined

  /** @param stage element that covers the canvas exactly @param className class of the root, whose style sheet dresses the parts */
  constructor(stage: HTMLElement, scene: SceneTools, className: string, onPress: (id: string) => void) {
    this.scene = scene
    this.onPress = onPress
    this.root.className = className
    this.root.dataset.testid = 'pin-markers'
    this.svg.ariaHidden = 'true'
    this.root.append(this.svg)
    stage.append(this.root)
    this.endFrames = scene.onFrame(() => this.update())
  }

  /** Replaces all pins. A pin with the same id keeps its element and the focus. */
  setPins(marks: readonly PinMark[]): void {
    const wanted = new Set(marks.map(({ id }) => id))
    for (const [id, pin] of this.drawn) if (!wanted.has(id)) this.remove(id, pin)
    for (const mark of marks) this.dress(this.drawn.get(mark.id) ?? this.add(mark), mark)
    this.update()
  }

  dispose(): void {
    clearTimeout(this.rest)
    this.endFrames()
    this.root.remove()
  }

  private add(mark: PinMark): DrawnPin {
    const badge = document.createElement('button')
    badge.type = 'button'
    badge.addEventListener('click', () => this.onPress(mark.id))
    const leader = document.createElementNS(this.svg.namespaceURI, 'path') as SVGPathElement
    const dot = document.createElementNS(this.svg.namespaceURI, 'circle') as SVGCircleElement
    this.svg.append(leader, dot)
    this.root.append(badge)
    const pin = { mark, badge, dot, leader, size: { width: 0, height: 0 }, isCovered: false }
    this.drawn.set(mark.id, pin)
    return pin
  }

  private remove(id: string, { badge, dot, leader }: DrawnPin): void {
    for (const part of [badge, dot, leader]) part.remove()
    this.drawn.delete(id)
  }

  private dress(pin: DrawnPin, mark: PinMark): void {
    const { badge, dot } = pin
    if (badge.textContent !== mark.label || pin.size.width === 0) {
      badge.textContent = mark.label
      pin.size = { width: badge.offsetWidth, height: badge.offsetHeight }
    }
    badge.ariaLabel = mark.name
    badge.ariaPressed = String(mark.isSelected)
    for (const part of [badge, dot]) part.dataset.look = mark.look
    pin.mark = mark
  }

  /** Moves all pins to the pixels of their points. */
  private update(): void {
    const { toEye } = this.scene.readAxes()
    const seen = [...this.drawn.values()].flatMap((pin) => {
      const pixel = this.scene.project(pin.mark.place, pin.mark.scanId)
      const isInside = pixel !== undefined && this.isInside(pixel)
      for (const part of [pin.badge, pin.dot, pin.leader])
        part.style.visibility = isInside ? 'visible' : 'hidden'
      dim(pin, toEye)
      return isInside ? [{ pin, pixel }] : []
    })
    const picture = { width: this.root.clientWidth, height: this.root.clientHeight }
    const boxes = seen.map(({ pin, pixel }) => ({ x: pixel.x, y: pixel.y, ...pin.size }))
    const places = placeLabels(boxes, picture, boxes)
    for (const [at, { left, top }] of places.entries()) {
      const { pin, pixel } = seen[at]!
      const { width, height } = pin.size
      pin.badge.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
      pin.dot.setAttribute('cx', String(pixel.x))
      pin.dot.setAttribute('cy', String(pixel.y))
      pin.leader.setAttribute('d', `M${pixel.x} ${pixel.y}L${left + width / 2} ${top + height / 2}`)
    }
    clearTimeout(this.rest)
    if (seen.length > 0) this.rest = setTimeout(() => this.findCovered(), restMs)
  }

  private isInside({ x, y }: { x: number; y: number }): boolean {
    return x >= 0 && y >= 0 && x <= this.root.clientWidth && y <= this.root.clientHeight
  }

  private findCovered(): void {
    const pins = [...this.drawn.values()]
    const covered = this.scene.findCovered(pins.map(({ mark }) => mark))
    for (const [at, pin] of pins.entries()) pin.isCovered = covered[at] ?? false
    const { toEye } = this.scene.readAxes()
    for (const pin of pins) dim(pin, toEye)
  }
}

/** Marks a pin whose surface faces away from the camera or that is behind another surface. */
function dim({ mark, isCovered, badge, dot, leader }: DrawnPin, toEye: Point): void {
  const isAway = mark.normal.reduce((sum, part, axis) => sum + part * toEye[axis]!, 0) < awayCosine
  for (const part of [badge, dot, leader]) part.toggleAttribute('data-behind', isAway || isCovered)
}
