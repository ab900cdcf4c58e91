import type { Pixel, Point, SceneTools } from '../scene/tool-api.ts'
import { drawMark, readMarkColors } from './draw-marks.ts'
import { type LabelPlace, placeLabels } from './place-labels.ts'

/** A point of a mark. With a scan it moves with that scan while arches are separated. */
export type MarkPoint = { place: Point; scanId?: string | undefined }

/**
 * What a tool draws over the 3D view, always in front of the scans.
 * - `handles`: points with a dot, which the user can drag if the layer has `onDrag`.
 * - `lines`: polylines. `label`: a text beside a point.
 * - `isControl`: only moves something, so that saved pictures do not show it.
 */
export type Mark = {
  id: string
  handles: readonly MarkPoint[]
  lines: readonly (readonly MarkPoint[])[]
  label?: { text: string; at: MarkPoint } | undefined
  look: 'plain' | 'selected' | 'draft'
  isControl?: boolean
}

export type MarkEvents = {
  /** The user drags a handle to a pixel of the canvas. `isEnd` is true once, when the handle is released. */
  onDrag?: (markId: string, handle: number, pixel: { x: number; y: number }, isEnd: boolean) => void
  /** The user has pressed a handle without dragging it, which may mean the scan below. */
  onPress?: (markId: string, pixel: { x: number; y: number; isFree: boolean }) => void
  /** The user has pressed a label, or has begun to drag a handle. */
  onSelect?: (markId: string) => void
}

type DrawnMark = {
  mark: Mark
  group: SVGGElement
  paths: SVGPathElement[]
  dots: SVGCircleElement[]
  grips: SVGCircleElement[]
  leader: SVGPathElement
  label: HTMLElement
  size: { width: number; height: number }
  place: LabelPlace
}

const dotPx = 4.5
/** Radius in which a pointer reaches a handle, the size of a fingertip. */
const gripPx = 16
/** A handle that is moved less is pressed, not dragged. */
const dragPx = 4

/**
 * Draws marks over a 3D view with SVG and HTML, and moves them after each frame. Screen readers do not read it, because tools
 * list the same numbers in their panels.
 */
export class MarkLayer {
  private readonly scene: SceneTools
  private readonly events: MarkEvents
  private readonly root = document.createElement('div')
  private readonly svg = createSvg('svg')
  private readonly drawn = new Map<string, DrawnMark>()
  private readonly endings: (() => void)[]

  /** @param stage element that covers the canvas exactly */
  constructor(stage: HTMLElement, scene: SceneTools, events: MarkEvents = {}) {
    this.scene = scene
    this.events = events
    this.root.ariaHidden = 'true'
    Object.assign(this.root.style, {
      position: 'absolute',
      inset: '0',
      overflow: 'hidden',
      pointerEvents: 'none',
    })
    this.svg.setAttribute('width', '100%')
    this.svg.setAttribute('height', '100%')
    Object.assign(this.svg.style, { position: 'absolute', inset: '0' })
    this.root.append(this.svg)
    stage.append(this.root)
    this.endings = [scene.onFrame(() => this.update()), scene.onCapture((context) => this.paintOn(context))]
  }

  /** Replaces all marks. Marks with the same id and the same number of parts keep their elements. */
  setMarks(marks: readonly Mark[]): void {
    const wanted = new Set(marks.map(({ id }) => id))
    for (const [id, drawn] of this.drawn) if (!wanted.has(id)) this.remove(id, drawn)
    for (const mark of marks) {
      const before = this.drawn.get(mark.id)
      const isSame =
        before?.paths.length === mark.lines.length * 2 && before.dots.length === mark.handles.length
      if (before && !isSame) this.remove(mark.id, before)
      this.dress(isSame ? before : this.add(mark), mark)
    }
    this.update()
  }

  dispose(): void {
    for (const end of this.endings) end()
    this.root.remove()
  }

  /** Draws all finished marks on a picture to save. */
  private paintOn(context: CanvasRenderingContext2D): void {
    const colors = readMarkColors(this.root)
    for (const { mark, paths, dots, leader, label, place, size } of this.drawn.values()) {
      if (mark.look === 'draft' || mark.isControl) continue
      const isLabelled = !label.hidden && label.style.visibility !== 'hidden'
      drawMark(context, {
        lines: paths.slice(mark.lines.length).map((path) => path.getAttribute('d') ?? ''),
        leader: leader.getAttribute('d') ?? '',
        dots: dots
          .filter((dot) => dot.getAttribute('visibility') !== 'hidden')
          .map((dot) => ({ x: Number(dot.getAttribute('cx')), y: Number(dot.getAttribute('cy')) })),
        ...(isLabelled ? { label: { ...place, ...size, text: label.textContent ?? '' } } : {}),
        colors,
      })
    }
  }

  private add(mark: Mark): DrawnMark {
    const group = createSvg('g')
    const paths = mark.lines.flatMap(() => [createSvg('path'), createSvg('path')])
    const leader = createSvg('path')
    const dots = mark.handles.map(() => createSvg('circle'))
    const grips = mark.handles.map((_, at) => this.createGrip(mark.id, at))
    // The first handle is on top, because it moves the others.
    group.append(...paths, leader, ...dots, ...grips.toReversed())
    this.svg.append(group)
    const label = document.createElement('div')
    label.className = 'figures'
    label.addEventListener('click', () => this.events.onSelect?.(mark.id))
    this.root.append(label)
    const [size, place] = [
      { width: 0, height: 0 },
      { left: 0, top: 0 },
    ]
    const drawn = { mark, group, paths, dots, grips, leader, label, size, place }
    this.drawn.set(mark.id, drawn)
    return drawn
  }

  private remove(id: string, { group, label }: DrawnMark): void {
    group.remove()
    label.remove()
    this.drawn.delete(id)
  }

  private createGrip(markId: string, handle: number): SVGCircleElement {
    const grip = createSvg('circle')
    const { onDrag, onPress, onSelect } = this.events
    if (!onDrag) return grip
    Object.assign(grip.style, { cursor: 'grab', touchAction: 'none' })
    const pixelOf = (event: PointerEvent) => {
      const { left, top } = this.root.getBoundingClientRect()
      return { x: event.clientX - left, y: event.clientY - top }
    }
    let start: { x: number; y: number } | undefined
    let isDragged = false
    grip.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return
      event.preventDefault()
      grip.setPointerCapture(event.pointerId)
      start = pixelOf(event)
      isDragged = false
    })
    grip.addEventListener('pointermove', (event) => {
      if (!start) return
      const pixel = pixelOf(event)
      if (!isDragged && Math.hypot(pixel.x - start.x, pixel.y - start.y) < dragPx) return
      if (!isDragged) onSelect?.(markId)
      isDragged = true
      onDrag(markId, handle, pixel, false)
    })
    grip.addEventListener('pointerup', (event) => {
      const pixel = pixelOf(event)
      if (isDragged) onDrag(markId, handle, pixel, true)
      else if (start) onPress?.(markId, { ...pixel, isFree: event.altKey })
      start = undefined
    })
    grip.addEventListener('pointercancel', (event) => {
      if (isDragged) onDrag(markId, handle, pixelOf(event), true)
      start = undefined
    })
    return grip
  }

  /** Applies look and texts of a mark. */
  private dress(drawn: DrawnMark, mark: Mark): void {
    drawn.mark = mark
    const isSelected = mark.look === 'selected'
    const colour = 'var(--p-accent)'
    drawn.paths.forEach((path, at) => {
      // The first half are outlines, which keep a line visible over a scan of any colour.
      const isOutline = at < mark.lines.length
      stroke(path, isOutline ? 'var(--p-background)' : colour, (isOutline ? 4 : 1.75) + (isSelected ? 1 : 0))
      if (mark.look === 'draft' && !isOutline) path.setAttribute('stroke-dasharray', '5 4')
      else path.removeAttribute('stroke-dasharray')
    })
    stroke(drawn.leader, 'var(--p-secondary)', 1)
    for (const dot of drawn.dots) {
      dot.setAttribute('r', String(isSelected ? dotPx + 1 : dotPx))
      dot.setAttribute('fill', colour)
      dot.setAttribute('stroke', 'var(--p-background)')
      dot.setAttribute('stroke-width', '1.5')
    }
    for (const grip of drawn.grips) {
      grip.setAttribute('r', String(gripPx))
      grip.setAttribute('fill', 'transparent')
      // The points of an unfinished mark lie under the pointer.
      grip.style.pointerEvents = this.events.onDrag && mark.look !== 'draft' ? 'all' : 'none'
    }
    const { label } = drawn
    const text = mark.label?.text ?? ''
    Object.assign(label.style, {
      position: 'absolute',
      padding: '1px 6px',
      background: isSelected ? 'var(--p-accent)' : 'var(--p-surface)',
      color: isSelected ? 'var(--p-on-accent)' : 'var(--p-text)',
      border: '1px solid var(--p-line)',
      borderRadius: 'var(--p-radius-small)',
      fontSize: 'var(--p-size-meta)',
      whiteSpace: 'nowrap',
      pointerEvents: this.events.onSelect ? 'auto' : 'none',
      cursor: 'default',
    })
    label.hidden = text === ''
    if (label.textContent !== text || drawn.size.width === 0) {
      label.textContent = text
      drawn.size = { width: label.offsetWidth, height: label.offsetHeight }
    }
  }

  /** Moves all marks to the pixels of their points. */
  private update(): void {
    const labelled: { drawn: DrawnMark; pixel: Pixel }[] = []
    for (const drawn of this.drawn.values()) {
      const { mark, paths, dots, grips, leader, label } = drawn
      mark.lines.forEach((line, at) => {
        const d = this.pathOf(line)
        paths[at]?.setAttribute('d', d)
        paths[at + mark.lines.length]?.setAttribute('d', d)
      })
      mark.handles.forEach((handle, at) => {
        const pixel = this.pixelOf(handle)
        for (const circle of [dots[at], grips[at]]) {
          circle?.setAttribute('visibility', pixel ? 'visible' : 'hidden')
          circle?.setAttribute('cx', String(pixel?.x ?? 0))
          circle?.setAttribute('cy', String(pixel?.y ?? 0))
        }
      })
      const pixel = mark.label && this.pixelOf(mark.label.at)
      label.style.visibility = pixel ? 'visible' : 'hidden'
      leader.setAttribute('d', '')
      if (pixel) labelled.push({ drawn, pixel })
    }
    this.placeLabels(labelled)
  }

  private placeLabels(labelled: readonly { drawn: DrawnMark; pixel: Pixel }[]): void {
    const boxes = labelled.map(({ drawn, pixel }) => ({ x: pixel.x, y: pixel.y, ...drawn.size }))
    const picture = { width: this.root.clientWidth, height: this.root.clientHeight }
    const dots = [...this.drawn.values()].flatMap(({ mark }) =>
      mark.handles.flatMap((handle) => this.pixelOf(handle) ?? []),
    )
    placeLabels(boxes, picture, dots).forEach(({ left, top }, at) => {
      const { drawn, pixel } = labelled[at]!
      const { width, height } = drawn.size
      drawn.place = { left, top }
      drawn.label.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
      // A line leads to the point if the label is not beside it.
      const [x, y] = [clamp(pixel.x, left, left + width), clamp(pixel.y, top, top + height)]
      if (Math.hypot(x - pixel.x, y - pixel.y) > 14)
        drawn.leader.setAttribute('d', `M${pixel.x} ${pixel.y}L${x} ${y}`)
    })
  }

  private pathOf(line: readonly MarkPoint[]): string {
    let d = ''
    let isOn = false
    for (const point of line) {
      const pixel = this.pixelOf(point)
      if (pixel) d += `${isOn ? 'L' : 'M'}${pixel.x.toFixed(1)} ${pixel.y.toFixed(1)}`
      isOn = pixel !== undefined
    }
    return d
  }

  private pixelOf({ place, scanId }: MarkPoint): Pixel | undefined {
    return this.scene.project(place, scanId)
  }
}

const createSvg = <Name extends 'svg' | 'g' | 'path' | 'circle'>(name: Name): SVGElementTagNameMap[Name] =>
  document.createElementNS('http://www.w3.org/2000/svg', name)

function stroke(path: SVGPathElement, colour: string, widthPx: number): void {
  path.setAttribute('fill', 'none')
  path.setAttribute('stroke', colour)
  path.setAttribute('stroke-width', String(widthPx))
  path.setAttribute('stroke-linejoin', 'round')
  path.setAttribute('stroke-linecap', 'round')
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))
